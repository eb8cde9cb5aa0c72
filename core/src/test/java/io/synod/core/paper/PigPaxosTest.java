package io.synod.core.paper;

import static org.assertj.core.api.Assertions.assertThat;

import io.synod.core.cluster.ReplicaSet;
import io.synod.core.cluster.View;
import io.synod.core.event.Event;
import io.synod.core.message.Accept;
import io.synod.core.message.Accepted;
import io.synod.core.message.Decided;
import io.synod.core.message.Heartbeat;
import io.synod.core.message.Promise;
import io.synod.core.testing.Settings;
import io.synod.core.testing.TestCluster;
import org.junit.jupiter.api.Test;

/** A. Charapko, A. Ailijiang, M. Demirbas, PigPaxos, 2020. */
class PigPaxosTest {

  /**
   * Section 2.2: "for a 10 node deployment, we can safely allow any set of only 3 nodes to
   * participate in phase 2, provided that we require 8 nodes to participate for phase 1."
   */
  @Test
  void with_flexible_quorums_3_of_10_decide_and_8_elect() {
    TestCluster cluster = new TestCluster(Settings.of(10).quorums(8, 3));
    cluster.elect(0);
    cluster.deliverAll();
    cluster.partition(0, 1, 2);
    cluster.propose(0, "a");
    cluster.deliverAll();
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
    cluster.propose(0, "a");
    cluster.deliverAll();
    cluster.heal();
    cluster.node(0).crash();
    cluster.hold(envelope -> envelope.is(Promise.class) && envelope.from() <= 2);
    cluster.elapse(20 * Settings.ELECTION_NANOS);
    for (int replica = 1; replica < 10; replica++) {
      assertThat(cluster.replica(replica).leads()).as("seven promises").isFalse();
    }
    cluster.heal();
    cluster.elapse(20 * Settings.ELECTION_NANOS);
    assertThat(cluster.node(cluster.leader()).delivered()).containsExactly("a");
  }

  /** Section 2.1: "phase-3 is piggybacked to the next phase-2." */
  @Test
  void the_commit_travels_with_the_next_accept() {
    TestCluster cluster = new TestCluster(Settings.of(3));
    cluster.elect(0);
    cluster.lose(envelope -> envelope.is(Heartbeat.class) || envelope.is(Decided.class));
    cluster.propose(0, "a");
    cluster.deliverAll();
    assertThat(cluster.node(1).delivered()).isEmpty();
    cluster.propose(0, "b");
    cluster.deliverAll();
    assertThat(cluster.node(1).delivered()).containsExactly("a");
    assertThat(cluster.node(2).delivered()).containsExactly("a");
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
    cluster.propose(0, "a");
    cluster.deliverAll();
    View view = cluster.replica(0).promised();
    gathered(cluster, view, ReplicaSet.of(3).with(4));
    gathered(cluster, view, ReplicaSet.of(4).with(3));
    gathered(cluster, view, ReplicaSet.of(4));
    assertThat(cluster.replica(0).decided()).isZero();
    gathered(cluster, view, ReplicaSet.of(2).with(3));
    assertThat(cluster.replica(0).decided()).isEqualTo(1);
  }

  /** Section 3.3, the same for Phase 2a: an Accept may come by way of another replica. */
  @Test
  void an_accept_that_comes_through_a_relay_is_answered_to_the_leader() {
    TestCluster cluster = new TestCluster(Settings.of(3));
    cluster.elect(0);
    cluster.hold(envelope -> envelope.is(Accept.class));
    cluster.propose(0, "a");
    Accept accept = cluster.node(0).effects().sent(Accept.class).get(0);
    cluster.node(2).step(new Event.Received(1, accept));
    assertThat(cluster.flying())
        .filteredOn(envelope -> envelope.is(Accepted.class))
        .allMatch(envelope -> envelope.to() == 0)
        .hasSize(1);
  }

  private static void gathered(TestCluster cluster, View view, ReplicaSet voters) {
    cluster.node(0).step(new Event.Received(1, new Accepted(view, 0, voters)));
  }
}
