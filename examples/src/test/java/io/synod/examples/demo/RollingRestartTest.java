package io.synod.examples.demo;

import static org.assertj.core.api.Assertions.assertThat;

import io.synod.core.settings.Durability;
import io.synod.examples.kv.cluster.Digests;
import io.synod.examples.process.ProcessCluster;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The test ends every replica and starts it again, one after the other, under load. */
@Timeout(180)
final class RollingRestartTest {
  private static final Duration PATIENCE = Duration.ofSeconds(60);
  private static final int CLIENTS = 3;
  private static final int ANSWERS = 300;

  // Not as many requests as the replicas take, for the sake of the processors.
  private static final Duration BETWEEN = Duration.ofMillis(4);
  private static final long ELECTION_MILLIS = 3_000;

  @Test
  void no_request_fails_and_no_election_timeout_passes() throws Exception {
    try (ProcessCluster cluster =
        TestReplicas.create(
            Durability.SYNC, "election.timeout = 3s", "election.heartbeat = 50ms")) {
      cluster.start();
      cluster.awaitLeader(PATIENCE);
      try (Load load = Load.start(cluster, CLIENTS, BETWEEN)) {
        load.completions().await(ANSWERS);
        for (int id = 0; id < 3; id++) {
          long gapMillis = restart(cluster, load, id);
          assertThat(gapMillis).as("without an answer").isLessThan(ELECTION_MILLIS);
        }
        load.stop();
        load.audit();
        assertThat(load.unknownWrites()).isZero();
        assertThat(load.verdict().lost()).isZero();
        assertThat(load.verdict().executedTwice()).isZero();
        assertThat(Digests.converge(cluster).agree()).isTrue();
      }
      cluster.delete();
    }
  }

  /** Returns the longest time without an answer meanwhile. */
  private static long restart(ProcessCluster cluster, Load load, int id) throws Exception {
    boolean leads = cluster.awaitLeader(PATIENCE) == id;
    load.completions().watch();
    cluster.process(id).signal("TERM");
    cluster.process(id).awaitEnd();
    cluster.start(id);
    cluster.awaitCaughtUp(id, PATIENCE);
    load.completions().await(ANSWERS);
    long gapMillis = load.completions().longestGapMillis();
    System.out.printf(
        "replica %d, which %s, was restarted: at most %d ms without an answer%n",
        id, leads ? "led" : "followed", gapMillis);
    return gapMillis;
  }
}
