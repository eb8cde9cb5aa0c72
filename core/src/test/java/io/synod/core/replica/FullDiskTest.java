package io.synod.core.replica;

import static org.assertj.core.api.Assertions.assertThat;

import io.synod.core.cluster.View;
import io.synod.core.effect.ProtocolEvent;
import io.synod.core.event.Event;
import io.synod.core.message.Accept;
import io.synod.core.message.Accepted;
import io.synod.core.message.Decided;
import io.synod.core.message.Heartbeat;
import io.synod.core.message.HeartbeatAck;
import io.synod.core.message.PreVote;
import io.synod.core.message.PreVoteReply;
import io.synod.core.message.Prepare;
import io.synod.core.testing.Batches;
import io.synod.core.testing.Effect;
import io.synod.core.testing.Settings;
import io.synod.core.testing.TestCluster;
import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * docs/durability.md, "Full is a state": no votes, no promises, no leadership, until there is
 * space.
 */
class FullDiskTest {
  private static final View V1 = new View(1, 1);
  private static final View V2 = new View(2, 2);

  private final Single single = new Single(Settings.of(3));

  @Test
  void it_votes_for_nothing_and_writes_nothing() {
    single.heartbeat(V1, 0);
    fill(true);
    single.accept(V1, 0, "a");
    single.accept(V2, 0, "a");
    assertThat(single.out.sent(Accepted.class)).isEmpty();
    assertThat(single.out.of(Effect.Stored.class)).isEmpty();
    assertThat(single.replica.promised()).isEqualTo(V1);
  }

  @Test
  void it_promises_nothing_and_grants_nothing() {
    fill(true);
    single.receive(2, new Prepare(V2, 0));
    single.receive(2, new PreVote(V2, 0));
    single.receive(2, new Heartbeat(V2, 0, 0, 0, 1));
    assertThat(single.out.of(Effect.Stored.class)).isEmpty();
    assertThat(single.out.sent(PreVoteReply.class)).noneMatch(PreVoteReply::granted);
    assertThat(single.out.sent(HeartbeatAck.class)).isEmpty();
    assertThat(single.replica.promised()).isEqualTo(View.NONE);
  }

  @Test
  void it_still_follows_the_leader_that_it_has_promised() {
    single.accept(V1, 0, "a");
    fill(true);
    single.heartbeat(V1, 1);
    assertThat(single.out.sent(HeartbeatAck.class)).hasSize(1);
    assertThat(single.out.of(Effect.Delivered.class)).hasSize(1);
    single.receive(2, new PreVote(V2, 0));
    assertThat(single.replica.leader(single.nowNanos())).isEqualTo(1);
  }

  @Test
  void a_repeated_accept_is_not_answered_either() {
    single.accept(V1, 0, "a");
    fill(true);
    single.accept(V1, 0, "a");
    assertThat(single.out.sent(Accepted.class)).isEmpty();
  }

  @Test
  void it_fetches_and_learns_nothing() {
    fill(true);
    single.heartbeat(V1, 5);
    single.receive(1, new Decided(0, 1, List.of(Batches.batch("a"))));
    single.pass(10 * Settings.CATCH_UP_NANOS);
    assertThat(single.out.of(Effect.Stored.class)).isEmpty();
    assertThat(single.replica.decided()).isZero();
  }

  /** Nothing is decided any more that would make one due. */
  @Test
  void it_takes_a_snapshot_with_which_the_journal_is_cut() {
    single.accept(V1, 0, "a");
    single.heartbeat(V1, 1);
    fill(true);
    assertThat(single.out.lines()).contains("take snapshot");
    single.step(new Event.SnapshotTaken(1, true));
    fill(false);
    fill(true);
    assertThat(single.out.lines())
        .as("nothing was delivered since")
        .doesNotContain("take snapshot");

    fill(false);
    single.accept(V1, 1, "b");
    single.heartbeat(V1, 2);
    fill(true);
    single.step(new Event.SnapshotTaken(2, true));
    assertThat(single.out.lines()).contains("take snapshot", "cut journal #1");
  }

  @Test
  void a_leader_steps_down() {
    single.lead(2);
    fill(true);
    assertThat(single.replica.currentRole()).isEqualTo(Role.FOLLOWER);
    assertThat(single.out.events(ProtocolEvent.SteppedDown.class))
        .extracting(ProtocolEvent.SteppedDown::reason)
        .containsExactly("the disk is full");
    assertThat(single.out.events(ProtocolEvent.StorageFull.class))
        .containsExactly(new ProtocolEvent.StorageFull(true));
  }

  @Test
  void a_candidate_and_a_pre_candidate_give_up() {
    single.candidate(2);
    fill(true);
    assertThat(single.replica.currentRole()).isEqualTo(Role.FOLLOWER);
    Single other = new Single(Settings.of(3));
    other.preVote();
    other.step(new Event.StorageFull(true));
    assertThat(other.replica.currentRole()).isEqualTo(Role.FOLLOWER);
  }

  @Test
  void it_does_not_pre_vote_and_does_again_when_there_is_space() {
    fill(true);
    for (int round = 0; round < 5; round++) {
      single.wake();
    }
    assertThat(single.out.sent(PreVote.class)).isEmpty();
    fill(false);
    single.wake();
    assertThat(single.out.sent(PreVote.class)).hasSize(1);
  }

  @Test
  void it_votes_again_when_there_is_space() {
    fill(true);
    single.accept(V1, 0, "a");
    fill(false);
    single.accept(V1, 0, "a");
    assertThat(single.out.sent(Accepted.class)).hasSize(1);
  }

  @Test
  void a_full_leader_hands_over_and_the_cluster_goes_on() {
    TestCluster cluster = new TestCluster(Settings.of(3));
    cluster.elect(0);
    cluster.proposeAndDeliver(0, "a");
    cluster.node(0).fillDisk(true);
    cluster.await("another leads", () -> cluster.leads() > 0);
    cluster.propose(cluster.leader(), "b");
    cluster.elapse(Settings.ELECTION_NANOS);
    int leader = cluster.leader();
    assertThat(cluster.node(leader).delivered()).containsExactly("a", "b");
    assertThat(cluster.node(0).delivered()).containsExactly("a");
    cluster.node(0).fillDisk(false);
    cluster.elapse(Settings.ELECTION_NANOS);
    assertThat(cluster.node(0).delivered()).containsExactly("a", "b");
  }

  @Test
  void a_cluster_whose_disks_are_all_full_decides_nothing_and_goes_on_by_itself() {
    TestCluster cluster = new TestCluster(Settings.of(3));
    cluster.elect(0);
    cluster.hold(envelope -> envelope.is(Accept.class));
    cluster.propose(0, "a");
    cluster.nodes().forEach(node -> node.fillDisk(true));
    cluster.healAndElapse(20 * Settings.ELECTION_NANOS);
    assertThat(cluster.leads()).isEqualTo(-1);
    assertThat(cluster.chosen().chosen(0)).isNull();
    for (int replica = 0; replica < 3; replica++) {
      assertThat(cluster.node(replica).stopped()).isNull();
      cluster.node(replica).fillDisk(false);
    }
    cluster.await("somebody leads", () -> cluster.leads() >= 0);
    cluster.propose(cluster.leader(), "b");
    cluster.elapse(Settings.ELECTION_NANOS);
    assertThat(cluster.node(1).delivered()).contains("b");
  }

  private void fill(boolean full) {
    single.out.clear();
    single.step(new Event.StorageFull(full));
  }
}
