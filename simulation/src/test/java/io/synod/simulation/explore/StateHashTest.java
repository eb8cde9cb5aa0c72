package io.synod.simulation.explore;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.synod.core.cluster.Incarnation;
import io.synod.core.cluster.Quorums;
import io.synod.core.cluster.ReplicaSet;
import io.synod.core.cluster.View;
import io.synod.core.event.Event;
import io.synod.core.membership.Membership;
import io.synod.core.membership.MembershipLog;
import io.synod.core.membership.Memberships;
import io.synod.core.message.Accept;
import io.synod.core.message.Accepted;
import io.synod.core.message.Heartbeat;
import io.synod.core.message.Message;
import io.synod.core.message.Prepare;
import io.synod.core.message.StandbyReport;
import io.synod.core.settings.Consistency;
import io.synod.core.time.Deadline;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

/** What makes two states one, and what keeps them apart. */
class StateHashTest {
  private static final View VIEW = new View(1, 0);

  private static final Model CHANGING =
      new Model(Bound.SMALL.with(Map.of("start", "elected", "changes", "1", "alpha", "1")));

  private final Model model = new Model(Bound.SMALL.with(Map.of("requests", "2", "timers", "9")));

  @Test
  void the_same_way_leads_to_the_same_state() {
    assertThat(hash(follower(accept(0, 1)))).isEqualTo(hash(follower(accept(0, 1))));
  }

  @Test
  void a_vote_a_slot_and_a_batch_make_a_difference() {
    assertThat(hash(follower(accept(0, 1)))).isNotEqualTo(hash(follower()));
    assertThat(hash(follower(accept(0, 1)))).isNotEqualTo(hash(follower(accept(1, 1))));
    assertThat(hash(follower(accept(0, 1)))).isNotEqualTo(hash(follower(accept(0, 2))));
  }

  @Test
  void a_known_decision_changes_the_hash() {
    LiveCluster cluster = Prologue.begin(model, LiveCluster.Witness.NONE);
    for (int replica = 0; replica < 2; replica++) {
      cluster.replica(replica).receive(new Envelope(0, replica, accept(0, 1)));
      cluster.replica(replica).flush(1);
    }
    LiveReplica follower = cluster.replica(1);
    Hash.Value voted = hash(follower);
    follower.receive(new Envelope(0, 1, new Heartbeat(VIEW, 1, 0, 0, 2)));
    assertThat(hash(follower)).isNotEqualTo(voted);
  }

  @Test
  void a_promise_makes_a_difference() {
    Message later = new Heartbeat(new View(2, 0), 0, 0, 0, 1);
    assertThat(hash(follower(later))).isNotEqualTo(hash(follower()));
  }

  @Test
  void a_message_that_arrives_again_makes_none() {
    assertThat(hash(follower(accept(0, 1), accept(0, 1)))).isEqualTo(hash(follower(accept(0, 1))));
  }

  @Test
  void the_order_of_votes_in_different_slots_makes_none_once_they_are_durable() {
    LiveReplica one = follower(accept(0, 1), accept(1, 2));
    LiveReplica other = follower(accept(1, 2), accept(0, 1));
    assertThat(hash(one)).isNotEqualTo(hash(other));
    one.flush(2);
    other.flush(2);
    assertThat(hash(one)).isEqualTo(hash(other));
  }

  @Test
  void a_counted_vote_changes_the_hash_and_the_sender_of_a_repeat_does_not() {
    LiveReplica leader = leader();
    leader.propose(1);
    Hash.Value before = hash(leader);
    Accepted vote = new Accepted(VIEW, 0, ReplicaSet.of(1));
    leader.receive(new Envelope(1, 0, vote));
    Hash.Value counted = hash(leader);
    assertThat(counted).isNotEqualTo(before);
    leader.receive(new Envelope(2, 0, vote));
    assertThat(hash(leader)).isEqualTo(counted);
  }

