package io.synod.examples.kv.redis;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;

import io.netty.channel.socket.ChannelInputShutdownEvent;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Several connections of one endpoint, without sockets, and the bytes that they may hold. */
@Timeout(60)
final class BudgetTest {
  private static final int MIB = 1 << 20;
  private static final int READ_BYTES = 16 << 10;
  // What a connection may hold beside the budget, and what one read brings beyond it.
  private static final int OWN_BYTES = 48 << 10;
  private static final String VALUE = "x".repeat(MIB);

  private final FakeBackend backend = new FakeBackend();
  private final List<Client> clients = new ArrayList<>();
  private RedisPipeline pipeline;

  @AfterEach
  void close() {
    clients.forEach(client -> client.rig.close());
    backend.answerAll();
    clients.forEach(client -> client.rig.channel.runPendingTasks());
    assertThat(pipeline.server.budget().bytes).as("bytes that nobody holds").isZero();
  }

  private void connect(int count, long sharedBytes) {
    pipeline =
        RedisRig.pipeline(
            backend, new RedisSettings("localhost", 0, 1_000, 256, 2 * MIB, sharedBytes));
    for (int i = 0; i < count; i++) {
      clients.add(new Client(new RedisRig(backend, pipeline)));
    }
  }

  @Test
  void a_crowd_that_sends_large_values_waits_and_all_of_it_is_served() {
    backend.answeringAtOnce();
    connect(200, MIB);
    clients.forEach(client -> client.sends(set("x".repeat(200_000)).repeat(2)));
    long most = 0;
    while (proceed()) {
      most = Math.max(most, clients.stream().mapToLong(Client::unfinishedBytes).sum());
    }
    assertThat(clients)
        .allSatisfy(client -> assertThat(client.received).hasToString("+OK\r\n".repeat(2)));
    // One of them may complete its command although the others have used up the budget.
    assertThat(most).isBetween((long) MIB, MIB + 200_000L + 200 * OWN_BYTES);
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 50_000, 1_000_000})
  void any_mix_of_clients_is_served_whole_but_those_that_leave(int sharedBytes) {
    for (int seed = 0; seed < 10; seed++) {
      Random random = new Random(seed);
      connect(8, sharedBytes);
      for (Client client : clients) {
        int commands = 1 + random.nextInt(20);
        client.sends(Stream.generate(() -> any(random)).limit(commands).reduce("", String::concat));
      }
      mix(random);
      for (Client client : open()) {
        // As many answers as to the same commands on their own.
        Client alone = alone(client);
        assertThat(new RespReplies(client.received.toString()).count())
            .as("seed %d", seed)
            .isEqualTo(new RespReplies(alone.received.toString()).count());
      }
      close();
      clients.clear();
    }
  }

  private static String any(Random random) {
    String value = "x".repeat(random.nextInt(4) == 0 ? random.nextInt(300_000) : 10);
    return switch (random.nextInt(8)) {
      case 0 -> "GET k\r\n";
      case 1 -> "MGET k k k\r\n";
      case 2 -> "GETDEL k\r\n";
      case 3 -> "WATCH k\r\n";
      case 4 -> "MULTI\r\n" + set(value).repeat(3) + "GET k\r\nEXEC\r\n";
      case 5 -> "*2\r\n$4\r\nECHO\r\n$" + value.length() + "\r\n" + value + "\r\n";
      default -> set(value);
    };
  }

  /** Clients send, take answers or not, or close, and the backend answers, in any order. */
  private void mix(Random random) {
    for (int step = 0; step < 500; step++) {
      Client client = clients.get(random.nextInt(clients.size()));
      if (random.nextInt(200) == 0) {
        client.rig.channel.close();
      }
      switch (random.nextInt(4)) {
        case 0 -> client.takes(random.nextBoolean());
        case 1 -> backend.answerSome(random);
        default -> client.proceed();
      }
    }
    clients.forEach(client -> client.takes(true));
    while (proceed() || !backend.open.isEmpty()) {
      backend.answerAll();
    }
  }

  private List<Client> open() {
    return clients.stream().filter(client -> client.rig.channel.isActive()).toList();
  }

  private static Client alone(Client client) {
    FakeBackend atOnce = new FakeBackend().answeringAtOnce();
    RedisSettings large = new RedisSettings("localhost", 0, 1, 256, 2 * MIB, 64 * MIB);
    try (RedisRig rig = new RedisRig(atOnce, large)) {
      Client alone = new Client(rig);
      alone.commands = client.commands;
      alone.sendAll();
      alone.proceed();
      return alone;
    }
  }

  @Test
  void a_client_that_sends_no_more_is_closed_if_what_it_sent_uses_up_the_budget() {
    connect(2, MIB);
    for (Client client : clients) {
      int commands = client == clients.get(0) ? 1 : 20;
      client.rig.send(set("x".repeat(100_000)).repeat(commands));
      client.rig.channel.pipeline().fireUserEventTriggered(ChannelInputShutdownEvent.INSTANCE);
    }
    backend.answerAll();
    assertThat(clients.get(0).rig.received()).isEqualTo("+OK\r\n");
    assertThat(clients.get(1).rig.received()).isEmpty();
    assertThat(clients.get(1).rig.channel.isActive()).isFalse();
  }

  @Test
  void commands_of_many_words_are_completed_though_the_others_hold_all_bytes() {
    backend.answeringAtOnce();
    connect(20, MIB);
    String words = "$30000\r\n" + "x".repeat(30_000) + "\r\n";
    String command = "*61\r\n$4\r\nMSET\r\n" + words.repeat(60);
    clients.forEach(client -> client.sends(command.repeat(2)));
    while (proceed()) {}
    assertThat(clients)
        .allSatisfy(client -> assertThat(client.received).hasToString("+OK\r\n".repeat(2)));
  }

  @Test
  void transactions_are_completed_though_the_others_hold_all_bytes() {
    backend.answeringAtOnce();
    connect(50, MIB);
    String transaction = "MULTI\r\n" + set("x".repeat(100_000)).repeat(10) + "EXEC\r\n";
    clients.forEach(client -> client.sends(transaction));
    while (proceed()) {}
    assertThat(clients)
        .allSatisfy(
            client ->
                assertThat(client.received)
                    .hasToString(
                        "+OK\r\n" + "+QUEUED\r\n".repeat(10) + "*10\r\n" + "+OK\r\n".repeat(10)));
  }

  @Test
  void answers_that_are_not_taken_are_bounded_and_all_of_them_come_in_the_end() {
    backend.writes("SET", "k", VALUE);
    connect(10, 4 * MIB);
    for (Client client : clients) {
      client.rig.send("GET k\r\n".repeat(8));
      client.rig.takes(false);
    }
    long before = heapBytes();
    backend.answerAll();
    clients.forEach(client -> client.rig.received());
    assertThat(heapBytes() - before).isLessThan(16L * MIB);
    clients.forEach(client -> client.rig.takes(true));
    String answer = "$" + MIB + "\r\n" + VALUE + "\r\n";
    while (proceed() || !backend.open.isEmpty()) {
      backend.answerAll();
    }
    assertThat(clients)
        .allSatisfy(client -> assertThat(client.received).hasToString(answer.repeat(8)));
  }

  @Test
  void writes_that_answer_with_values_wait_until_there_is_space_for_the_largest_answer() {
    connect(20, 8 * MIB);
    for (Client client : clients) {
      client.rig.send("SET k v GET\r\n".repeat(8));
    }
    assertThat(backend.open).hasSizeBetween(4, 6);
    while (proceed() || !backend.open.isEmpty()) {
      backend.answerAll();
      assertThat(backend.open).hasSizeLessThan(8);
    }
    assertThat(clients)
        .allMatch(client -> new RespReplies(client.received.toString()).count() == 8);
  }

  @Test
  void waiting_connections_go_on_in_their_order() {
    connect(4, 1);
    clients.forEach(client -> client.sends(set("x".repeat(200_000))));
    clients.forEach(Client::sendAll);
    for (int turn = 0; turn < 4; turn++) {
      while (proceed()) {}
      assertThat(clients.get(turn).unsentBytes()).isZero();
      assertThat(clients.subList(turn + 1, 4)).allMatch(client -> client.unsentBytes() > 0);
      backend.answerAll();
    }
  }

  @Test
  void small_commands_do_not_wait() {
    connect(3, 100_000);
    clients.get(0).sends(set(VALUE).substring(0, MIB / 2));
    clients.get(0).sendAll();
    clients.get(1).sends(set(VALUE).substring(0, MIB / 2));
    clients.get(1).sendAll();
    assertThat(clients.get(1).rig.reads()).isFalse();
    backend.answeringAtOnce();
    RedisRig small = clients.get(2).rig;
    assertThat(small.send("SET a 1\r\n")).isEqualTo("+OK\r\n");
    assertThat(small.send("GET a\r\nPING\r\n")).isEqualTo("$1\r\n1\r\n+PONG\r\n");
    assertThat(small.reads()).isTrue();
  }

  @Test
  void one_that_holds_bytes_and_moves_none_is_closed_only_while_others_wait_for_them() {
    connect(2, 100_000);
    Client silent = clients.get(0);
    silent.sends("MULTI\r\n" + set("x".repeat(200_000)));
    silent.sendAll();
    assertThat(silent.received).hasToString("+OK\r\n+QUEUED\r\n");
    pass(120);
    assertThat(silent.rig.channel.isActive()).isTrue();

    Client next = clients.get(1);
    next.sends(set(VALUE));
    next.sendAll();
    pass(20);
    assertThat(silent.rig.channel.isActive()).isTrue();
    pass(20);
    assertThat(silent.rig.channel.isActive()).isFalse();
    assertThat(next.rig.channel.isActive()).isTrue();
    while (proceed()) {}
    assertThat(next.unsentBytes()).isZero();
  }

  @Test
  void the_first_one_is_closed_if_it_does_not_go_on() {
    connect(3, 1);
    for (Client client : clients) {
      client.sends(set(VALUE).substring(0, MIB / 2));
      client.sendAll();
    }
    assertThat(clients.get(0).rig.reads()).isTrue();
    pass(40);
    assertThat(clients.get(0).rig.channel.isActive()).isFalse();
    proceed();
    assertThat(clients.get(1).rig.channel.isActive()).isTrue();
    assertThat(clients.get(1).rig.reads()).isTrue();
    assertThat(clients.get(2).rig.reads()).isFalse();
  }

  @Test
  void the_first_one_leaves_its_place_after_two_minutes_though_it_goes_on() {
    connect(2, 1);
    Client endless = clients.get(0);
    endless.sends("MULTI\r\n" + set("x".repeat(200_000)));
    endless.sendAll();
    clients.get(1).sends(set(VALUE));
    clients.get(1).sendAll();
    String refused = "FOO " + "x".repeat(16_000) + "\r\n";
    for (int second = 0; second < 110; second++) {
      for (int i = 0; i < 5; i++) {
        assertThat(endless.rig.send(refused)).startsWith("-ERR unknown command");
      }
      pass(1);
    }
    assertThat(endless.rig.channel.isActive()).isTrue();
    pass(20);
    assertThat(endless.rig.channel.isActive()).isFalse();
    while (proceed()) {}
    assertThat(clients.get(1).unsentBytes()).isZero();
  }

  @Test
  void a_call_of_a_client_that_is_gone_counts_until_it_ends() {
    connect(3, MIB / 2);
    Client gone = clients.get(0);
    gone.sends(set(VALUE));
    gone.sendAll();
    gone.rig.channel.close();
    for (Client client : clients.subList(1, 3)) {
      client.sends(set(VALUE).substring(0, 100_000));
      client.sendAll();
    }
    assertThat(clients.get(1).rig.reads()).isTrue();
    assertThat(clients.get(2).rig.reads()).isFalse();
    backend.answerAll();
    clients.forEach(client -> client.rig.channel.runPendingTasks());
    assertThat(clients.get(1).rig.reads()).isTrue();
    assertThat(clients.get(2).rig.reads()).isTrue();
  }

  private void pass(int seconds) {
    for (int i = 0; i < seconds; i++) {
      for (Client client : clients) {
        client.rig.channel.advanceTimeBy(1, TimeUnit.SECONDS);
        client.rig.channel.runPendingTasks();
      }
    }
  }

  /** Each sends another read's bytes if it may; returns whether any did, or got an answer. */
  private boolean proceed() {
    boolean any = false;
    for (int i = 0; i < 3; i++) {
      for (Client client : clients) {
        any |= client.proceed();
      }
    }
    return any;
  }

  private static String set(String value) {
    return "*3\r\n$3\r\nSET\r\n$1\r\nk\r\n$" + value.length() + "\r\n" + value + "\r\n";
  }

  private static long heapBytes() {
    System.gc();
    return Runtime.getRuntime().totalMemory() - Runtime.getRuntime().freeMemory();
  }

  /** Sends what it has to, and no more than is read. */
  private static final class Client {
    final RedisRig rig;
    final StringBuilder received = new StringBuilder();
    private byte[] commands = {};
    private int sent;

    Client(RedisRig rig) {
      this.rig = rig;
    }

    void sends(String toSend) {
      commands = toSend.getBytes(US_ASCII);
    }

    void sendAll() {
      while (unsentBytes() > 0 && rig.reads()) {
        proceed();
      }
    }

    void takes(boolean takes) {
      if (rig.channel.isActive()) {
        rig.takes(takes);
      }
    }

    int unsentBytes() {
      return commands.length - sent;
    }

    /** Of the one of two equal commands that has not come whole. */
    long unfinishedBytes() {
      return sent % (commands.length / 2);
    }

    boolean proceed() {
      String answers = rig.received();
      received.append(answers);
      boolean sends = unsentBytes() > 0 && rig.channel.isActive() && rig.reads();
      if (sends) {
        int length = Math.min(READ_BYTES, unsentBytes());
        received.append(rig.send(new String(commands, sent, length, US_ASCII)));
        sent += length;
      }
      return sends || !answers.isEmpty();
    }
  }
}
