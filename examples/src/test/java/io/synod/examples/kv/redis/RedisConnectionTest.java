package io.synod.examples.kv.redis;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.channel.socket.ChannelInputShutdownEvent;
import io.synod.service.ServiceException;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

final class RedisConnectionTest {
  private static final RedisSettings LARGE =
      new RedisSettings("localhost", 0, 3, 256, 2 << 20, 64 << 20);

  private final FakeBackend backend = new FakeBackend();
  private final RedisRig redis = new RedisRig(backend);

  @AfterEach
  void close() {
    redis.close();
  }

  @Test
  void writes_in_a_row_are_sent_without_waiting_for_each_other() {
    assertThat(redis.send("SET a 1\r\nSET b 2\r\nINCR a\r\n")).isEmpty();
    assertThat(backend.openKinds()).isEqualTo("WWW");
    backend.answerAll();
    assertThat(redis.received()).isEqualTo("+OK\r\n+OK\r\n:2\r\n");
  }

  @Test
  void a_client_that_sends_no_more_receives_the_answers_to_what_it_sent() {
    redis.send("SET a 1\r\nGET a\r\nINCR a\r\nGET");
    redis.channel.pipeline().fireUserEventTriggered(ChannelInputShutdownEvent.INSTANCE);
    backend.answerAll();
    assertThat(redis.received()).isEqualTo("+OK\r\n");
    backend.answerAll();
    assertThat(redis.received()).isEqualTo("$1\r\n1\r\n");
    assertThat(redis.channel.isActive()).isTrue();
    backend.answerAll();
    assertThat(redis.received()).isEqualTo(":2\r\n");
    assertThat(redis.channel.isActive()).isFalse();
  }

  @Test
  void a_client_that_sends_no_more_and_waits_for_nothing_is_closed() {
    redis.send("*2\r\n$3\r\nGET\r\n");
    redis.channel.pipeline().fireUserEventTriggered(ChannelInputShutdownEvent.INSTANCE);
    redis.channel.runPendingTasks();
    assertThat(redis.channel.isActive()).isFalse();
  }

  @Test
  void a_read_waits_for_the_writes_before_it_and_a_write_for_the_reads() {
    redis.send("SET a 1\r\nGET a\r\nGET a\r\nSET a 2\r\n");
    assertThat(backend.openKinds()).isEqualTo("W");
    backend.answerAll();
    assertThat(redis.received()).isEqualTo("+OK\r\n");
    assertThat(backend.openKinds()).isEqualTo("RR");
    backend.answerNewest();
    assertThat(redis.received()).isEmpty();
    assertThat(backend.openKinds()).isEqualTo("R");
    backend.answerAll();
    assertThat(redis.received()).isEqualTo("$1\r\n1\r\n$1\r\n1\r\n");
    assertThat(backend.openKinds()).isEqualTo("W");
    backend.answerAll();
    assertThat(redis.received()).isEqualTo("+OK\r\n");
  }

  @Test
  void answers_keep_the_order_of_the_commands_from_either_side() {
    assertThat(redis.send("PING\r\nGET a\r\nECHO x\r\nGET b\r\nFOO\r\n")).isEqualTo("+PONG\r\n");
    backend.answerNewest();
    assertThat(redis.received()).isEmpty();
    backend.answerAll();
    assertThat(redis.received())
        .isEqualTo(
            "$-1\r\n$1\r\nx\r\n$-1\r\n"
                + "-ERR unknown command 'FOO', with args beginning with: \r\n");
  }

  @Test
  void a_client_with_too_many_open_commands_is_not_read_until_some_are_answered() {
    redis.send("GET a\r\nGET b\r\nGET c\r\n");
    assertThat(redis.reads()).isTrue();
    redis.send("GET d\r\n");
    assertThat(redis.reads()).isFalse();
    backend.answerAll();
    redis.received();
    assertThat(redis.reads()).isTrue();
  }

  @Test
  void a_client_that_does_not_take_its_answers_is_not_read() {
    FakeBackend atOnce = new FakeBackend().answeringAtOnce();
    try (RedisRig slow = new RedisRig(atOnce)) {
      slow.takes(false);
      assertThat(slow.reads()).isFalse();
      slow.takes(true);
      assertThat(slow.reads()).isTrue();
    }
  }

  @Test
  void few_calls_that_may_answer_much_are_out_at_a_time() {
    FakeBackend later = new FakeBackend();
    later.writes("SET", "k", "x".repeat(1 << 20));
    try (RedisRig rig = new RedisRig(later, LARGE)) {
      assertThat(rig.send("MGET k k k\r\n".repeat(20) + "TTL k\r\n")).isEmpty();
      assertThat(later.openKinds()).isEqualTo("R".repeat(8));
      // The first one is not answered, so the answers of the others stay here.
      for (int i = 0; i < 7; i++) {
        later.answerNewest();
      }
      assertThat(rig.received()).isEmpty();
      assertThat(later.openKinds()).isEqualTo("R");
      long answers = 0;
      while (!later.openKinds().isEmpty()) {
        later.answerAll();
        answers += rig.received().split("\\*3\r\n", -1).length - 1;
        assertThat(later.open.size()).isLessThanOrEqualTo(9);
      }
      assertThat(answers).isEqualTo(20);
      assertThat(rig.reads()).isTrue();
    }
  }

