package io.synod.examples.kv.redis;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class RedisTransactionTest {
  private static final String ABORTED =
      "-EXECABORT Transaction discarded because of previous errors.\r\n";

  private final FakeBackend backend = new FakeBackend().answeringAtOnce();
  private final RedisRig redis =
      new RedisRig(backend, new RedisSettings("localhost", 0, 3, 100, 1_000, 64 << 20));

  @AfterEach
  void close() {
    redis.close();
  }

  @Test
  void commands_behind_multi_are_queued_and_exec_answers_them_all() {
    assertThat(redis.send("MULTI\r\nSET k 1\r\nINCR k\r\nGET k\r\n"))
        .isEqualTo("+OK\r\n+QUEUED\r\n+QUEUED\r\n+QUEUED\r\n");
    assertThat(redis.send("EXEC\r\n")).isEqualTo("*3\r\n+OK\r\n:2\r\n$1\r\n2\r\n");
    assertThat(redis.send("GET k\r\nMULTI\r\nEXEC\r\n")).isEqualTo("$1\r\n2\r\n+OK\r\n*0\r\n");
  }

  @Test
  void a_transaction_is_one_request() {
    FakeBackend later = new FakeBackend();
    try (RedisRig rig = new RedisRig(later)) {
      rig.send("MULTI\r\nSET k 1\r\n");
      rig.send("INCR k\r\nEXEC\r\n");
      assertThat(later.openKinds()).isEqualTo("W");
      later.answerAll();
      assertThat(rig.received()).isEqualTo("*2\r\n+OK\r\n:2\r\n");
    }
  }

  @Test
  void keys_that_wait_to_be_watched_count_also_if_they_are_empty() {
    FakeBackend later = new FakeBackend();
    RedisSettings large = new RedisSettings("localhost", 0, 3, 256, 2 << 20, 64 << 20);
    String watch = "*10001\r\n$5\r\nWATCH\r\n" + "$0\r\n\r\n".repeat(10_000);
    try (RedisRig rig = new RedisRig(later, large)) {
      for (int times = 0; times < 4; times++) {
        rig.send(watch);
        rig.send("UNWATCH\r\n");
      }
      assertThat(rig.reads()).isTrue();
      for (int times = 0; times < 4; times++) {
        rig.send(watch);
        rig.send("UNWATCH\r\n");
      }
      assertThat(rig.reads()).isFalse();
    }
  }

  @Test
  void discard_executes_nothing() {
    assertThat(redis.send("MULTI\r\nSET k 1\r\nDISCARD\r\nGET k\r\n"))
        .isEqualTo("+OK\r\n+QUEUED\r\n+OK\r\n$-1\r\n");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"FOO", "GET", "PING", "KEYS *", "UNWATCH", "EVAL x 0", "EVALSHA x 0", "DEBUG x"})
  void a_command_that_is_refused_aborts_the_transaction(String refused) {
    assertThat(redis.send("MULTI\r\nSET k 1\r\n" + refused + "\r\n"))
        .startsWith("+OK\r\n+QUEUED\r\n-");
    assertThat(redis.send("SET k 2\r\nEXEC\r\nGET k\r\n"))
        .isEqualTo("+QUEUED\r\n" + ABORTED + "$-1\r\n");
    assertThat(redis.send("MULTI\r\nSET k 1\r\nEXEC\r\n"))
        .isEqualTo("+OK\r\n+QUEUED\r\n*1\r\n+OK\r\n");
  }

  @Test
  void a_transaction_that_is_too_large_is_aborted() {
    redis.send("MULTI\r\n");
    String answers = "";
    for (int i = 0; i < 20; i++) {
      answers += redis.send("SET k 1\r\n");
    }
    assertThat(answers)
        .startsWith("+QUEUED\r\n")
        .endsWith("-ERR a transaction may have 1000 bytes: send several\r\n");
    assertThat(redis.send("EXEC\r\nGET k\r\n")).isEqualTo(ABORTED + "$-1\r\n");
  }

  @Test
  void an_exec_with_arguments_discards_the_transaction() {
    String aborted =
        "-EXECABORT Transaction discarded because of: wrong number of arguments for 'exec' command\r\n";
    assertThat(redis.send("EXEC a\r\n")).isEqualTo(aborted);
    assertThat(redis.send("WATCH k\r\nSET k 1\r\nMULTI\r\nSET k 2\r\nEXEC b\r\nGET k\r\n"))
        .isEqualTo("+OK\r\n+OK\r\n+OK\r\n+QUEUED\r\n" + aborted + "$1\r\n1\r\n");
    assertThat(redis.send("MULTI\r\nSET k 3\r\nEXEC\r\n"))
        .isEqualTo("+OK\r\n+QUEUED\r\n*1\r\n+OK\r\n");
  }

  @Test
  void these_are_refused_and_the_transaction_goes_on() {
    assertThat(redis.send("EXEC\r\nDISCARD\r\n"))
        .isEqualTo("-ERR EXEC without MULTI\r\n-ERR DISCARD without MULTI\r\n");
    assertThat(redis.send("MULTI\r\nMULTI\r\nWATCH k\r\nSET k 1\r\nEXEC\r\n"))
        .isEqualTo(
            "+OK\r\n-ERR MULTI calls can not be nested\r\n"
                + "-ERR WATCH inside MULTI is not allowed\r\n+QUEUED\r\n*1\r\n+OK\r\n");
  }

  @Test
  void exec_executes_nothing_if_a_watched_key_has_changed() {
    String execution = "MULTI\r\nSET k 3\r\nEXEC\r\n";
    redis.send("SET k 1\r\n");
    assertThat(redis.send("WATCH other k\r\nSET k 2\r\n" + execution))
        .isEqualTo("+OK\r\n+OK\r\n+OK\r\n+QUEUED\r\n*-1\r\n");
    assertThat(redis.send(execution)).endsWith("*1\r\n+OK\r\n");
    assertThat(redis.send("WATCH k\r\nSET k 2\r\nUNWATCH\r\n" + execution))
        .endsWith("*1\r\n+OK\r\n");
    assertThat(redis.send("WATCH k\r\nSET k 2\r\nMULTI\r\nDISCARD\r\n" + execution))
        .endsWith("*1\r\n+OK\r\n");
    assertThat(redis.send("WATCH k\r\nWATCH other\r\nGET k\r\n" + execution))
        .isEqualTo("+OK\r\n+OK\r\n$1\r\n3\r\n+OK\r\n+QUEUED\r\n*1\r\n+OK\r\n");
    assertThat(redis.send("HELLO 3\r\nWATCH k\r\nSET k 2\r\n" + execution)).endsWith("_\r\n");
  }

  @Test
  void exec_waits_for_the_answer_to_watch() {
    FakeBackend later = new FakeBackend();
    try (RedisRig rig =
        new RedisRig(later, new RedisSettings("localhost", 0, 3, 100, 1_000, 64 << 20))) {
      rig.send("WATCH k\r\nMULTI\r\nSET k 1\r\nEXEC\r\n");
      assertThat(later.openKinds()).isEqualTo("L");
      later.answerAll();
      assertThat(rig.received()).isEqualTo("+OK\r\n+OK\r\n+QUEUED\r\n");
      assertThat(later.openKinds()).isEqualTo("W");
      later.answerAll();
      assertThat(rig.received()).isEqualTo("*1\r\n+OK\r\n");
    }
  }

  @Test
  void a_read_behind_watch_sees_no_less_than_watch() {
    FakeBackend later = new FakeBackend();
    later.writes("SET", "k", "1");
    try (RedisRig rig =
        new RedisRig(later, new RedisSettings("localhost", 0, 3, 100, 1_000, 64 << 20))) {
      rig.send("WATCH k\r\nGET k\r\n");
      later.answerNewest();
      later.writes("SET", "k", "2");
      String answers = rig.received();
      later.answerAll();
      answers += rig.received();
      rig.send("MULTI\r\nSET k 3\r\nEXEC\r\n");
      later.answerAll();
      assertThat(answers + rig.received()).isEqualTo("+OK\r\n$1\r\n2\r\n*-1\r\n");
    }
  }

  @Test
  void reads_are_of_the_latest_state_while_keys_are_watched() {
    FakeBackend later = new FakeBackend();
    try (RedisRig rig =
        new RedisRig(later, new RedisSettings("localhost", 0, 3, 100, 1_000, 64 << 20))) {
      StringBuilder kinds = new StringBuilder();
      for (String command : new String[] {"GET k", "WATCH k", "GET k", "UNWATCH", "GET k"}) {
        rig.send(command + "\r\n");
        kinds.append(later.openKinds());
        later.answerAll();
        rig.received();
      }
      assertThat(kinds).hasToString("RLLR");
    }
  }

  @Test
  void quit_ends_an_open_transaction() {
    assertThat(redis.send("MULTI\r\nSET k 1\r\nQUIT\r\n")).isEqualTo("+OK\r\n+QUEUED\r\n+OK\r\n");
    assertThat(redis.channel.isActive()).isFalse();
  }

  @Test
  void behind_a_watch_that_failed_nothing_is_executed() {
    FakeBackend later = new FakeBackend();
    try (RedisRig rig =
        new RedisRig(later, new RedisSettings("localhost", 0, 3, 100, 1_000, 64 << 20))) {
      rig.send("WATCH k\r\nMULTI\r\nSET k 1\r\nEXEC\r\n");
      later.failOldest(new CommandFailure("ERR away"));
      String answers = rig.received();
      later.answerAll();
      answers += rig.received();
      assertThat(answers).isEqualTo("-ERR away\r\n+OK\r\n+QUEUED\r\n*-1\r\n");
      answers = rig.send("MULTI\r\nSET k 1\r\nEXEC\r\n");
      later.answerAll();
      assertThat(answers + rig.received()).isEqualTo("+OK\r\n+QUEUED\r\n*1\r\n+OK\r\n");
    }
  }

  @Test
  void more_watched_keys_than_may_be_kept_are_refused() {
    String answers = "";
    for (int i = 0; i < 20; i++) {
      answers += redis.send("WATCH k" + i + "\r\n");
    }
    assertThat(answers)
        .startsWith("+OK\r\n")
        .endsWith("-ERR watched keys may have 1000 bytes: watch fewer\r\n");
    assertThat(redis.send("UNWATCH\r\nWATCH k\r\n")).isEqualTo("+OK\r\n+OK\r\n");
  }

  @Test
  void exec_executes_nothing_if_keys_that_it_depends_on_were_not_watched() {
    String execution = "MULTI\r\nSET k 3\r\nEXEC\r\n";
    assertThat(redis.send("WATCH" + " key".repeat(20) + "\r\n" + execution))
        .startsWith("-ERR watched keys")
        .endsWith("+OK\r\n+QUEUED\r\n*-1\r\n");
    assertThat(redis.send(execution)).endsWith("*1\r\n+OK\r\n");
  }
}
