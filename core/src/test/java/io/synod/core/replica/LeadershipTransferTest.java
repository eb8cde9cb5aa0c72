package io.synod.core.replica;

import static org.assertj.core.api.Assertions.assertThat;

import io.synod.core.effect.ProtocolEvent;
import io.synod.core.event.Event;
import io.synod.core.message.Accept;
import io.synod.core.message.Accepted;
import io.synod.core.message.CatchUp;
import io.synod.core.message.Heartbeat;
import io.synod.core.message.HeartbeatAck;
import io.synod.core.message.PreVote;
import io.synod.core.message.Prepare;
import io.synod.core.message.TransferLeadership;
import io.synod.core.testing.Effect;
import io.synod.core.testing.Envelope;
import io.synod.core.testing.Settings;
import io.synod.core.testing.TestCluster;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Replica 0 of three leads, and another one is to lead. */
class LeadershipTransferTest {
  private final TestCluster cluster = new TestCluster(Settings.of(3));

  @BeforeEach
  void elect() {
    cluster.elect(0);
    cluster.propose(0, "a");
    cluster.elapse(2 * Settings.HEARTBEAT_NANOS);
    assertThat(cluster.replica(2).decided()).isEqualTo(1);
  }

  /** The leader does not learn that the replica knows the last decision. */
  private void doubt(int replica) {
    cluster.lose(
        envelope ->
            envelope.from() == replica
                && (envelope.is(HeartbeatAck.class) || envelope.is(Accepted.class)));
    cluster.proposeAndDeliver(0, "b");
  }

  private void ask(int to) {
    cluster.node(0).step(new Event.TransferAsked("t", to));
  }

  /** Of the transfers that have ended at replica 0, {@code null} for one that succeeded. */
  private List<String> outcomes() {
    return cluster.node(0).effects().of(Effect.TransferEnded.class).stream()
        .map(Effect.TransferEnded::failure)
        .map(String::valueOf)
        .toList();
  }

  @Test
  void the_target_leads_without_a_pre_vote_and_proposes_nothing_again() {
    ask(2);
    cluster.deliverAll();
    assertThat(cluster.leads()).isEqualTo(2);
    assertThat(outcomes()).containsExactly("null");
    assertThat(cluster.node(2).effects().events(ProtocolEvent.Leading.class))
        .extracting(ProtocolEvent.Leading::takenOver)
        .containsExactly(0L);
    assertThat(cluster.node(2).effects().sent(PreVote.class)).isEmpty();
    cluster.propose(2, "b");
    cluster.elapse(2 * Settings.HEARTBEAT_NANOS);
    cluster.nodes().forEach(node -> assertThat(node.delivered()).containsExactly("a", "b"));
  }

  @Test
  void open_slots_are_decided_first_and_no_others_are_opened() {
    cluster.hold(envelope -> envelope.message() instanceof Accepted);
    cluster.propose(0, "b");
    ask(1);
    cluster.proposeAndDeliver(0, "c");
    assertThat(cluster.replica(0).openSlots()).isEqualTo(1);
    assertThat(cluster.node(0).effects().sent(TransferLeadership.class)).isEmpty();
    cluster.heal();
    cluster.deliverAll();
    assertThat(cluster.leads()).isEqualTo(1);
    cluster.elapse(2 * Settings.HEARTBEAT_NANOS);
    assertThat(cluster.node(1).delivered()).containsExactly("a", "b");
  }

  @Test
  void the_target_needs_no_round_trip_if_it_is_known_to_know_everything() {
    cluster.lose(envelope -> envelope.from() != envelope.to() && envelope.is(Prepare.class));
    ask(1);
    cluster.deliverAll();
    assertThat(cluster.leads()).isEqualTo(1);
  }

