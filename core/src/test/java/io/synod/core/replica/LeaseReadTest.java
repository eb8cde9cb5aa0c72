package io.synod.core.replica;

import static org.assertj.core.api.Assertions.assertThat;

import io.synod.core.cluster.ReplicaSet;
import io.synod.core.cluster.View;
import io.synod.core.event.Event;
import io.synod.core.message.Accepted;
import io.synod.core.message.Heartbeat;
import io.synod.core.message.PreVote;
import io.synod.core.message.PreVoteReply;
import io.synod.core.message.Prepare;
import io.synod.core.message.Promise;
import io.synod.core.message.Reject;
import io.synod.core.message.TransferLeadership;
import io.synod.core.settings.Consistency;
import io.synod.core.testing.Batches;
import io.synod.core.testing.Effect;
import io.synod.core.testing.Settings;
import org.junit.jupiter.api.Test;

/** Reads by lease at a leader, and what the others vow for them. */
class LeaseReadTest {
  private static final View V1 = new View(1, 1);
  private static final View V2 = new View(2, 2);

  private final Single single = new Single(Settings.of(3).leases(10_000));

  @Test
  void a_read_by_lease_is_served_without_a_round() {
    View view = leadConfirmed();
    single.out.clear();
    read();
    assertThat(single.out.lines()).containsExactly("serve read r");
    assertThat(view).isEqualTo(single.replica.promised());
  }

  @Test
  void a_read_by_lease_sees_every_slot_that_was_decided_when_it_came() {
    View view = leadConfirmed();
    single.step(new Event.Proposed(view, Batches.batch("a")));
    single.receive(1, new Accepted(view, 0, of(1)));
    single.receive(2, new Accepted(view, 0, of(2)));
    read();
    assertThat(single.out.lines()).containsSubsequence("deliver #0 a", "serve read r");
  }

  @Test
  void without_a_lease_a_read_waits_for_a_round() {
    View view = leadConfirmed();
    single.passAwake(Settings.ELECTION_NANOS - 1);
    single.out.clear();
    read();
    assertThat(single.out.of(Effect.ReadServed.class)).isEmpty();
    single.pass(1);
    confirm(view);
    assertThat(single.out.of(Effect.ReadServed.class)).hasSize(1);
  }

  @Test
  void a_suspended_machine_uses_no_lease() {
    leadConfirmed();
    single.step(wall(Settings.ELECTION_NANOS));
    single.out.clear();
    read();
    assertThat(single.out.of(Effect.ReadServed.class)).isEmpty();
  }

  @Test
  void where_leases_are_off_each_read_waits_for_a_round() {
    Single off = new Single(Settings.of(3));
    View view = off.lead(2);
    off.ack(0, view, 1).ack(1, view, 1);
    off.out.clear();
    off.step(new Event.ReadRequested("r", Consistency.LEASE));
    assertThat(off.out.of(Effect.ReadServed.class)).isEmpty();
    off.ack(0, view, 2).ack(1, view, 2);
    assertThat(off.out.of(Effect.ReadServed.class)).hasSize(1);
  }

  @Test
  void a_follower_refuses_a_read_by_lease() {
    single.heartbeat(V1, 0);
    read();
    assertThat(single.out.lines()).last().isEqualTo("refuse read r");
  }

  @Test
  void a_leader_that_has_asked_another_one_to_lead_uses_no_lease_even_if_it_leads_on() {
    View view = leadConfirmed();
    // It knows that replica 2 has voted, and not that replica 1 has.
    single.step(new Event.Proposed(view, Batches.batch("a")));
    single.receive(0, new Accepted(view, 0, of(0)));
    single.receive(2, new Accepted(view, 0, of(2)));
    single.step(new Event.TransferAsked("t", 1));
    assertThat(single.out.sent(TransferLeadership.class)).hasSize(1);
    single.passAwake(Settings.ELECTION_NANOS / 2);
    confirm(view);
    single.passAwake(Settings.ELECTION_NANOS / 2);
    confirm(view);
    assertThat(single.replica.leads()).isTrue();
    single.out.clear();
    read();
    assertThat(single.out.of(Effect.ReadServed.class)).isEmpty();
  }