  @Test
  void a_standby_that_has_reported_makes_a_difference_to_a_leader_whose_members_may_change() {
    LiveReplica leader = changing().replica(0);
    Hash.Value reported = hash(leader, CHANGING);
    leader.receive(new Envelope(3, 0, new StandbyReport(new Incarnation(1, 4), 0, "", "")));
    assertThat(hash(leader, CHANGING)).isEqualTo(reported);
    leader.receive(new Envelope(3, 0, new StandbyReport(new Incarnation(2, 4), 0, "", "")));
    assertThat(hash(leader, CHANGING)).isNotEqualTo(reported);
  }

  @Test
  void a_prepare_of_the_next_membership_that_waits_makes_a_difference() {
    View next = View.first(1).next(0);
    LiveReplica behind = changing().replica(1);
    behind.receive(new Envelope(0, 1, new Heartbeat(next, 1, 0, 0, 1)));
    Hash.Value before = hash(behind, CHANGING);
    behind.receive(new Envelope(0, 1, new Heartbeat(next, 1, 0, 0, 2)));
    assertThat(hash(behind, CHANGING)).isEqualTo(before);
    behind.receive(new Envelope(0, 1, new Prepare(next, 1)));
    assertThat(hash(behind, CHANGING)).isNotEqualTo(before);
  }

  @Test
  void the_membership_of_a_log_makes_a_difference() {
    Memberships one = Memberships.beginning(Membership.of(Quorums.majority(3), 1));
    Memberships other = Memberships.beginning(Membership.of(Quorums.majority(3), 2));
    assertThat(hash(new MembershipLog(one, 0))).isNotEqualTo(hash(new MembershipLog(other, 0)));
    assertThat(hash(new MembershipLog(one, 0))).isEqualTo(hash(new MembershipLog(one, 0)));
  }

  @Test
  void moments_count_as_distances_from_now() {
    Deadline soon = new Deadline();
    soon.set(7);
    Deadline later = new Deadline();
    later.set(1_000_007);
    assertThat(new StateHash(5, StateHash.Timers.LEFT, false).add(soon).value())
        .isEqualTo(new StateHash(1_000_005, StateHash.Timers.LEFT, false).add(later).value())
        .isNotEqualTo(new StateHash(6, StateHash.Timers.LEFT, false).add(soon).value())
        .isNotEqualTo(new StateHash(5, StateHash.Timers.LEFT, false).add(new Deadline()).value());
  }

  @Test
  void an_unsupported_type_is_refused() {
    assertThatThrownBy(
            () -> new StateHash(0, StateHash.Timers.LEFT, false).add(new AtomicLong()).value())
        .hasMessageContaining("AtomicLong");
    assertThatThrownBy(
            () ->
                new StateHash(0, StateHash.Timers.LEFT, false)
                    .add(new Event.ReadRequested(new Object(), Consistency.LEADER)))
        .hasMessageContaining("java.lang.Object");
  }

  /** Replica 0 leads, and standby 3 has reported to it. */
  private static LiveCluster changing() {
    return Prologue.begin(CHANGING, LiveCluster.Witness.NONE);
  }

  private static Hash.Value hash(Object object) {
    return new StateHash(0, StateHash.Timers.LEFT, true).add(object).value();
  }

  private LiveReplica leader() {
    return Prologue.begin(model, LiveCluster.Witness.NONE).replica(0);
  }

  /** Replica 1, which has received this from replica 0. */
  private LiveReplica follower(Message... messages) {
    LiveReplica replica = Prologue.begin(model, LiveCluster.Witness.NONE).replica(1);
    replica.receive(new Envelope(0, 1, new Heartbeat(VIEW, 0, 0, 0, 1)));
    for (Message message : messages) {
      replica.receive(new Envelope(0, 1, message));
    }
    return replica;
  }

  private Accept accept(long slot, int request) {
    return new Accept(VIEW, slot, 0, model.batch(request));
  }

  private Hash.Value hash(LiveReplica replica) {
    return hash(replica, model);
  }

  private static Hash.Value hash(LiveReplica replica, Model of) {
    return LocalState.hash(replica, of, StateHash.Timers.LEFT);
  }
}
