package io.synod.examples.kv;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import redis.clients.jedis.DefaultJedisClientConfig;
import redis.clients.jedis.HostAndPort;
import redis.clients.jedis.Jedis;
import redis.clients.jedis.Pipeline;
import redis.clients.jedis.RedisProtocol;
import redis.clients.jedis.Response;
import redis.clients.jedis.Transaction;
import redis.clients.jedis.exceptions.JedisDataException;
import redis.clients.jedis.params.GetExParams;
import redis.clients.jedis.params.ScanParams;
import redis.clients.jedis.params.SetParams;
import redis.clients.jedis.resps.ScanResult;

/** Unmodified Redis clients before a cluster of three real replicas. */
@Timeout(120)
final class RedisClientsTest {
  private static final long PROCESS_SECONDS_MAX = 60;

  private static LocalCluster cluster;

  @TempDir static Path directory;

  @BeforeAll
  static void start() throws IOException {
    cluster = LocalCluster.start(3, 3);
  }

  @AfterAll
  static void close() {
    cluster.close();
  }

  @BeforeEach
  void flush() {
    try (Jedis jedis = jedis(0)) {
      jedis.flushDB();
    }
  }

  @Test
  void jedis_writes_at_one_replica_and_reads_it_at_every_other() {
    try (Jedis one = jedis(0);
        Jedis two = jedis(1);
        Jedis three = jedis(2)) {
      for (int i = 0; i < 50; i++) {
        one.set("k", "a" + i);
        assertThat(two.get("k")).isEqualTo("a" + i);
        assertThat(three.append("k", "b")).isEqualTo(("a" + i).length() + 1);
        assertThat(one.get("k")).isEqualTo("a" + i + "b");
      }
    }
  }

  @Test
  void jedis_knows_all_commands() {
    try (Jedis jedis = jedis(1)) {
      assertThat(jedis.ping()).isEqualTo("PONG");
      assertThat(jedis.echo("x")).isEqualTo("x");
      assertThat(jedis.select(0)).isEqualTo("OK");
      assertThat(jedis.mset("a", "1", "b", "2")).isEqualTo("OK");
      assertThat(jedis.mget("a", "x", "b")).containsExactly("1", null, "2");
      assertThat(jedis.setnx("a", "9")).isZero();
      assertThat(jedis.setGet("a", "3")).isEqualTo("1");
      assertThat(jedis.getDel("b")).isEqualTo("2");
      assertThat(jedis.incrBy("n", 5)).isEqualTo(5);
      assertThat(jedis.decr("n")).isEqualTo(4);
      assertThat(jedis.strlen("n")).isEqualTo(1);
      assertThat(jedis.exists("a", "b", "n")).isEqualTo(2);
      assertThat(jedis.type("a")).isEqualTo("string");
      assertThat(jedis.dbSize()).isEqualTo(2);
      assertThat(jedis.keys("?")).containsExactlyInAnyOrder("a", "n");
      assertThat(jedis.del("a", "n")).isEqualTo(2);
      assertThat(jedis.clientSetname("me")).isEqualTo("OK");
      assertThat(jedis.clientGetname()).isEqualTo("me");
      assertThat(jedis.info()).contains("synod_status:{", "synod_digest:");
      assertThat(jedis.configGet("save")).containsEntry("save", "");
    }
  }

  @Test
  void jedis_gets_redis_errors() {
    try (Jedis jedis = jedis(2)) {
      jedis.set("k", "text");
      assertThatThrownBy(() -> jedis.incr("k"))
          .isInstanceOf(JedisDataException.class)
          .hasMessage("ERR value is not an integer or out of range");
      assertThatThrownBy(() -> jedis.lpush("k", "v"))
          .hasMessage("ERR unknown command 'LPUSH', with args beginning with: 'k' 'v' ");
    }
  }

  @Test
  void a_jedis_pipeline_of_writes_and_reads_is_answered_in_order() {
    try (Jedis jedis = jedis(1)) {
      Pipeline pipeline = jedis.pipelined();
      List<Response<Long>> counts = new ArrayList<>();
      List<Response<String>> reads = new ArrayList<>();
      for (int i = 0; i < 500; i++) {
        counts.add(pipeline.incr("n"));
        counts.add(pipeline.incr("n"));
        reads.add(pipeline.get("n"));
      }
      pipeline.sync();
      for (int i = 0; i < 500; i++) {
        assertThat(counts.get(2 * i).get()).isEqualTo(2L * i + 1);
        assertThat(reads.get(i).get()).isEqualTo(Integer.toString(2 * i + 2));
      }
    }
  }

