package io.synod.core.paper;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.synod.core.cluster.ReplicaSet;
import io.synod.core.cluster.View;
import io.synod.core.event.Event;
import io.synod.core.message.Accept;
import io.synod.core.message.Accepted;
import io.synod.core.message.Decided;
import io.synod.core.message.Heartbeat;
import io.synod.core.message.Prepare;
import io.synod.core.message.Promise;
import io.synod.core.message.Promises;
import io.synod.core.message.Reject;
import io.synod.core.message.Relay;
import io.synod.core.message.Relayable;
import io.synod.core.testing.Batches;
import io.synod.core.testing.Envelope;
import io.synod.core.testing.Settings;
import io.synod.core.testing.TestCluster;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A. Charapko, A. Ailijiang, M. Demirbas, PigPaxos, 2020. */
class PigPaxosTest {

  /**
   * Section 2.2: "for a 10 node deployment, we can safely allow any set of only 3 nodes to
   * participate in phase 2, provided that we require 8 nodes to participate for phase 1."
   */
  @Test
  void with_flexible_quorums_3_of_10_decide_and_8_elect() {
    TestCluster cluster = TestCluster.led(Settings.of(10).quorums(8, 3));
    cluster.partition(0, 1, 2);
    cluster.proposeAndDeliver(0, "a");
    assertThat(cluster.node(0).delivered()).containsExactly("a");
    cluster.elapse(20 * Settings.ELECTION_NANOS);
    assertThat(cluster.leader()).as("seven cannot elect another").isZero();
  }

  /** Section 2.2: that configuration "can only stand up to 2 node failures" in Phase 1. */
  @Test
  void with_flexible_quorums_a_new_leader_needs_the_large_quorum() {
    TestCluster cluster = new TestCluster(Settings.of(10).quorums(8, 3));
    cluster.elect(0);
    cluster.lose(envelope -> envelope.to() > 2 || envelope.is(Accepted.class));
    cluster.proposeAndDeliver(0, "a");
    cluster.heal();
    cluster.node(0).crash();
    cluster.hold(envelope -> envelope.is(Promise.class) && envelope.from() <= 2);
    cluster.elapse(20 * Settings.ELECTION_NANOS);
    for (int replica = 1; replica < 10; replica++) {
      assertThat(cluster.replica(replica).leads()).as("seven promises").isFalse();
    }
    cluster.healAndElapse(20 * Settings.ELECTION_NANOS);
    assertThat(cluster.node(cluster.leader()).delivered()).containsExactly("a");
  }

  /** Section 2.1: "phase-3 is piggybacked to the next phase-2." */
  @Test
  void the_commit_travels_with_the_next_accept() {
    TestCluster cluster = new TestCluster(Settings.of(3));
    cluster.elect(0);
    cluster.lose(envelope -> envelope.is(Heartbeat.class) || envelope.is(Decided.class));
    cluster.proposeAndDeliver(0, "a");
    assertThat(cluster.node(1).delivered()).isEmpty();
    cluster.proposeAndDeliver(0, "b");
    assertThat(cluster.node(1).delivered()).containsExactly("a");
    assertThat(cluster.node(2).delivered()).containsExactly("a");
  }

  /** The same by relays. */
  @Test
  void the_commit_travels_with_the_next_relayed_accept() {
    TestCluster cluster = relaying(9, 2);
    cluster.lose(envelope -> envelope.is(Heartbeat.class) || envelope.is(Decided.class));
    cluster.proposeAndDeliver(0, "a");
    for (int follower = 1; follower < 9; follower++) {
      assertThat(cluster.node(follower).delivered()).isEmpty();
    }
    cluster.proposeAndDeliver(0, "b");
    for (int follower = 1; follower < 9; follower++) {
      assertThat(cluster.node(follower).delivered()).containsExactly("a");
    }
  }

  /**
   * Section 3.3: safety and liveness "do not depend on the communication implementation": votes
   * that a relay has gathered, in whatever portions, count like votes that came alone.
   */
  @Test
  void gathered_votes_count_like_single_ones_and_each_voter_once() {
    TestCluster cluster = new TestCluster(Settings.of(5));
    cluster.elect(0);
    cluster.lose(envelope -> envelope.is(Accepted.class));
    cluster.proposeAndDeliver(0, "a");
    View view = cluster.replica(0).promised();
    gathered(cluster, view, ReplicaSet.of(3).with(4));
    gathered(cluster, view, ReplicaSet.of(4).with(3));
    gathered(cluster, view, ReplicaSet.of(4));
    assertThat(cluster.replica(0).decided()).isZero();
    gathered(cluster, view, ReplicaSet.of(2).with(3));
    assertThat(cluster.replica(0).decided()).isEqualTo(1);
  }

