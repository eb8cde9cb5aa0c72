package io.synod.core.replica;

import static org.assertj.core.api.Assertions.assertThat;

import io.synod.core.cluster.ReplicaSet;
import io.synod.core.cluster.View;
import io.synod.core.effect.ProtocolEvent;
import io.synod.core.event.Event;
import io.synod.core.message.Accept;
import io.synod.core.message.Accepted;
import io.synod.core.message.Heartbeat;
import io.synod.core.message.HeartbeatAck;
import io.synod.core.message.Prepare;
import io.synod.core.message.QuorumRead;
import io.synod.core.message.QuorumReadReply;
import io.synod.core.message.Reject;
import io.synod.core.settings.Consistency;
import io.synod.core.testing.Batches;
import io.synod.core.testing.Effect;
import io.synod.core.testing.Settings;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Replica 0 of three, leading view 1.0. */
class LeaderTest {
  private final Single single = new Single(Settings.of(3).readsMax(2));
  private View view;

  @BeforeEach
  void lead() {
    view = single.lead(2);
    assertThat(single.replica.leads()).isTrue();
  }

  @Test
  void the_commit_of_an_earlier_leader_decides_nothing_behind_a_leader_s_back() {
    Single late = new Single(Settings.of(3));
    late.accept(new View(1, 1), 0, "a");
    assertThat(late.lead(2).isAfter(new View(1, 1))).isTrue();
    late.step(new Event.ReadRequested("r", Consistency.QUORUM));
    long round = late.out.sent(QuorumRead.class).get(0).round();
    late.receive(1, new QuorumReadReply(round, new View(1, 1), 1, 1));
    assertThat(late.replica.decided()).isZero();
  }

  @Test
  void shows_itself_at_once_and_when_durable() {
    assertThat(single.out.lines())
        .last()
        .isEqualTo(
            "send-when-durable {0,1,2} Heartbeat view 1.0 round 1, takes over up to 0, commit 0, executed by all 0");
  }

  @Test
  void sends_one_heartbeat_per_interval() {
    single.out.clear();
    single.pass(Settings.HEARTBEAT_NANOS - 1);
    assertThat(single.out.sent(Heartbeat.class)).isEmpty();
    single.pass(1);
    assertThat(single.out.sent(Heartbeat.class)).extracting(Heartbeat::round).containsExactly(2L);
  }

  @Test
  void sends_an_early_heartbeat_after_a_mebibyte_one_round_at_a_time() {
    single.ack(0, view, 1).ack(1, view, 1);
    single.out.clear();
    deliver(0, 1 << 19);
    assertThat(single.out.sent(Heartbeat.class)).isEmpty();
    deliver(1, 1 << 19);
    assertThat(single.out.sent(Heartbeat.class)).extracting(Heartbeat::round).containsExactly(2L);
    deliver(2, 1 << 20);
    assertThat(single.out.sent(Heartbeat.class)).hasSize(1);
    single.ack(0, view, 2).ack(1, view, 2);
    assertThat(single.out.sent(Heartbeat.class))
        .extracting(Heartbeat::round)
        .containsExactly(2L, 3L);
  }

  private void deliver(long slot, int bytes) {
    single.step(new Event.Proposed(view, Batches.batch("a".repeat(bytes))));
    accepted(1, slot);
    accepted(2, slot);
    single.step(new Event.Executed(slot + 1));
  }

  @Test
  void decides_with_a_quorum_of_votes_and_delivers() {
    single.step(new Event.Proposed(view, Batches.batch("a")));
    single.out.clear();
    accepted(1, 0);
    assertThat(single.out.lines()).isEmpty();
    accepted(2, 0);
    assertThat(single.out.lines())
        .containsExactly("learns slot 0 [a]", "deliver #0 a", "proposal decided 1.0 after 0");
  }

  @Test
  void a_batch_that_was_closed_for_another_view_is_dropped() {
    single.out.clear();
    single.step(new Event.Proposed(new View(1, 1), Batches.batch("a")));
    assertThat(single.out.lines()).isEmpty();
    assertThat(single.replica.openSlots()).isZero();
  }