  @Test
  void while_a_client_takes_no_answers_the_backend_is_not_called() {
    FakeBackend later = new FakeBackend();
    try (RedisRig rig = new RedisRig(later, LARGE)) {
      rig.send("GET a\r\n".repeat(9));
      rig.takes(false);
      rig.send("GET b\r\nPING\r\n".repeat(50));
      assertThat(later.openKinds()).isEqualTo("R".repeat(8));
      later.answerAll();
      assertThat(rig.received()).isEmpty();
      assertThat(later.openKinds()).isEmpty();
      rig.takes(true);
      later.answerAll();
      StringBuilder answers = new StringBuilder(rig.received());
      while (!later.openKinds().isEmpty()) {
        later.answerAll();
        answers.append(rig.received());
      }
      assertThat(answers).hasToString("$-1\r\n".repeat(9) + "$-1\r\n+PONG\r\n".repeat(50));
    }
  }

  @Test
  void the_bytes_of_commands_and_of_answers_that_wait_are_bounded() {
    String large = "x".repeat(1 << 20);
    FakeBackend later = new FakeBackend();
    try (RedisRig rig = new RedisRig(later, LARGE)) {
      for (int i = 0; i < 6; i++) {
        assertThat(rig.reads()).isEqualTo(i < 4);
        rig.command("SET", "k", large);
      }
      assertThat(later.openKinds()).isEqualTo("WWWW");
      rig.command("GET", "none");
      rig.command("ECHO", large);
      String answers = "";
      while (!later.openKinds().isEmpty()) {
        later.answerAll();
        answers += rig.received();
      }
      assertThat(answers)
          .isEqualTo("+OK\r\n".repeat(6) + "$-1\r\n$" + large.length() + "\r\n" + large + "\r\n");
      rig.command("GET", "none");
      for (int i = 0; i < 6; i++) {
        assertThat(rig.reads()).isEqualTo(i < 4);
        rig.command("ECHO", large);
      }
      later.answerAll();
      assertThat(rig.received()).hasSizeGreaterThan(6 << 20);
      assertThat(rig.reads()).isTrue();
    }
  }

  @Test
  void a_client_that_takes_nothing_for_long_is_disconnected() {
    redis.takes(false);
    pass(29);
    redis.takes(true);
    assertThat(redis.send("PING\r\n")).isEqualTo("+PONG\r\n");
    redis.takes(false);
    pass(16);
    assertThat(redis.channel.isActive()).isTrue();
    pass(16);
    assertThat(redis.channel.isActive()).isFalse();
  }

  private void pass(int seconds) {
    for (int second = 0; second < seconds; second++) {
      jump(1);
    }
  }

  /** Time passes at once, as for a process that was suspended. */
  private void jump(int seconds) {
    redis.channel.advanceTimeBy(seconds, TimeUnit.SECONDS);
    redis.channel.runPendingTasks();
  }

  @Test
  void a_pause_of_the_endpoint_disconnects_no_client() {
    redis.takes(false);
    jump(120);
    assertThat(redis.channel.isActive()).isTrue();
    redis.takes(true);
    assertThat(redis.send("PING\r\n")).isEqualTo("+PONG\r\n");
  }

  @Test
  void a_failed_command_gets_its_error_and_the_others_their_answers() {
    redis.send("SET a 1\r\nSET b 2\r\nSET c 3\r\n");
    backend.failOldest(new CommandFailure("ERR the cluster\r\nis away"));
    backend.failOldest(new ServiceException("ERR syntax error"));
    backend.answerAll();
    assertThat(redis.received())
        .isEqualTo("-ERR the cluster  is away\r\n-ERR syntax error\r\n+OK\r\n");
  }

  @Test
  void quit_is_the_last_answer_and_nothing_behind_it_is_executed() {
    assertThat(redis.send("SET a 1\r\nQUIT\r\nSET a 2\r\n")).isEmpty();
    assertThat(redis.channel.isActive()).isTrue();
    assertThat(backend.openKinds()).isEqualTo("W");
    backend.answerAll();
    assertThat(redis.received()).isEqualTo("+OK\r\n+OK\r\n");
    assertThat(redis.channel.isActive()).isFalse();
  }

  @Test
  void a_broken_command_behind_others_that_wait_is_answered_after_them() {
    assertThat(redis.send("GET a\r\n".repeat(4) + "*1\r\n:1\r\n")).isEmpty();
    backend.answerAll();
    assertThat(redis.received())
        .isEqualTo("$-1\r\n".repeat(4) + "-ERR Protocol error: expected '$'\r\n");
    assertThat(redis.channel.isActive()).isFalse();
  }

  @Test
  void answers_that_come_after_the_client_has_gone_are_dropped() {
    redis.send("SET a 1\r\nGET a\r\n");
    redis.channel.close();
    backend.answerAll();
    assertThat(redis.received()).isEmpty();
    assertThat(backend.openKinds()).isEmpty();
  }
}
