package io.synod.examples.kv.redis;

import static org.assertj.core.api.Assertions.assertThat;

import io.synod.service.ServiceException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

final class RedisConnectionTest {
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
  void answers_keep_the_order_of_the_commands_whoever_gives_them() {
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
      slow.channel.unsafe().outboundBuffer().setUserDefinedWritability(1, false);
      slow.channel.runPendingTasks();
      assertThat(slow.reads()).isFalse();
      slow.channel.unsafe().outboundBuffer().setUserDefinedWritability(1, true);
      slow.channel.runPendingTasks();
      assertThat(slow.reads()).isTrue();
    }
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
  void answers_that_come_after_the_client_has_gone_are_dropped() {
    redis.send("SET a 1\r\nGET a\r\n");
    redis.channel.close();
    backend.answerAll();
    assertThat(redis.received()).isEmpty();
    assertThat(backend.openKinds()).isEmpty();
  }
}