  @Test
  void steps_down_when_no_quorum_has_answered_for_an_election_timeout() {
    single.passAwake(Settings.ELECTION_NANOS);
    assertThat(single.replica.leads()).isTrue();
    single.pass(1);
    assertThat(single.replica.currentRole()).isEqualTo(Role.FOLLOWER);
    assertThat(single.out.events(ProtocolEvent.SteppedDown.class)).hasSize(1);
  }

  @Test
  void silence_does_not_count_while_the_leader_was_held_up_itself() {
    single.pass(9 * Settings.ELECTION_NANOS / 8);
    assertThat(single.replica.leads()).isTrue();
    single.passAwake(Settings.ELECTION_NANOS + 1);
    assertThat(single.replica.leads()).isFalse();
  }

  @Test
  void while_it_was_held_up_itself_votes_may_have_come_so_it_sends_nothing_again_yet() {
    single.step(new Event.Proposed(view, Batches.batch("a")));
    single.out.clear();
    single.pass(3 * Settings.RETRANSMIT_NANOS);
    assertThat(single.out.events(ProtocolEvent.Retransmitted.class)).isEmpty();
    single.passAwake(Settings.RETRANSMIT_NANOS);
    assertThat(single.out.events(ProtocolEvent.Retransmitted.class)).hasSize(1);
  }

  @Test
  void that_it_is_held_up_again_and_again_does_not_keep_it_from_sending_again() {
    single.step(new Event.Proposed(view, Batches.batch("a")));
    single.out.clear();
    for (int round = 0; round < 4 * Settings.RETRANSMIT_NANOS / Settings.HEARTBEAT_NANOS; round++) {
      single.pass(2 * Settings.HEARTBEAT_NANOS + 1);
      single.ack(0, view, round).ack(1, view, round);
    }
    assertThat(single.out.events(ProtocolEvent.Retransmitted.class)).hasSizeBetween(2, 8);
  }

  @Test
  void goes_on_while_a_quorum_answers() {
    for (int round = 0; round < 20; round++) {
      single.pass(Settings.ELECTION_NANOS / 2);
      single.ack(0, view, round).ack(2, view, round);
    }
    assertThat(single.replica.leads()).isTrue();
  }

  @Test
  void answers_to_another_view_s_heartbeats_do_not_keep_it_up() {
    single.passAwake(Settings.ELECTION_NANOS);
    single.ack(1, new View(1, 1), 1).ack(2, new View(1, 1), 1).pass(1);
    assertThat(single.replica.leads()).isFalse();
  }

  @Test
  void a_refusal_with_a_later_promise_deposes_it() {
    single.receive(2, new Reject(view, new View(4, 2)));
    assertThat(single.replica.currentRole()).isEqualTo(Role.FOLLOWER);
    assertThat(single.preVote()).isEqualTo(new View(5, 0));
  }

  @Test
  void promising_a_later_view_deposes_it_in_the_same_step() {
    single.out.clear();
    single.receive(2, new Prepare(new View(2, 2), 0));
    assertThat(single.replica.currentRole()).isEqualTo(Role.FOLLOWER);
    assertThat(single.out.sent(Heartbeat.class)).isEmpty();
  }

  @Test
  void a_later_leader_deposes_it() {
    single.heartbeat(new View(2, 1), 0);
    assertThat(single.replica.currentRole()).isEqualTo(Role.FOLLOWER);
    assertThat(single.replica.leader(single.nowNanos())).isEqualTo(1);
  }

  @Test
  void its_own_late_heartbeat_is_no_sign_of_a_leader() {
    single.passAwake(Settings.ELECTION_NANOS + 1);
    single.receive(0, new Heartbeat(view, 0, 0, 0, 1));
    assertThat(single.replica.leader(single.nowNanos())).isEqualTo(-1);
  }

  @Test
  void a_read_waits_for_a_round_that_was_sent_after_it_came() {
    single.ack(0, view, 1).ack(1, view, 1);
    single.out.clear();
    single.step(new Event.ReadRequested("r", Consistency.LEADER));
    assertThat(single.out.sent(Heartbeat.class)).extracting(Heartbeat::round).containsExactly(2L);
    single.ack(0, view, 1).ack(1, view, 1).ack(2, view, 1);
    assertThat(single.out.of(Effect.ReadServed.class)).isEmpty();
    single.ack(0, view, 2);
    assertThat(single.out.of(Effect.ReadServed.class)).isEmpty();
    single.ack(1, view, 2);
    assertThat(single.out.of(Effect.ReadServed.class)).hasSize(1);
  }

