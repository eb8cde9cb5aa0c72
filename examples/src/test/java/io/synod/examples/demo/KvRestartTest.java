package io.synod.examples.demo;

import static org.assertj.core.api.Assertions.assertThat;

import io.synod.core.settings.Durability;
import io.synod.examples.kv.cluster.Digests;
import io.synod.examples.process.ProcessCluster;
import io.synod.examples.process.ReplicaReport;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Processes that are killed under load and started again, as often as their level survives it. */
@Timeout(300)
final class KvRestartTest {
  private static final Duration LEADER_TIMEOUT = Duration.ofSeconds(60);
  private static final Duration CATCH_UP_MAX = Duration.ofSeconds(60);
  private static final int CLIENTS = 3;
  private static final int ANSWERS = 500;

  @ParameterizedTest
  @EnumSource(names = "MEMORY")
  @Execution(ExecutionMode.CONCURRENT)
  void a_follower_and_then_the_leader_come_back_with_everything(Durability level) throws Exception {
    try (ProcessCluster cluster = TestReplicas.small(level)) {
      cluster.start();
      int leader = cluster.awaitLeader(LEADER_TIMEOUT);
      try (Load load = Load.start(cluster, CLIENTS, Duration.ZERO)) {
        load.completions().await(ANSWERS);
        dieAndComeBack(cluster, load, (leader + 1) % cluster.size());
        dieAndComeBack(cluster, load, cluster.awaitLeader(LEADER_TIMEOUT));
        assertNothingLost(cluster, load);
      }
      cluster.delete();
    }
  }

  @Test
  @Execution(ExecutionMode.CONCURRENT)
  void with_sync_an_emptied_directory_is_filled_again_and_a_majority_and_then_all_die_at_once()
      throws Exception {
    try (ProcessCluster cluster = TestReplicas.small(Durability.SYNC)) {
      cluster.start();
      int emptied = (cluster.awaitLeader(LEADER_TIMEOUT) + 1) % cluster.size();
      try (Load load = Load.start(cluster, CLIENTS, Duration.ZERO)) {
        load.completions().await(ANSWERS);
        cluster.kill(emptied);
        load.completions().await(ANSWERS);
        cluster.forget(emptied);
        awaitSnapshotsOfOthers(cluster, load, emptied);
        cluster.start(emptied);
        cluster.awaitCaughtUp(emptied, CATCH_UP_MAX);
        ReplicaReport report = cluster.awaitReport(emptied, CATCH_UP_MAX);
        assertThat(report.incarnation()).isEqualTo(2);
        assertThat(report.snapshotsFetched()).isPositive();
        assertThat(TestReplicas.log(cluster, emptied))
            .contains("reports that this replica was a member before (incarnation 1)");

        int leader = cluster.awaitLeader(LEADER_TIMEOUT);
        dieAtOnce(cluster, load, leader, (leader + 1) % cluster.size());
        dieAtOnce(cluster, load, 0, 1, 2);
        assertNothingLost(cluster, load);
      }
      cluster.delete();
    }
  }

  /**
   * A peer keeps its journal from the snapshot before the newest one on, so one that has taken a
   * single snapshot would send its whole log instead of it.
   */
  private static void awaitSnapshotsOfOthers(ProcessCluster cluster, Load load, int emptied)
      throws Exception {
    for (int id = 0; id < cluster.size(); id++) {
      if (id != emptied) {
        awaitSnapshotAfter(cluster, load, id, awaitSnapshotAfter(cluster, load, id, 0));
      }
    }
  }

  /** Returns the end of a snapshot that reaches further than {@code end}. */
  private static long awaitSnapshotAfter(ProcessCluster cluster, Load load, int id, long end)
      throws Exception {
    ReplicaReport report = cluster.report(id);
    while (report == null || report.snapshotEnd() <= end) {
      load.completions().await(1);
      report = cluster.report(id);
    }
    return report.snapshotEnd();
  }

  private static void dieAndComeBack(ProcessCluster cluster, Load load, int victim)
      throws Exception {
    cluster.kill(victim);
    load.completions().await(ANSWERS);
    cluster.start(victim);
    cluster.awaitCaughtUp(victim, CATCH_UP_MAX);
    load.completions().await(ANSWERS);
  }

  private static void dieAtOnce(ProcessCluster cluster, Load load, int... victims)
      throws Exception {
    for (int victim : victims) {
      cluster.kill(victim);
    }
    for (int victim : victims) {
      cluster.start(victim);
    }
    load.completions().await(ANSWERS);
  }

  private static void assertNothingLost(ProcessCluster cluster, Load load) throws Exception {
    load.stop();
    load.audit();
    Verdict verdict = load.verdict();
    assertThat(load.acknowledgedWrites()).isGreaterThan(ANSWERS);
    assertThat(verdict.lost()).as("acknowledged writes lost").isZero();
    assertThat(verdict.executedTwice()).as("writes executed twice").isZero();
    assertThat(verdict.contradicted()).as("wrong answers").isZero();
    for (int id = 0; id < cluster.size(); id++) {
      cluster.awaitCaughtUp(id, CATCH_UP_MAX);
    }
    Digests digests = Digests.converge(cluster);
    assertThat(digests.agree()).as("digests: %s", digests).isTrue();
  }
}
