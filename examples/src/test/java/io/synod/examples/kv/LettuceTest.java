package io.synod.examples.kv;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lettuce.core.KeyScanCursor;
import io.lettuce.core.KeyValue;
import io.lettuce.core.RedisClient;
import io.lettuce.core.RedisCommandExecutionException;
import io.lettuce.core.RedisFuture;
import io.lettuce.core.RedisURI;
import io.lettuce.core.ScanArgs;
import io.lettuce.core.ScriptOutputType;
import io.lettuce.core.SetArgs;
import io.lettuce.core.TransactionResult;
import io.lettuce.core.api.StatefulRedisConnection;
import io.lettuce.core.api.sync.RedisCommands;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Unmodified Lettuce with its default settings, which speaks version 3 of the protocol. */
@Timeout(120)
final class LettuceTest {
  private static LocalCluster cluster;
  private static RedisClient client;
  private static StatefulRedisConnection<String, String> connection;
  private static RedisCommands<String, String> redis;

  @BeforeAll
  static void start() throws IOException {
    cluster = LocalCluster.start(3, 3);
    client = RedisClient.create(uri(0));
    connection = client.connect();
    redis = connection.sync();
  }

  private static RedisURI uri(int id) {
    return RedisURI.builder()
        .withHost(LocalCluster.HOST)
        .withPort(cluster.redisPort(id))
        .withTimeout(Duration.ofSeconds(20))
        .build();
  }

  @AfterAll
  static void close() {
    client.shutdown(0, 1, TimeUnit.SECONDS);
    cluster.close();
  }

  @BeforeEach
  void flush() {
    assertThat(redis.flushall()).isEqualTo("OK");
  }

  @Test
  void strings_hashes_and_keys() {
    assertThat(redis.set("k", "v", SetArgs.Builder.nx().ex(100))).isEqualTo("OK");
    assertThat(redis.set("k", "w", SetArgs.Builder.nx())).isNull();
    assertThat(redis.ttl("k")).isBetween(1L, 100L);
    assertThat(redis.hset("h", Map.of("a", "1", "b", "2"))).isEqualTo(2);
    assertThat(redis.hgetall("h")).isEqualTo(Map.of("a", "1", "b", "2"));
    assertThat(redis.hmget("h", "a", "x"))
        .containsExactly(KeyValue.just("a", "1"), KeyValue.empty("x"));
    assertThat(redis.mget("k", "none"))
        .containsExactly(KeyValue.just("k", "v"), KeyValue.empty("none"));
    assertThat(redis.incrbyfloat("f", 0.25)).isEqualTo(0.25);
    assertThat(redis.msetnx(Map.of("k", "x", "new", "y"))).isFalse();
    assertThat(redis.type("h")).isEqualTo("hash");
    assertThat(redis.dbsize()).isEqualTo(3);
    assertThat(redis.role()).startsWith("master");
    assertThat(redis.clientList()).contains("lib-name=", "resp=3");
    assertThatThrownBy(() -> redis.lpush("l", "x"))
        .isInstanceOf(RedisCommandExecutionException.class)
        .hasMessageStartingWith("ERR unknown command 'LPUSH'");
  }

  @Test
  void a_scan_returns_each_key_once() {
    for (int i = 0; i < 100; i++) {
      redis.set("key:" + i, "v");
    }
    List<String> keys = new ArrayList<>();
    ScanArgs page = ScanArgs.Builder.matches("key:*").limit(7);
    KeyScanCursor<String> cursor = redis.scan(page);
    keys.addAll(cursor.getKeys());
    while (!cursor.isFinished()) {
      cursor = redis.scan(cursor, page);
      keys.addAll(cursor.getKeys());
    }
    assertThat(keys).hasSize(100).doesNotHaveDuplicates();
  }

  @Test
  void a_transaction_is_executed_unless_a_watched_key_has_changed() {
    redis.set("k", "1");
    redis.watch("k");
    redis.multi();
    redis.incr("k");
    redis.hset("h", "f", "v");
    redis.hgetall("h");
    TransactionResult result = redis.exec();
    assertThat(result.wasDiscarded()).isFalse();
    assertThat(result.<Object>get(0)).isEqualTo(2L);
    assertThat(result.<Object>get(2)).isEqualTo(Map.of("f", "v"));

    redis.watch("k");
    try (StatefulRedisConnection<String, String> other = client.connect(uri(1))) {
      other.sync().incr("k");
    }
    redis.multi();
    redis.set("k", "lost");
    assertThat(redis.exec().wasDiscarded()).isTrue();
    assertThat(redis.get("k")).isEqualTo("3");
  }

  @Test
  void a_pipeline_is_answered_in_order() {
    connection.setAutoFlushCommands(false);
    try {
      List<RedisFuture<Long>> counts = new ArrayList<>();
      for (int i = 0; i < 500; i++) {
        counts.add(connection.async().incr("n"));
      }
      connection.flushCommands();
      for (int i = 0; i < 500; i++) {
        assertThat(counts.get(i).toCompletableFuture().join()).isEqualTo(i + 1L);
      }
    } finally {
      connection.setAutoFlushCommands(true);
    }
  }

  @Test
  void the_script_that_releases_a_lock_works_and_others_are_refused() {
    String release =
        "if redis.call('get', KEYS[1]) == ARGV[1] then return redis.call('del', KEYS[1]) "
            + "else return 0 end";
    redis.set("lock", "mine");
    String[] key = {"lock"};
    assertThat(redis.<Long>eval(release, ScriptOutputType.INTEGER, key, "other")).isZero();
    String hash = redis.scriptLoad(release);
    assertThat(redis.<Long>evalsha(hash, ScriptOutputType.INTEGER, key, "mine")).isEqualTo(1);
    assertThatThrownBy(() -> redis.eval("return 1", ScriptOutputType.INTEGER))
        .hasMessageContaining("scripts are not executed");
  }
}
