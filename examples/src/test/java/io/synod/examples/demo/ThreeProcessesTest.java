package io.synod.examples.demo;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.synod.client.SynodClient;
import io.synod.core.settings.Consistency;
import io.synod.examples.kv.cluster.Digests;
import io.synod.examples.kv.cluster.KvReplicas;
import io.synod.examples.kv.cluster.Value;
import io.synod.examples.kv.command.Operation;
import io.synod.examples.process.ProcessCluster;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/**
 * Three processes over TCP. Each test finds all of them running, and leaves them running for the
 * next one.
 */
@Timeout(300)
@Execution(ExecutionMode.SAME_THREAD)
final class ThreeProcessesTest {
  private static final Duration LEADER_TIMEOUT = Duration.ofSeconds(60);
  private static final Duration CATCH_UP_MAX = Duration.ofSeconds(60);
  private static final Duration READ_TIMEOUT = Duration.ofSeconds(20);
  private static final int ANSWERS = 2000;
  private static final int CLIENTS = 3;

  private static final byte[] KEY = "key".getBytes(US_ASCII);
  private static final byte[] VALUE = "value".getBytes(US_ASCII);

  // Two of three draw their replica: once in eighty times none draws the one that stands
  // still.
  private static final int READERS = 16;

  private static ProcessCluster cluster;
  private static int begun;
  private static int passed;

  @BeforeAll
  static void start() throws IOException {
    cluster = KvReplicas.create(3);
    cluster.start();
  }

  @BeforeEach
  void count() {
    begun++;
  }

  /** The logs of a cluster that failed a test stay. */
  @AfterAll
  static void close() throws IOException {
    if (passed == begun) {
      cluster.delete();
    }
    cluster.close();
  }

  /** The next test may stop any one of them. */
  private static void passedWith(int restarted) throws Exception {
    cluster.awaitCaughtUp(restarted, CATCH_UP_MAX);
    passed++;
  }

  @Test
  void neither_a_paused_nor_a_killed_leader_loses_or_repeats_a_write() throws Exception {
    cluster.awaitLeader(LEADER_TIMEOUT);
    try (Load load = Load.start(cluster, CLIENTS, Duration.ZERO)) {
      load.completions().await(ANSWERS);
      int paused = cluster.awaitLeader(LEADER_TIMEOUT);
      cluster.pause(paused);
      load.completions().await(ANSWERS);
      cluster.resume(paused);
      load.completions().await(ANSWERS);
      int killed = cluster.awaitLeader(LEADER_TIMEOUT);
      cluster.kill(killed);
      load.completions().await(ANSWERS);
      cluster.start(killed);
      cluster.awaitCaughtUp(killed, CATCH_UP_MAX);
      load.stop();
      load.audit();
      assertClean(load);
    }
    Digests digests = Digests.converge(cluster);
    assertThat(digests.agree()).as("digests: %s", digests).isTrue();
    passed++;
  }

  private static void assertClean(Load load) {
    assertThat(load.acknowledgedWrites()).isGreaterThan(ANSWERS);
    assertThat(load.verdict().lost()).as("acknowledged writes lost").isZero();
    assertThat(load.verdict().executedTwice()).as("writes executed twice").isZero();
    assertThat(load.verdict().contradicted()).as("wrong answers").isZero();
  }

  @Test
  void no_read_waits_for_a_paused_replica() throws Exception {
    int paused = (cluster.awaitLeader(LEADER_TIMEOUT) + 1) % cluster.size();
    try (SynodClient client = cluster.client()) {
      client.execute(Operation.SET.request(KEY, VALUE));
    }
    cluster.pause(paused);
    Consistency fresh = Consistency.bounded(Duration.ofNanos(1));
    List<Consistency> all = List.of(Consistency.QUORUM, fresh, Consistency.LEADER);
    for (int number = 0; number < READERS; number++) {
      try (SynodClient client = cluster.clientBuilder().requestTimeout(READ_TIMEOUT).build()) {
        byte[] read = client.executeQuery(Operation.GET.request(KEY), all.get(number % all.size()));
        assertThat(Value.text(read)).isEqualTo("value");
      }
    }
    cluster.resume(paused);
    passedWith(paused);
  }

  @Test
  void a_replica_ends_within_two_seconds_of_the_signal() throws Exception {
    int leader = cluster.awaitLeader(LEADER_TIMEOUT);
    // A machine that stands still may spoil one.
    for (int tries = 1; !endsInTime(cluster.process(leader).process()); tries++) {
      assertThat(tries).isLessThan(3);
      cluster.start(leader);
      leader = cluster.awaitLeader(LEADER_TIMEOUT);
    }
    assertThat(cluster.isAlive(leader)).isFalse();
    assertThatThrownBy(cluster::checkAlive)
        .isInstanceOf(IOException.class)
        .hasMessageContaining("replica " + leader + " has ended");
    cluster.start(leader);
    passedWith(leader);
  }

  private static boolean endsInTime(Process process) throws InterruptedException {
    process.toHandle().destroy();
    boolean isInTime = process.waitFor(2, TimeUnit.SECONDS);
    process.waitFor();
    return isInTime;
  }
}