  @Test
  void a_target_that_has_voted_for_the_last_slot_is_known_to_know_everything() {
    cluster.hold(envelope -> envelope.is(Accepted.class));
    cluster.lose(
        envelope ->
            envelope.is(HeartbeatAck.class)
                || envelope.from() != envelope.to() && envelope.is(Prepare.class));
    cluster.propose(0, "b");
    ask(1);
    cluster.deliverAll();
    cluster.deliver(envelope -> envelope.is(Accepted.class));
    cluster.deliverAll();
    assertThat(cluster.leads()).isEqualTo(1);
    assertThat(cluster.node(1).delivered()).containsExactly("a", "b");
  }

  @Test
  void if_the_target_fails_when_it_is_to_lead_the_replicas_elect_a_leader() {
    cluster.lose(envelope -> envelope.is(TransferLeadership.class));
    ask(1);
    cluster.deliverAll();
    assertThat(cluster.leads()).isNegative();
    assertThat(outcomes()).containsExactly("null");
    cluster.await("a replica leads", () -> cluster.leads() >= 0);
    cluster.propose(cluster.leads(), "b");
    cluster.elapse(2 * Settings.HEARTBEAT_NANOS);
    assertThat(cluster.node(1).delivered()).containsExactly("a", "b");
  }

  @Test
  void a_target_that_never_catches_up_leaves_the_leader_proposing() {
    cluster.hold(envelope -> envelope.to() == 1 && envelope.message() instanceof Accept);
    cluster.lose(envelope -> envelope.to() == 1 && envelope.message() instanceof Heartbeat);
    cluster.propose(0, "b");
    ask(1);
    cluster.deliverAll();
    assertThat(cluster.node(0).effects().sent(TransferLeadership.class)).hasSize(1);
    assertThat(cluster.leads()).as("the target ignores it").isZero();
    cluster.propose(0, "c");
    cluster.elapse(2 * Settings.ELECTION_NANOS);
    assertThat(cluster.node(0).effects().sent(TransferLeadership.class)).hasSize(1);
    assertThat(outcomes()).containsExactly("replica 1 did not take over in time");
    assertThat(cluster.node(0).effects().events(ProtocolEvent.TransferFailed.class)).hasSize(1);
    assertThat(cluster.node(2).delivered()).containsExactly("a", "b", "c");
  }

  @Test
  void a_target_that_lacks_a_slot_is_asked_again_when_it_has_caught_up() {
    cluster.lose(
        envelope ->
            envelope.to() == 1
                && envelope.message() instanceof Accept
                && cluster.node(0).effects().sent(TransferLeadership.class).isEmpty());
    cluster.propose(0, "b");
    ask(1);
    cluster.deliverAll();
    assertThat(cluster.leads()).isZero();
    cluster.await("the target leads", () -> cluster.leads() == 1);
    assertThat(cluster.node(0).effects().sent(TransferLeadership.class)).hasSize(2);
    assertThat(outcomes()).containsExactly("null");
    assertThat(cluster.node(1).delivered()).containsExactly("a", "b");
  }

  @Test
  void a_request_for_the_leader_itself_is_done_at_once() {
    ask(0);
    assertThat(outcomes()).containsExactly("null");
    assertThat(cluster.leads()).isZero();
  }

  @Test
  void without_a_target_the_replica_that_knows_most_is_asked() {
    cluster.hold(envelope -> envelope.to() == 1 && !(envelope.message() instanceof Heartbeat));
    cluster.propose(0, "b");
    cluster.elapse(2 * Settings.HEARTBEAT_NANOS);
    cluster.heal();
    ask(-1);
    cluster.deliverAll();
    assertThat(cluster.leads()).isEqualTo(2);
  }

  @Test
  void a_replica_that_cannot_lead_or_does_not_answer_is_refused() {
    for (int none : new int[] {3, 32, Integer.MAX_VALUE}) {
      ask(none);
    }
    cluster.node(1).fillDisk(true);
    cluster.elapse(2 * Settings.HEARTBEAT_NANOS);
    ask(1);
    cluster.node(2).crash();
    cluster.elapse(5 * Settings.HEARTBEAT_NANOS);
    ask(2);
    ask(-1);
    assertThat(outcomes())
        .containsExactly(
            "the cluster has no replica 3",
            "the cluster has no replica 32",
            "the cluster has no replica 2147483647",
            "replica 1 cannot lead for now, its status says why",
            "replica 2 has not answered the last heartbeats: it is paused or slow, or its disk is"
                + " full (see its status)",
            "no other replica can lead for now");
  }