  /** Section 3.2, step 3: followers answer the relay "as if they were responding directly". */
  @Test
  void an_accept_that_comes_through_a_relay_is_answered_to_the_relay() {
    TestCluster cluster = new TestCluster(Settings.of(3));
    cluster.elect(0);
    cluster.hold(envelope -> envelope.is(Accept.class));
    cluster.propose(0, "a");
    Accept accept = cluster.node(0).effects().sent(Accept.class).get(0);
    cluster.node(2).step(new Event.Received(1, accept));
    assertThat(cluster.flying())
        .filteredOn(envelope -> envelope.is(Accepted.class))
        .allMatch(envelope -> envelope.to() == 1)
        .hasSize(1);
  }

  private static TestCluster relaying(int replicas, int groups) {
    TestCluster cluster = TestCluster.led(Settings.of(replicas).relayGroups(groups, 0));
    return cluster;
  }

  /**
   * Section 6.1, formulas 1 and 3 (without a client's request and answer, and without the leader's
   * message to itself): 2r messages at the leader, 2(N-r-1)/(N-1)+2 at a follower on average.
   */
  @ParameterizedTest
  @CsvSource({
    "25,24", "25,1", "25,2", "25,3", "25,4", "25,5", "25,6",
    "15,14", "15,1", "15,2", "15,3", "15,4", "15,5", "15,6",
    "9,8", "9,1", "9,2", "9,3", "9,4", "9,5", "9,6",
    "5,4", "5,1", "5,2", "5,3", "7,3"
  })
  void the_message_load_is_that_of_the_formulas(int replicas, int groups) {
    TestCluster cluster = relaying(replicas, groups);
    long[] load = new long[replicas];
    cluster.propose(0, "a");
    for (Envelope next = first(cluster); next != null; next = first(cluster)) {
      if (next.from() != next.to()) {
        load[next.from()]++;
        load[next.to()]++;
      }
      cluster.deliver(next);
    }
    assertThat(cluster.replica(0).decided()).isEqualTo(1);
    assertThat(load[0]).isEqualTo(2L * groups);
    double followers = LongStream.of(load).sum() - load[0];
    double formula = 2.0 * (replicas - groups - 1) / (replicas - 1) + 2;
    assertThat(followers / (replicas - 1)).isCloseTo(formula, within(1e-9));
  }

  private static Envelope first(TestCluster cluster) {
    return cluster.flying().isEmpty() ? null : cluster.flying().get(0);
  }

  /** Section 3.2, steps 1 to 4, for Phase 1: r relays answer the candidate, not N - 1 replicas. */
  @Test
  void promises_come_gathered() {
    TestCluster cluster = new TestCluster(Settings.of(9).relayGroups(2, 0));
    List<Envelope> toCandidate = new ArrayList<>();
    cluster.lose(
        envelope -> {
          if (envelope.to() == 0 && envelope.from() != 0) {
            toCandidate.add(envelope);
          }
          return false;
        });
    cluster.elect(0);
    assertThat(toCandidate).filteredOn(envelope -> envelope.is(Promise.class)).isEmpty();
    assertThat(toCandidate).filteredOn(envelope -> envelope.is(Promises.class)).hasSize(2);
  }

  /** Section 3.4, figure 5a: a relay does not wait for a follower that is down. */
  @Test
  void a_relay_reports_the_gathered_votes_at_its_timeout() {
    TestCluster cluster = relaying(9, 1);
    cluster.lose(envelope -> envelope.to() == 8);
    cluster.proposeAndDeliver(0, "a");
    assertThat(cluster.replica(0).decided()).as("the relay waits").isZero();
    cluster.elapse(Settings.RELAY_NANOS);
    assertThat(cluster.replica(0).decided()).isEqualTo(1);
  }

  /** Section 3.4, figure 5b: "timeout and retrying with different relays". */
  @Test
  void a_leader_whose_relay_is_silent_asks_others() {
    TestCluster cluster = relaying(9, 1);
    cluster.propose(0, "a");
    Envelope order = relay(cluster);
    cluster.lose(envelope -> envelope.to() == order.to() || envelope.from() == order.to());
    cluster.deliverAll();
    assertThat(cluster.replica(0).decided()).isZero();
    cluster.elapse(Settings.RETRANSMIT_NANOS + Settings.RELAY_NANOS);
    assertThat(cluster.replica(0).decided()).isEqualTo(1);
    for (int count = 0; count < 20; count++) {
      cluster.propose(0, "b" + count);
      assertThat(relay(cluster).to()).as("suspected").isNotEqualTo(order.to());
      cluster.elapse(Settings.RELAY_NANOS);
    }
  }

  /** The same at once, where the relay is known to be gone. */
  @Test
  void a_leader_whose_relay_breaks_its_connection_asks_others_at_once() {
    TestCluster cluster = relaying(9, 1);
    cluster.propose(0, "a");
    Envelope order = relay(cluster);
    cluster.lose(envelope -> envelope.to() == order.to() || envelope.from() == order.to());
    cluster.deliverAll();
    cluster.node(0).step(new Event.PeerDisconnected(order.to()));
    cluster.elapse(Settings.RELAY_NANOS);
    assertThat(cluster.replica(0).decided()).isEqualTo(1);
  }