  @Test
  void after_acknowledging_a_heartbeat_it_promises_no_view_for_a_timeout() {
    settle();
    single.heartbeat(V1, 0);
    single.out.clear();
    single.pass(Settings.ELECTION_NANOS - 1).receive(2, new Prepare(V2, 0));
    assertThat(single.out.sent(Promise.class)).isEmpty();
    assertThat(single.replica.promised()).isEqualTo(V1);
    single.pass(1).receive(2, new Prepare(V2, 0));
    assertThat(single.out.sent(Promise.class)).hasSize(1);
  }

  @Test
  void a_stale_prepare_is_rejected_as_ever() {
    settle();
    single.heartbeat(V2, 0);
    single.receive(1, new Prepare(V1, 0));
    assertThat(single.out.sent(Reject.class)).containsExactly(new Reject(V1, V2));
  }

  @Test
  void a_prepare_of_a_leadership_transfer_is_promised() {
    settle();
    single.heartbeat(V1, 0);
    single.receive(2, new Prepare(V2, 0, new View(1, 0)));
    assertThat(single.out.sent(Promise.class)).isEmpty();
    single.receive(2, new Prepare(V2, 0, V1));
    assertThat(single.out.sent(Promise.class)).hasSize(1);
  }

  @Test
  void after_a_start_a_replica_grants_and_promises_nothing_for_an_election_timeout() {
    single.receive(2, new PreVote(V2, 0)).receive(2, new Prepare(V2, 0));
    assertThat(single.out.sent(Promise.class)).isEmpty();
    assertThat(single.out.sent(PreVoteReply.class)).noneMatch(PreVoteReply::granted);
    single.pass(Settings.ELECTION_NANOS);
    single.out.clear();
    single.receive(2, new PreVote(new View(3, 2), 0)).receive(2, new Prepare(new View(3, 2), 0));
    assertThat(single.out.sent(Promise.class)).hasSize(1);
    assertThat(single.out.sent(PreVoteReply.class)).allMatch(PreVoteReply::granted);
  }

  @Test
  void a_follower_that_is_asked_to_lead_says_which_view_was_transferred() {
    settle();
    single.heartbeat(V1, 0);
    single.receive(1, new TransferLeadership(V1, 1, 0));
    assertThat(single.out.sent(Prepare.class))
        .isNotEmpty()
        .allMatch(prepare -> prepare.transferred().equals(V1));
    Single off = new Single(Settings.of(3));
    off.heartbeat(V1, 0).receive(1, new TransferLeadership(V1, 1, 0));
    assertThat(off.out.sent(Prepare.class))
        .isNotEmpty()
        .allMatch(prepare -> prepare.transferred().equals(View.NONE));
  }

  @Test
  void a_candidate_that_nobody_has_asked_to_lead_names_no_view() {
    single.lead(2);
    assertThat(single.out.sent(Prepare.class))
        .isNotEmpty()
        .allMatch(prepare -> prepare.transferred().equals(View.NONE));
  }

  @Test
  void a_candidate_that_no_leader_has_asked_to_lead_names_no_view() {
    settle();
    single.heartbeat(V1, 0);
    single.lead(2);
    assertThat(single.out.sent(Prepare.class))
        .isNotEmpty()
        .allMatch(prepare -> prepare.transferred().equals(View.NONE));
  }

  /** The vow of its start has passed. */
  private void settle() {
    single.pass(Settings.ELECTION_NANOS);
  }

  /** Leads, with a first round that a majority has acknowledged. */
  private View leadConfirmed() {
    View view = single.lead(2);
    single.step(wall(0)).pass(Settings.HEARTBEAT_NANOS);
    confirm(view);
    return view;
  }

  /** The last round. */
  private void confirm(View view) {
    long round =
        single.out.sent(Heartbeat.class).stream().mapToLong(Heartbeat::round).max().orElseThrow();
    single.ack(0, view, round).ack(1, view, round);
  }

  private void read() {
    single.step(new Event.ReadRequested("r", Consistency.LEASE));
  }

  private Event wall(long aheadNanos) {
    return new Event.WallClock(single.nowNanos() + aheadNanos);
  }

  private static ReplicaSet of(int replica) {
    return ReplicaSet.of(replica);
  }
}