  @Test
  void keys_expire_while_nobody_writes() throws InterruptedException {
    try (Jedis jedis = jedis(0)) {
      jedis.set("long", "v", SetParams.setParams().px(300_000));
      assertThat(jedis.pttl("long")).isBetween(1L, 300_000L);
      jedis.set("k", "v", SetParams.setParams().px(300));
      long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(20);
      while (jedis.exists("k") && System.nanoTime() < deadline) {
        LockSupport.parkNanos(1_000_000);
      }
      assertThat(jedis.get("k")).isNull();
      assertThat(jedis.ttl("k")).isEqualTo(-2);
      assertThat(jedis.exists("long")).isTrue();
    }
  }

  @Test
  void a_scan_goes_on_at_another_replica() {
    Set<String> seen = new HashSet<>();
    try (Jedis one = jedis(0);
        Jedis two = jedis(1)) {
      for (int i = 0; i < 300; i++) {
        one.set("key:" + i, "v");
      }
      ScanParams params = new ScanParams().match("key:*").count(25);
      ScanResult<String> page = one.scan("0", params);
      seen.addAll(page.getResult());
      while (!page.isCompleteIteration()) {
        page = two.scan(page.getCursor(), params);
        seen.addAll(page.getResult());
      }
    }
    assertThat(seen).hasSize(300);
  }

  @Test
  void redis_cli_just_works_at_every_replica() throws Exception {
    for (int id = 0; id < 3; id++) {
      String port = Integer.toString(cluster.redisPort(id));
      assertThat(run("redis-cli", "-p", port, "set", "k", "v" + id)).isEqualTo("OK\n");
      assertThat(run("redis-cli", "-p", port, "get", "k")).isEqualTo("v" + id + "\n");
      assertThat(run("redis-cli", "-p", port, "--scan")).isEqualTo("k\n");
      assertThat(run("redis-cli", "-p", port, "command", "count").strip()).matches("\\d+");
      assertThat(run("redis-cli", "-p", port, "object", "encoding", "k"))
          .startsWith("ERR unknown command 'object', with args beginning with: 'encoding' 'k' ");
    }
  }

  @Test
  void redis_benchmark_runs_unmodified() throws Exception {
    String port = Integer.toString(cluster.redisPort(1));
    List<String> command = List.of("redis-benchmark", "-p", port, "-t", "ping,set,get,incr");
    List<String> all = new ArrayList<>(command);
    all.addAll(List.of("-c", "50", "-P", "16", "-n", "20000", "--csv"));
    String output = run(all.toArray(new String[0]));
    assertThat(output)
        .contains("\"SET\"", "\"GET\"", "\"INCR\"")
        .doesNotContainIgnoringCase("error");
    try (Jedis jedis = jedis(2)) {
      assertThat(jedis.get("counter:__rand_int__")).isEqualTo("20000");
    }
  }

  @Test
  void a_client_may_speak_version_3_of_the_protocol() {
    DefaultJedisClientConfig version3 =
        DefaultJedisClientConfig.builder()
            .protocol(RedisProtocol.RESP3)
            .timeoutMillis(10_000)
            .clientName("three")
            .build();
    HostAndPort address = new HostAndPort(LocalCluster.HOST, cluster.redisPort(1));
    try (Jedis jedis = new Jedis(address, version3)) {
      assertThat(jedis.clientGetname()).isEqualTo("three");
      assertThat(jedis.get("resp3:none")).isNull();
      assertThat(jedis.set("resp3:key", "value")).isEqualTo("OK");
      assertThat(jedis.set("resp3:key", "other", SetParams.setParams().nx())).isNull();
      assertThat(jedis.mget("resp3:none", "resp3:key", "resp3:none"))
          .containsExactly(null, "value", null);
      assertThat(jedis.scan("0", new ScanParams().match("resp3:*").count(1_000)).getResult())
          .containsExactly("resp3:key");
      assertThat(jedis.configGet("appendonly")).containsEntry("appendonly", "no");
      assertThat(jedis.del("resp3:key")).isEqualTo(1);
    }
  }