  /**
   * Section 4.1: "a leader may reshuffle the nodes to create a different configuration", here when
   * members that are slow, and not silent, hold up slots in both of two groups.
   */
  @Test
  void groups_whose_slots_are_late_are_drawn_until_those_that_are_slow_share_one() {
    TestCluster cluster = relaying(9, 2);
    cluster.propose(0, "a");
    ReplicaSet late = oneOfEachGroup(cluster);
    assertThat(late.size()).isEqualTo(2);
    cluster.lose(
        envelope ->
            envelope.message() instanceof Accepted vote
                && late.contains(envelope.from())
                && vote.voters().equals(ReplicaSet.of(envelope.from())));
    List<Long> lateSlots = new ArrayList<>();
    for (long slot = 0; slot < 300; slot++) {
      cluster.deliverAll();
      if (cluster.replica(0).decided() == slot) {
        lateSlots.add(slot);
        cluster.elapse(Settings.RELAY_NANOS);
      }
      assertThat(cluster.replica(0).decided()).isEqualTo(slot + 1);
      cluster.propose(0, "b" + slot);
    }
    assertThat(lateSlots).as("before the groups are good").hasSizeGreaterThan(5);
    assertThat(lateSlots).allMatch(slot -> slot < 200);
  }

  private static Envelope relay(TestCluster cluster) {
    return cluster.flying().stream()
        .filter(envelope -> envelope.is(Relay.class))
        .findFirst()
        .orElseThrow();
  }

  /**
   * Section 4.2: the first answer after g votes; "late" ones follow, and nothing waits for them.
   */
  @Test
  void a_relay_may_answer_before_all_have_voted() {
    TestCluster cluster = TestCluster.led(Settings.of(9).relayGroups(2, 3));
    cluster.propose(0, "a");
    ReplicaSet silent = oneOfEachGroup(cluster);
    assertThat(silent.size()).isEqualTo(2);
    cluster.lose(envelope -> silent.contains(envelope.to()));
    cluster.deliverAll();
    assertThat(cluster.replica(0).decided()).isEqualTo(1);
  }

  private static ReplicaSet oneOfEachGroup(TestCluster cluster) {
    ReplicaSet members = ReplicaSet.EMPTY;
    for (Envelope envelope : cluster.flying()) {
      if (envelope.message() instanceof Relay order) {
        members =
            members.with(ReplicaSet.of(Integer.numberOfTrailingZeros(order.members().bits())));
      }
    }
    return members;
  }

  /** Footnote 2: "it does not wait for aggregation and send this rejection to the leader". */
  @Test
  void a_rejection_goes_to_the_leader_at_once() {
    TestCluster cluster = relaying(9, 1);
    View later = new View(100, 8);
    cluster.propose(0, "a");
    Envelope order = relay(cluster);
    int member = order.to() == 8 ? 7 : 8;
    cluster.node(member).step(new Event.Received(member, new Prepare(later, 0)));
    cluster.hold(envelope -> !(envelope.is(Relay.class) || envelope.is(Accept.class)));
    cluster.deliverAll();
    assertThat(cluster.flying())
        .filteredOn(envelope -> envelope.is(Reject.class))
        .allMatch(envelope -> envelope.to() == 0 && envelope.from() == member)
        .hasSize(1);
  }

  /** With batches in a pipeline votes come back for ranges of slots. */
  @Test
  void votes_are_gathered_for_ranges_of_slots() {
    TestCluster cluster = relaying(9, 1);
    View view = cluster.replica(0).promised();
    List<Relayable> accepts = new ArrayList<>();
    for (long slot = 0; slot < 3; slot++) {
      accepts.add(new Accept(view, slot, 0, Batches.batch("slot " + slot)));
    }
    for (long slot = 0; slot < 3; slot++) {
      cluster.propose(0, "slot " + slot);
    }
    cluster.drop(envelope -> envelope.is(Relay.class));
    cluster.hold(envelope -> envelope.to() == 0);
    Relay order = new Relay(ReplicaSet.of(2).with(3), 3, accepts);
    cluster.node(1).step(new Event.Received(0, order));
    cluster.deliverAll();
    assertThat(cluster.flying())
        .filteredOn(envelope -> envelope.is(Accepted.class) && envelope.from() == 1)
        .extracting(Envelope::message)
        .contains(new Accepted(view, 2, ReplicaSet.of(1).with(2).with(3)));
  }

  private static void gathered(TestCluster cluster, View view, ReplicaSet voters) {
    cluster.node(0).step(new Event.Received(1, new Accepted(view, 0, voters)));
  }
}
