package io.synod.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.netty.channel.EventLoopGroup;
import io.synod.core.settings.Consistency;
import io.synod.network.transport.Transport;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** Requests whose time passes. The tests mostly wait for that, so they run at the same time. */
@Timeout(60)
final class ClientDeadlinesTest extends ClientFixture {

  @AfterEach
  void closeAll() throws Exception {
    close();
  }

  @AfterAll
  static void no_client_thread_is_left() {
    awaitNoClientThreads();
  }

  @Test
  @Execution(ExecutionMode.CONCURRENT)
  void a_replica_that_breaks_the_protocol_is_left_and_requests_still_end() {
    FakeReplica replica = replica(0);
    replica.talksGarbage = true;
    SynodClient client =
        client(builder(replica.text()).requestTimeout(Duration.ofSeconds(10)).connectTimeout(LONG));
    assertThatThrownBy(() -> client.execute(bytes("a")))
        .isInstanceOf(RequestFailedException.class)
        .hasMessageContaining(replica.text())
        .hasMessageContaining("bad magic");
    replica.talksGarbage = false;
    assertAnswered(client.send(bytes("b")), "b");
  }

  @Test
  @Execution(ExecutionMode.CONCURRENT)
  void without_any_replica_requests_fail_at_their_deadline_and_say_why() throws Exception {
    try (DeadPort dead = new DeadPort()) {
      SynodClient client = client(builder(dead.text()).requestTimeout(Duration.ofSeconds(3)));
      assertThatThrownBy(() -> client.execute(bytes("a")))
          .isInstanceOf(RequestFailedException.class)
          .hasMessageContaining("not sent within 3s")
          .hasMessageContaining(dead.text())
          .hasMessageContaining("refused");
      assertThatThrownBy(() -> client.executeQuery(bytes("a")))
          .isInstanceOf(RequestFailedException.class)
          .hasMessageContaining(dead.text());
    }
  }

  @Test
  @Execution(ExecutionMode.CONCURRENT)
  void a_time_that_no_clock_can_reach_is_refused() {
    for (Duration endless : List.of(Duration.ofNanos(Long.MAX_VALUE), Duration.ofDays(1L << 40))) {
      assertThatThrownBy(() -> builder("localhost:1").requestTimeout(endless).build())
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining("73 years: request 9223372036854775807 ns");
      assertThatThrownBy(() -> builder("localhost:1").sessionIdle(endless).build())
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining("keep-alive 3074457345618258602 ns");
    }
  }

  @Test
  @Execution(ExecutionMode.CONCURRENT)
  void the_longest_times_do_not_pass_at_once() {
    Duration longest = Duration.ofNanos(Long.MAX_VALUE / 4);
    for (Duration time : List.of(longest, Duration.ofDays(30))) {
      SynodClient client =
          client(
              builder(replica(0).text())
                  .requestTimeout(time)
                  .connectTimeout(time)
                  .retryInterval(time)
                  .sessionIdle(time));
      assertAnswered(client.send(bytes("a")), "a");
      assertAnswered(client.query(bytes("b"), Consistency.STALE), "b");
    }
  }

  @Test
  @Execution(ExecutionMode.CONCURRENT)
  void a_request_to_a_silent_leader_is_unknown_at_its_deadline() throws Exception {
    FakeReplica replica = replica(0);
    SynodClient client = client(builder(replica.text()).requestTimeout(Duration.ofSeconds(3)));
    client.execute(bytes("opens the session"));
    replica.silent = true;
    assertThatThrownBy(() -> client.execute(bytes("a")))
        .isInstanceOf(RequestUnknownException.class)
        .hasMessage(
            "no answer within 3s: the leader, %s, does not answer; the request may or may not have"
                    .formatted(replica.text())
                + " been executed");
    assertThatThrownBy(() -> client.executeQuery(bytes("a")))
        .isInstanceOf(RequestFailedException.class);
    replica.silent = false;
    assertThat(client.execute(bytes("b"))).isEqualTo(bytes("b"));
    assertThat(replica.executed).hasValue(3);
  }

  @Test
  @Execution(ExecutionMode.CONCURRENT)
  void a_client_goes_on_after_its_loop_stood_still_while_its_connections_ended() throws Exception {
    List<FakeReplica> replicas = List.of(replica(0), replica(1), replica(2));
    replicas.forEach(one -> one.leadership = FakeReplica.leads(0, 1, replicas.get(0).text()));
    String addresses = replicas.stream().map(FakeReplica::text).collect(Collectors.joining(","));
    EventLoopGroup loops = Transport.chosen().eventLoops(1, "synod-shared");
    try (SynodClient client =
        builder(addresses).connectTimeout(Duration.ofSeconds(1)).eventLoop(loops.next()).build()) {
      for (int time = 0; time < 2; time++) {
        assertAnswered(client.send(bytes("a")), "a");
        assertAnswered(client.query(bytes("b"), Consistency.STALE), "b");
        CountDownLatch stands = new CountDownLatch(1);
        CountDownLatch goesOn = new CountDownLatch(1);
        replicas.forEach(one -> one.deaf = true);
        replicas.forEach(FakeReplica::disconnectAll);
        CompletableFuture<byte[]> unanswered = client.send(bytes("c"));
        CompletableFuture<byte[]> unread = client.query(bytes("d"), Consistency.STALE);
        await(() -> replicas.stream().mapToInt(FakeReplica::connections).sum() == 2);
        loops.execute(() -> standStill(stands, goesOn));
        stands.await();
        replicas.forEach(one -> one.deaf = false);
        replicas.forEach(FakeReplica::disconnectAll);
        // Both connections have ended then, and both welcomes are overdue.
        LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(1200));
        goesOn.countDown();
        assertAnswered(unanswered, "c");
        assertAnswered(unread, "d");
      }
    } finally {
      loops.shutdownGracefully(0, 5, TimeUnit.SECONDS).syncUninterruptibly();
    }
  }

  private static void standStill(CountDownLatch stands, CountDownLatch goesOn) {
    stands.countDown();
    try {
      goesOn.await();
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
    }
  }
}