  @Test
  void reads_that_come_while_a_round_is_under_way_share_the_next_one() {
    single.ack(0, view, 1).ack(1, view, 1);
    single.step(new Event.ReadRequested("first", Consistency.LEADER));
    single.out.clear();
    single.step(new Event.ReadRequested("second", Consistency.LEADER));
    assertThat(single.out.sent(Heartbeat.class)).isEmpty();
    single.ack(0, view, 2).ack(1, view, 2);
    assertThat(single.out.lines())
        .containsExactly(
            "send-when-durable {0,1,2} Heartbeat view 1.0 round 3, takes over up to 0, commit 0, executed by all 0",
            "serve read first");
    single.ack(0, view, 3).ack(1, view, 3);
    assertThat(single.out.lines()).last().isEqualTo("serve read second");
  }

  @Test
  void a_read_whose_round_was_lost_is_served_by_the_next() {
    single.ack(0, view, 1).ack(1, view, 1);
    single.step(new Event.ReadRequested("r", Consistency.LEADER));
    single.pass(Settings.HEARTBEAT_NANOS);
    single.ack(0, view, 3).ack(1, view, 3);
    assertThat(single.out.of(Effect.ReadServed.class)).hasSize(1);
  }

  @Test
  void a_read_sees_every_slot_that_was_decided_when_it_came() {
    single.step(new Event.Proposed(view, Batches.batch("a")));
    accepted(1, 0);
    accepted(2, 0);
    single.step(new Event.ReadRequested("r", Consistency.LEADER));
    single.ack(0, view, 2).ack(1, view, 2);
    assertThat(single.out.lines()).containsSubsequence("deliver #0 a", "serve read r");
  }

  @Test
  void too_many_reads_are_refused_as_busy_and_the_rest_when_it_steps_down() {
    for (int read = 0; read < 3; read++) {
      single.step(new Event.ReadRequested("r" + read, Consistency.LEADER));
    }
    assertThat(single.out.lines()).last().isEqualTo("refuse read r2 busy");
    single.passAwake(Settings.ELECTION_NANOS + 1);
    assertThat(single.out.lines()).contains("refuse read r0", "refuse read r1");
    assertThat(single.out.of(Effect.ReadRefused.class)).hasSize(3);
  }

  @Test
  void reads_that_wait_when_it_ends_are_refused() {
    single.step(new Event.ReadRequested("leader", Consistency.LEADER));
    single.step(new Event.ReadRequested("quorum", Consistency.QUORUM));
    single.out.clear();
    single.replica.end(single.nowNanos(), single.out);
    assertThat(single.out.lines()).containsExactly("refuse read leader", "refuse read quorum");
  }

  @Test
  void reports_the_slots_that_every_replica_has_executed() {
    single.receive(0, new HeartbeatAck(view, 1, 0, 5, 0));
    single.receive(1, new HeartbeatAck(view, 1, 0, 3, 0));
    single.out.clear();
    single.pass(Settings.HEARTBEAT_NANOS);
    assertThat(single.out.sent(Heartbeat.class).get(0).executedByAll()).isZero();
    single.receive(2, new HeartbeatAck(view, 1, 0, 4, 0));
    single.out.clear();
    single.pass(Settings.HEARTBEAT_NANOS);
    assertThat(single.out.sent(Heartbeat.class).get(0).executedByAll()).isEqualTo(3);
  }

  @Test
  void commits_travel_with_the_next_accept() {
    single.step(new Event.Proposed(view, Batches.batch("a")));
    accepted(1, 0);
    accepted(2, 0);
    single.step(new Event.Proposed(view, Batches.batch("b")));
    assertThat(single.out.sent(Accept.class)).extracting(Accept::decided).containsExactly(0L, 1L);
  }

  private void accepted(int from, long slot) {
    single.receive(from, new Accepted(view, slot, ReplicaSet.of(from)));
  }
}