  @Test
  void jedis_works_with_hashes_and_expiry() {
    try (Jedis jedis = jedis(0)) {
      assertThat(jedis.hset("h", Map.of("a", "1", "b", "2"))).isEqualTo(2);
      assertThat(jedis.hgetAll("h")).isEqualTo(Map.of("a", "1", "b", "2"));
      assertThat(jedis.hmget("h", "b", "x")).containsExactly("2", null);
      assertThat(jedis.hincrBy("h", "a", 4)).isEqualTo(5);
      assertThat(jedis.hscan("h", "0").getResult()).hasSize(2);
      assertThat(jedis.hdel("h", "a", "b")).isEqualTo(2);
      assertThat(jedis.setex("k", 100, "v")).isEqualTo("OK");
      assertThat(jedis.getEx("k", GetExParams.getExParams().persist())).isEqualTo("v");
      assertThat(jedis.ttl("k")).isEqualTo(-1);
      assertThat(jedis.incrByFloat("f", 0.5)).isEqualTo(0.5);
      assertThat(jedis.rename("k", "l")).isEqualTo("OK");
      assertThat(jedis.unlink("l", "f")).isEqualTo(2);
      assertThat(jedis.time()).hasSize(2);
      assertThat(jedis.role()).startsWith("master", 0L);
    }
  }

  @Test
  void of_two_jedis_transactions_that_watch_one_key_the_second_is_not_executed() {
    try (Jedis one = jedis(0);
        Jedis two = jedis(1)) {
      one.set("k", "1");
      one.watch("k");
      two.watch("k");
      Transaction first = one.multi();
      Transaction second = two.multi();
      Response<Long> sum = first.incrBy("k", 10);
      second.incrBy("k", 100);
      assertThat(first.exec()).containsExactly(11L);
      assertThat(second.exec()).isNull();
      assertThat(sum.get()).isEqualTo(11);
      assertThat(two.get("k")).isEqualTo("11");
    }
  }

  @Test
  void transactions_at_three_replicas_transfer_between_hashes_and_lose_nothing() throws Exception {
    try (Jedis jedis = jedis(0)) {
      jedis.hset("accounts", Map.of("a", "1000", "b", "1000"));
    }
    ExecutorService clients = Executors.newFixedThreadPool(3);
    try {
      List<Future<Integer>> transfers = new ArrayList<>();
      for (int id = 0; id < 3; id++) {
        int replica = id;
        transfers.add(clients.submit(() -> transfer(replica, 30)));
      }
      int done = 0;
      for (Future<Integer> transfer : transfers) {
        done += transfer.get();
      }
      try (Jedis jedis = jedis(1)) {
        Map<String, String> accounts = jedis.hgetAll("accounts");
        assertThat(done).isEqualTo(90);
        assertThat(accounts)
            .isEqualTo(Map.of("a", Integer.toString(1000 - done), "b", "" + (1000 + done)));
      }
    } finally {
      clients.shutdownNow();
    }
  }

  /** Reads, decides and writes, and begins again if another client was faster. */
  private static int transfer(int replica, int count) {
    int done = 0;
    try (Jedis jedis = jedis(replica)) {
      while (done < count) {
        jedis.watch("accounts");
        int from = Integer.parseInt(jedis.hget("accounts", "a"));
        int to = Integer.parseInt(jedis.hget("accounts", "b"));
        Transaction transaction = jedis.multi();
        transaction.hset("accounts", "a", Integer.toString(from - 1));
        transaction.hset("accounts", "b", Integer.toString(to + 1));
        done += transaction.exec() == null ? 0 : 1;
      }
    }
    return done;
  }

  private static Jedis jedis(int id) {
    return new Jedis(LocalCluster.HOST, cluster.redisPort(id), 10_000);
  }

  private static String run(String... command) throws IOException, InterruptedException {
    assumeTrue(isInstalled(command[0]), command[0] + " is not installed: this part is skipped");
    Path output = Files.createTempFile(directory, "output", ".txt");
    Process process =
        new ProcessBuilder(command)
            .redirectErrorStream(true)
            .redirectInput(new File("/dev/null"))
            .redirectOutput(output.toFile())
            .start();
    try {
      assertThat(process.waitFor(PROCESS_SECONDS_MAX, TimeUnit.SECONDS)).isTrue();
    } finally {
      process.destroyForcibly();
    }
    return Files.readString(output, UTF_8);
  }

  private static boolean isInstalled(String program) {
    return Arrays.stream(System.getenv().getOrDefault("PATH", "").split(File.pathSeparator))
        .anyMatch(folder -> Files.isExecutable(Path.of(folder, program)));
  }
}
