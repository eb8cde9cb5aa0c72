package io.synod.examples.kv.redis;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class ScriptsTest {
  private static final String REDLOCK =
      """
      if redis.call("get",KEYS[1]) == ARGV[1] then
          return redis.call("del",KEYS[1])
      else
          return 0
      end
      """;
  private static final String REDIS_PY =
      """
              local token = redis.call('get', KEYS[1])
              if not token or token ~= ARGV[1] then
                  return 0
              end
              redis.call('del', KEYS[1])
              return 1
          """;

  private final RedisRig redis =
      new RedisRig(
          new FakeBackend().answeringAtOnce(),
          new RedisSettings("localhost", 0, 3, 100, 10_000, 64 << 20));

  @AfterEach
  void close() {
    redis.close();
  }

  @ParameterizedTest
  @ValueSource(strings = {REDLOCK, REDIS_PY})
  void the_script_that_releases_a_lock_deletes_its_owners_key_only(String script) {
    redis.command("SET", "lock", "mine");
    assertThat(redis.command("EVAL", script, "1", "lock", "other")).isEqualTo(":0\r\n");
    assertThat(redis.command("EVAL", script, "1", "lock", "mine")).isEqualTo(":1\r\n");
    assertThat(redis.command("EVAL", script, "1", "lock", "mine")).isEqualTo(":0\r\n");
    assertThat(redis.command("EXISTS", "lock")).isEqualTo(":0\r\n");
  }

  @Test
  void a_script_that_was_loaded_is_known_by_its_hash() {
    String hash = "29b4de09a4e3bd9a2b4ae2a1ad62e1e45cd5eec2";
    assertThat(redis.command("EVALSHA", hash, "1", "lock", "mine"))
        .isEqualTo("-NOSCRIPT No matching script. Please use EVAL.\r\n");
    String loaded = redis.command("SCRIPT", "LOAD", REDLOCK);
    assertThat(loaded).startsWith("$40\r\n");
    hash = loaded.split("\r\n")[1];
    assertThat(redis.command("SCRIPT", "EXISTS", hash, "x")).isEqualTo("*2\r\n:1\r\n:0\r\n");
    redis.command("SET", "lock", "mine");
    assertThat(redis.command("EVALSHA", hash.toUpperCase(), "1", "lock", "mine"))
        .isEqualTo(":1\r\n");
    assertThat(redis.command("SCRIPT", "FLUSH")).isEqualTo("+OK\r\n");
    assertThat(redis.command("EVALSHA", hash, "1", "lock", "mine")).startsWith("-NOSCRIPT");
  }

  @Test
  void of_a_script_in_many_spellings_few_are_remembered() {
    String first = redis.command("SCRIPT", "LOAD", REDLOCK).split("\r\n")[1];
    for (int spelling = 1; spelling < 1_024; spelling++) {
      String spaces = Integer.toBinaryString(spelling).replace('0', '\t').replace('1', ' ');
      assertThat(redis.command("SCRIPT", "LOAD", REDLOCK + spaces)).startsWith("$40");
    }
    assertThat(redis.command("SCRIPT", "EXISTS", first)).isEqualTo("*1\r\n:1\r\n");
    redis.command("SCRIPT", "LOAD", REDLOCK + "\n\n\n");
    assertThat(redis.command("SCRIPT", "EXISTS", first)).isEqualTo("*1\r\n:0\r\n");
  }

  @Test
  void every_other_script_is_refused_with_what_to_do() {
    String refusal = redis.command("EVAL", "return redis.call('get', KEYS[1])", "1", "k");
    assertThat(refusal)
        .startsWith("-ERR scripts are not executed")
        .contains("between MULTI and EXEC");
    assertThat(redis.command("EVAL", "x".repeat(5_000), "0")).isEqualTo(refusal);
    assertThat(redis.command("SCRIPT", "LOAD", "return 1")).isEqualTo(refusal);
    assertThat(redis.command("EVAL", REDLOCK, "2", "a", "b", "c"))
        .isEqualTo("-ERR this script has one key and one argument\r\n");
    assertThat(redis.command("SCRIPT", "KILL")).startsWith("-ERR unknown subcommand 'KILL'");
  }

  @Test
  void the_script_may_be_part_of_a_transaction() {
    redis.command("SET", "lock", "mine");
    redis.command("MULTI");
    assertThat(redis.command("EVAL", REDLOCK, "1", "lock", "mine")).isEqualTo("+QUEUED\r\n");
    assertThat(redis.command("EXEC")).isEqualTo("*1\r\n:1\r\n");
  }
}
