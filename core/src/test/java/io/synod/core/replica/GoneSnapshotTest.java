package io.synod.core.replica;

import static org.assertj.core.api.Assertions.assertThat;

import io.synod.core.testing.Settings;
import io.synod.core.testing.TestCluster;
import org.junit.jupiter.api.Test;

/** A snapshot that was fetched, and whose file is gone later. */
class GoneSnapshotTest {
  private final TestCluster cluster =
      new TestCluster(Settings.of(3).logBytes(1).withoutJournalReads());

  /** The vote of replica 0 in slot 0 has lost; the snapshot of another one stood in for it. */
  private void fetchSnapshotBehindLostVote() {
    cluster.elect(0);
    cluster.partition(0);
    cluster.propose(0, "lost");
    cluster.elapse(3 * Settings.ELECTION_NANOS);
    assertThat(cluster.replica(0).voteAt(0)).isNotNull();
    cluster.await(
        "another one leads", () -> cluster.replica(1).leads() || cluster.replica(2).leads());
    cluster.propose(cluster.replica(1).leads() ? 1 : 2, "kept");
    cluster.deliverAll();
    cluster.heal();
    cluster.await("0 has fetched it", () -> cluster.node(0).delivered().contains("kept"));
    assertThat(cluster.node(0).disk().snapshotEnds()).containsExactly(1L);
  }

  private void decideMore() {
    for (int slot = 1; slot < 40; slot++) {
      cluster.propose(cluster.leader(), "slot " + slot);
      cluster.elapse(Settings.HEARTBEAT_NANOS);
    }
    cluster.await("0 has all", () -> cluster.node(0).delivered().contains("slot 39"));
  }

  private void loseSnapshot() {
    cluster.node(0).crash();
    cluster.node(0).disk().loseNewestSnapshot();
    cluster.node(0).start();
    assertThat(cluster.replica(0).currentRole()).isEqualTo(Role.RECOVERING);
    cluster.await("0 joins again", () -> cluster.replica(0).currentRole() != Role.RECOVERING);
    cluster.elapse(5 * Settings.ELECTION_NANOS);
  }

  @Test
  void without_it_no_vote_that_lost_counts_as_decided() {
    fetchSnapshotBehindLostVote();
    decideMore();
    loseSnapshot();
    assertThat(cluster.node(0).delivered()).startsWith("kept").contains("slot 39");
  }

  @Test
  void without_it_no_vote_that_lost_counts_as_decided_after_a_start_with_it() {
    fetchSnapshotBehindLostVote();
    cluster.node(0).restart();
    decideMore();
    loseSnapshot();
    assertThat(cluster.node(0).delivered()).startsWith("kept").contains("slot 39");
  }
}
