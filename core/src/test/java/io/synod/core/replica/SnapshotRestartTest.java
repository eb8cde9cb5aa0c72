package io.synod.core.replica;

import static org.assertj.core.api.Assertions.assertThat;

import io.synod.core.effect.JournalRecord;
import io.synod.core.effect.ProtocolEvent;
import io.synod.core.settings.Durability;
import io.synod.core.testing.Settings;
import io.synod.core.testing.TestCluster;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Replicas that start from snapshots, of their own or fetched ones. */
class SnapshotRestartTest extends SnapshotFixture {
  @Test
  void a_fetched_snapshot_is_where_a_restart_begins() {
    leaveBehind();
    cluster.healAndElapse(Settings.ELECTION_NANOS);
    long end = cluster.replica(2).snapshotEnd();
    cluster.partition(2);
    cluster.node(2).restart();
    assertThat(cluster.replica(2).currentRole()).isEqualTo(Role.FOLLOWER);
    assertThat(cluster.replica(2).firstKept()).isEqualTo(end);
    assertThat(cluster.node(2).delivered()).isEqualTo(all.subList(0, (int) end));
  }

  @ParameterizedTest
  @EnumSource(Durability.class)
  void a_replica_that_has_lost_everything_joins_by_a_snapshot(Durability level) {
    cluster = new TestCluster(settings.durability(level));
    cluster.elect(0);
    for (int slot = 0; slot < 20; slot++) {
      propose("s" + slot);
    }
    cluster.elapse(Settings.ELECTION_NANOS);
    cluster.node(2).restartEmpty();
    cluster.elapse(2 * Settings.ELECTION_NANOS);
    assertThat(cluster.replica(2).currentRole()).isEqualTo(Role.FOLLOWER);
    assertThat(count(2, ProtocolEvent.SnapshotFetched.class)).isEqualTo(1);
    converged();
  }

  @Test
  void a_replica_that_joined_by_a_snapshot_detects_its_loss() {
    elected();
    for (int slot = 0; slot < 10; slot++) {
      propose("s" + slot);
    }
    cluster.elapse(Settings.ELECTION_NANOS);
    cluster.node(2).restartEmpty();
    cluster.elapse(2 * Settings.ELECTION_NANOS);
    assertThat(count(2, ProtocolEvent.SnapshotFetched.class)).isEqualTo(1);
    assertThat(cluster.node(2).disk().isWhole()).isTrue();

    cluster.node(2).crash();
    cluster.node(2).disk().loseNewestSnapshot();

    assertThat(cluster.node(2).disk().isWhole()).isFalse();
    cluster.node(2).start();
    assertThat(cluster.replica(2).currentRole()).isEqualTo(Role.RECOVERING);
  }

  @Test
  void it_does_not_join_before_the_service_is_restored() {
    for (int slot = 0; slot < 5; slot++) {
      elected();
      propose("s" + slot);
    }
    cluster.elapse(Settings.ELECTION_NANOS);
    cluster.node(2).restartEmpty();
    cluster.node(2).stallService();
    cluster.elapse(5 * Settings.ELECTION_NANOS);
    assertThat(count(2, ProtocolEvent.SnapshotFetched.class)).isEqualTo(1);
    assertThat(cluster.replica(2).currentRole()).isEqualTo(Role.RECOVERING);
    cluster.node(2).resumeService();
    assertThat(cluster.replica(2).currentRole()).isEqualTo(Role.FOLLOWER);
  }

  @Test
  void a_cluster_that_takes_snapshots_restarts_from_them_and_the_journal_behind() {
    cluster = new TestCluster(settings.snapshotSlots(4));
    elected();
    for (int slot = 0; slot < 22; slot++) {
      propose("s" + slot);
    }
    cluster.elapse(Settings.ELECTION_NANOS);
    for (int replica = 0; replica < 3; replica++) {
      List<Long> ends = cluster.node(replica).disk().snapshotEnds();
      assertThat(ends).as("the last two are kept").hasSize(2);
      assertThat(cluster.node(replica).disk().cutAt()).isEqualTo(ends.get(0));
      assertThat(cluster.node(replica).disk().records(JournalRecord.Voted.class))
          .allMatch(vote -> vote.slot() >= ends.get(0));
      cluster.node(replica).crash();
    }
    cluster.nodes().forEach(node -> node.start());
    elected();
    propose("again");
    cluster.elapse(5 * Settings.ELECTION_NANOS);
    converged();
  }

  @Test
  void the_older_snapshot_and_a_longer_journal_do_as_well() {
    cluster = new TestCluster(settings.snapshotSlots(4));
    elected();
    for (int slot = 0; slot < 22; slot++) {
      propose("s" + slot);
    }
    for (int replica = 0; replica < 3; replica++) {
      cluster.node(replica).crash();
      cluster.node(replica).disk().loseNewestSnapshot();
    }
    for (int replica = 0; replica < 3; replica++) {
      cluster.node(replica).start();
      assertThat(cluster.replica(replica).currentRole()).isEqualTo(Role.FOLLOWER);
    }
    elected();
    propose("again");
    cluster.elapse(5 * Settings.ELECTION_NANOS);
    converged();
  }
}