  /** It cannot promise a later view, so it answers none of that view's heartbeats. */
  @Test
  void a_replica_whose_disk_was_full_when_the_leader_was_elected_is_refused_with_that_reason() {
    cluster.node(1).fillDisk(true);
    ask(2);
    cluster.await("replica 2 leads", () -> cluster.leads() == 2);
    cluster.elapse(5 * Settings.HEARTBEAT_NANOS);
    cluster.node(2).step(new Event.TransferAsked("t", 1));
    assertThat(cluster.node(2).effects().of(Effect.TransferEnded.class))
        .extracting(Effect.TransferEnded::failure)
        .singleElement()
        .asString()
        .contains("its disk is full");
  }

  /** Its vote is of an earlier view, so the leader's commit says nothing about the slot. */
  @Test
  void a_target_that_has_started_again_and_lacks_a_decision_is_waited_for() {
    cluster.node(0).restart();
    cluster.elect(1);
    cluster.elapse(2 * Settings.HEARTBEAT_NANOS);
    cluster.lose(envelope -> envelope.from() == 2 && envelope.is(CatchUp.class));
    cluster.node(2).restart();
    cluster.elapse(2 * Settings.HEARTBEAT_NANOS);
    assertThat(cluster.replica(2).decided()).isZero();
    cluster.node(1).step(new Event.TransferAsked("t", 2));
    cluster.deliverAll();
    assertThat(cluster.leads()).as("leads on until the target knows all").isEqualTo(1);
    cluster.heal();
    cluster.await("2 knows all", () -> cluster.replica(2).decided() == 1);
    cluster.elapse(2 * Settings.HEARTBEAT_NANOS);
    assertThat(cluster.leads()).isEqualTo(2);
  }

  @Test
  void a_second_request_is_refused_while_the_first_is_under_way() {
    cluster.hold(envelope -> envelope.message() instanceof Accepted);
    cluster.propose(0, "b");
    ask(1);
    ask(2);
    assertThat(outcomes())
        .containsExactly("the leader is transferring its leadership to replica 1");
  }

  @Test
  void only_a_leader_transfers() {
    cluster.node(1).step(new Event.TransferAsked("t", 2));
    assertThat(cluster.node(1).effects().of(Effect.TransferEnded.class))
        .extracting(Effect.TransferEnded::failure)
        .containsExactly("this replica does not lead");
  }

  @Test
  void a_message_that_was_long_under_way_is_ignored() {
    cluster.hold(envelope -> envelope.message() instanceof TransferLeadership);
    doubt(1);
    ask(1);
    cluster.elapse(2 * Settings.ELECTION_NANOS);
    assertThat(cluster.leads()).isZero();
    cluster.heal();
    cluster.deliverAll();
    assertThat(cluster.leads()).isZero();
    assertThat(cluster.replica(1).promised().leader()).isZero();
  }

  @Test
  void a_message_of_an_earlier_leader_is_ignored() {
    cluster.hold(envelope -> envelope.message() instanceof TransferLeadership);
    doubt(1);
    ask(1);
    cluster.deliverAll();
    List<Envelope> late = List.copyOf(cluster.flying());
    cluster.partition(0);
    cluster.node(1).step(new Event.PeerDisconnected(0));
    cluster.elect(2);
    cluster.healAndElapse(2 * Settings.HEARTBEAT_NANOS);
    assertThat(late).isNotEmpty();
    assertThat(cluster.leads()).isEqualTo(2);
    assertThat(outcomes()).hasSize(1).doesNotContain("null");
  }

  @Test
  void a_leader_that_steps_down_meanwhile_says_so() {
    cluster.hold(envelope -> envelope.message() instanceof Accepted);
    cluster.propose(0, "b");
    ask(1);
    cluster.node(0).fillDisk(true);
    assertThat(outcomes()).containsExactly("the leader has stepped down meanwhile");
  }
}
