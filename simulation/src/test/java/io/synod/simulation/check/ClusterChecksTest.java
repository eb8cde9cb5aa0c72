package io.synod.simulation.check;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.synod.core.cluster.Incarnations;
import io.synod.core.cluster.Quorums;
import io.synod.core.cluster.ReplicaSet;
import io.synod.core.cluster.View;
import io.synod.core.command.Batch;
import io.synod.core.effect.JournalRecord.Promised;
import io.synod.core.effect.JournalRecord.Voted;
import io.synod.core.message.Accept;
import io.synod.core.message.Accepted;
import io.synod.core.message.Decided;
import io.synod.core.message.Heartbeat;
import io.synod.core.message.HeartbeatAck;
import io.synod.core.message.Prepare;
import io.synod.core.message.Promise;
import io.synod.core.message.Reject;
import io.synod.core.message.Vote;
import java.util.List;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Three replicas, WND 2, a backlog of 4: each claim feeds the checks a trace by hand. */
class ClusterChecksTest {
  private static final View ONE = new View(1, 0);
  private static final View TWO = new View(2, 1);
  private static final Batch X = batch(1);
  private static final Batch Y = batch(2);

  private final ClusterChecks checks = new ClusterChecks(Quorums.majority(3), 2, 4, 100);
  private final Executions executions = checks.executions();

  @BeforeEach
  void all_replicas_join() {
    for (int replica = 0; replica < 3; replica++) {
      checks.joined(replica);
    }
  }

  @Test
  void a_correct_instance_passes() {
    lead(ONE);
    checks.sends(0, new Accept(ONE, 0, 0, X), false);
    vote(0, ONE, 0, X);
    vote(1, ONE, 0, X);
    checks.sends(1, new Accepted(ONE, 0, ReplicaSet.of(1)), true);
    checks.delivers(0, 0, X);
    checks.stepped(0, new ReplicaState(false, ONE, 1, 1, 0, 0), 0);
    executions.request(0, 7, 1, answer(5));
    executions.slot(0, 0, 99);
    executions.acknowledged(7, 1, answer(5), 10);
    checks.delivers(2, 0, X);
    executions.request(2, 7, 1, answer(5));
    assertThatCode(() -> executions.slot(2, 0, 99)).doesNotThrowAnyException();
  }

  @Test
  void two_chosen_values_in_one_slot_are_caught() {
    vote(0, ONE, 0, X);
    vote(1, ONE, 0, X);
    vote(2, TWO, 0, Y);
    assertCaught(() -> vote(1, TWO, 0, Y), "view 1.0 has chosen", "view 2.1 chooses");
  }

  @Test
  void two_values_in_one_view_are_caught() {
    vote(0, ONE, 0, X);
    assertCaught(() -> vote(1, ONE, 0, Y), "slot 0, view 1.0", "replicas {0}");
  }

  @Test
  void a_value_that_was_chosen_by_one_quorum_may_be_chosen_again() {
    vote(0, ONE, 0, X);
    vote(1, ONE, 0, X);
    vote(1, TWO, 0, X);
    assertThatCode(() -> vote(2, TWO, 0, X)).doesNotThrowAnyException();
  }

  @Test
  void a_delivery_that_no_quorum_has_voted_for_is_caught() {
    vote(0, ONE, 0, X);
    assertCaught(() -> checks.delivers(0, 0, X), "no quorum has voted");
  }

  @Test
  void a_vote_counts_only_once_it_is_durable() {
    vote(0, ONE, 0, X);
    checks.persists(1, new Promised(ONE));
    checks.persists(1, new Voted(ONE, 0, X));
    assertCaught(() -> checks.delivers(0, 0, X), "no quorum has voted");
  }

  @Test
  void a_delivery_of_another_value_is_caught() {
    vote(0, ONE, 0, X);
    vote(1, ONE, 0, X);
    assertCaught(() -> checks.delivers(2, 0, Y), "view 1.0 has chosen");
  }

  @Test
  void a_delivery_out_of_order_is_caught() {
    vote(0, ONE, 1, X);
    vote(1, ONE, 1, X);
    assertCaught(() -> checks.delivers(0, 1, X), "delivers slot 1, expected was 0");
  }

  @Test
  void a_vote_below_a_promise_is_caught() {
    checks.persists(0, new Promised(TWO));
    assertCaught(() -> checks.persists(0, new Voted(ONE, 0, X)), "below its promise 2.1");
  }

  @Test
  void a_second_vote_in_one_view_is_caught() {
    vote(0, ONE, 0, X);
    assertCaught(() -> checks.persists(0, new Voted(ONE, 0, Y)), "after it had voted there");
  }

  @Test
  void a_promise_that_goes_back_is_caught() {
    checks.persists(0, new Promised(TWO));
    assertCaught(() -> checks.persists(0, new Promised(ONE)), "promises 1.0");
  }

  @Test
  void a_promise_that_hides_a_vote_is_caught() {
    vote(0, ONE, 3, X);
    checks.persists(0, new Promised(TWO));
    Promise inside = promise(TWO, 0, 4, 4);
    Promise behind = promise(TWO, 0, 0, 0);
    assertCaught(() -> checks.sends(0, inside, true), "hides its vote", "slot 3");
    assertCaught(() -> checks.sends(0, behind, true), "hides its vote", "slot 3");
  }

  @Test
  void a_promise_with_all_votes_passes() {
    vote(0, ONE, 3, X);
    checks.persists(0, new Promised(TWO));
    Promise promise = promise(TWO, 0, 4, 4, new Vote(3, ONE, false, X));
    assertThatCode(() -> checks.sends(0, promise, true)).doesNotThrowAnyException();
  }

  @Test
  void a_promise_with_another_vote_is_caught() {
    vote(0, ONE, 3, X);
    checks.persists(0, new Promised(TWO));
    Promise value = promise(TWO, 3, 4, 4, new Vote(3, ONE, false, Y));
    Promise view = promise(TWO, 3, 4, 4, new Vote(3, View.NONE, false, X));
    Promise decided = promise(TWO, 3, 4, 4, new Vote(3, ONE, true, X));
    assertCaught(() -> checks.sends(0, value, true), "its vote was for");
    assertCaught(() -> checks.sends(0, view, true), "its vote was for");
    assertCaught(() -> checks.sends(0, decided, true), "no quorum has voted");
  }

  @Test
  void a_message_that_claims_what_was_not_promised_is_caught() {
    assertCaught(() -> checks.sends(0, promise(ONE, 0, 0, 0), true), "sends a Promise");
    assertCaught(() -> checks.sends(1, new HeartbeatAck(ONE, 1, 0, 0, 0), true), "a HeartbeatAck");
    assertCaught(() -> checks.sends(1, new Reject(ONE, TWO), true), "sends a Reject");
    checks.persists(1, new Promised(ONE));
    assertCaught(
        () -> checks.sends(1, new Accepted(ONE, 0, ReplicaSet.of(1)), true), "reports a vote");
  }

  @Test
  void a_message_that_does_not_wait_for_the_disk_is_caught() {
    vote(0, ONE, 0, X);
    lead(ONE);
    assertCaught(
        () -> checks.sends(0, new Accepted(ONE, 0, ReplicaSet.of(0)), false),
        "no replica has sent");
    assertCaught(() -> checks.sends(0, promise(ONE, 1, 1, 1), false), "without waiting");
    assertCaught(
        () -> checks.sends(0, new HeartbeatAck(ONE, 1, 0, 0, 0), false), "without waiting");
    assertCaught(() -> checks.sends(0, new Heartbeat(ONE, 0, 0, 0, 1), false), "without waiting");
  }

  @Test
  void a_proposal_of_a_replica_that_does_not_lead_is_caught() {
    lead(ONE);
    assertCaught(() -> checks.sends(1, new Accept(ONE, 0, 0, X), false), "was not proposed");
    assertCaught(
        () -> checks.sends(0, new Accept(new View(2, 0), 0, 0, X), false), "the last one it led");
    assertCaught(() -> checks.sends(1, new Prepare(ONE, 0), true), "Prepare");
    assertCaught(() -> checks.leads(1, ONE, 0), "of another leader");
    assertCaught(() -> checks.leads(0, ONE, 0), "leads 1.0 after it led 1.0");
  }

  @Test
  void a_leader_that_too_few_have_promised_is_caught() {
    promise(0, ONE);
    assertCaught(() -> checks.leads(0, ONE, 0), "which 1 replicas have promised: quorum of 2");
    promise(1, TWO);
    assertThatCode(() -> checks.leads(0, ONE, 0)).doesNotThrowAnyException();
  }

  @Test
  void a_candidate_that_has_not_promised_its_view_durably_is_caught() {
    assertCaught(() -> checks.sends(0, new Prepare(ONE, 0), true), "having promised 0.0");
    promise(0, ONE);
    assertCaught(() -> checks.sends(0, new Prepare(ONE, 0), false), "without waiting");
    assertThatCode(() -> checks.sends(0, new Prepare(ONE, 0), true)).doesNotThrowAnyException();
  }

  @Test
  void a_second_proposal_in_one_view_and_slot_is_caught() {
    lead(ONE);
    checks.sends(0, new Accept(ONE, 0, 0, X), false);
    checks.sends(0, new Accept(ONE, 0, 0, X), false);
    assertCaught(() -> checks.sends(0, new Accept(ONE, 0, 0, Y), false), "it proposed");
  }

  @Test
  void a_proposal_where_an_earlier_view_may_still_choose_something_else_is_caught() {
    vote(0, ONE, 0, X);
    promise(0, TWO);
    promise(1, TWO);
    checks.leads(1, TWO, 0);
    assertCaught(() -> checks.sends(1, new Accept(TWO, 0, 0, Y), false), "view 1.0 may choose");
    checks.sends(1, new Accept(TWO, 0, 0, X), false);
  }

  @Test
  void a_proposal_where_too_few_can_choose_something_else_passes() {
    vote(0, ONE, 0, X);
    lead(TWO);
    assertThatCode(() -> checks.sends(1, new Accept(TWO, 0, 0, Y), false))
        .doesNotThrowAnyException();
  }

  @Test
  void a_slot_outside_the_window_is_caught() {
    lead(ONE);
    checks.sends(0, new Accept(ONE, 1, 0, X), false);
    assertCaught(() -> checks.sends(0, new Accept(ONE, 2, 0, X), false), "window 2");
  }

  @Test
  void a_new_leader_in_a_settled_cluster_is_caught() {
    lead(ONE);
    checks.leadersAreSettled();
    everybodyPromises(TWO);
    assertCaught(() -> checks.leads(1, TWO, 0), "replica 1 leads 2.1, long after the last fault");
  }

  @Test
  void a_proposal_that_nobody_asked_for_is_caught() {
    lead(ONE);
    checks.sends(0, new Accept(ONE, 0, 0, X), false);
    checks.nothingIsProposed();
    checks.sends(0, new Accept(ONE, 0, 0, X), false);
    assertCaught(() -> checks.sends(0, new Accept(ONE, 1, 0, X), false), "opens slot 1 of itself");
  }

  @Test
  void a_commit_of_what_is_not_decided_is_caught() {
    lead(ONE);
    vote(0, ONE, 0, X);
    assertCaught(() -> checks.sends(0, new Accept(ONE, 1, 1, X), false), "chosen up to 0");
    assertCaught(() -> checks.sends(0, new Heartbeat(ONE, 1, 0, 0, 1), true), "chosen up to 0");
    assertCaught(
        () -> checks.sends(0, new Decided(0, 0, List.of(X)), false), "no quorum has voted");
  }

  @Test
  void a_replica_that_goes_back_is_caught() {
    vote(0, ONE, 0, X);
    vote(1, ONE, 0, X);
    checks.delivers(0, 0, X);
    checks.stepped(0, new ReplicaState(false, ONE, 1, 1, 0, 0), 0);
    assertCaught(() -> checks.stepped(0, new ReplicaState(false, ONE, 0, 0, 0, 0), 0), "went back");
    assertCaught(
        () -> checks.stepped(0, new ReplicaState(false, View.NONE, 1, 1, 0, 0), 0), "went back");
  }

  @Test
  void a_replica_that_says_what_is_not_so_is_caught() {
    assertCaught(
        () -> checks.stepped(0, new ReplicaState(false, ONE, 0, 0, 0, 0), 0), "having promised");
    assertCaught(
        () -> checks.stepped(0, new ReplicaState(false, View.NONE, 0, 0, 0, 3), 0), "window 2");
    assertCaught(
        () -> checks.stepped(0, new ReplicaState(false, View.NONE, 1, 0, 0, 0), 0),
        "chosen up to 0");
  }

  @Test
  void a_leader_without_messages_of_a_quorum_for_long_is_caught() {
    ReplicaState leading = new ReplicaState(true, ONE, 0, 0, 0, 0);
    everybodyPromises(ONE);
    checks.leads(0, ONE, 1_000);
    checks.receives(0, 0, 1_400);
    checks.stepped(0, leading, 1_400);
    checks.receives(0, 1, 1_400);
    checks.receives(0, 0, 1_800);
    checks.stepped(0, leading, 1_800);
    assertCaught(() -> checks.stepped(0, leading, 1_801), "messages of 1 replicas", "quorum of 2");
  }

  @Test
  void a_vote_beyond_the_backlog_is_caught() {
    checks.persists(0, new Promised(ONE));
    checks.persists(0, new Voted(ONE, 3, X));
    assertCaught(() -> checks.persists(0, new Voted(ONE, 4, X)), "backlog of 4");
  }

  @Test
  void the_space_of_a_halted_service_ends_when_the_protocol_learns_that_it_goes_on() {
    ReplicaState state = new ReplicaState(false, ONE, 1, 1, 0, 0);
    checks.halts(0, 0);
    vote(0, ONE, 0, X);
    vote(1, ONE, 0, X);
    checks.delivers(0, 0, X);
    executions.request(0, 7, 1, answer(5));
    executions.slot(0, 0, 99);
    checks.stepped(0, state, 0);
    checks.persists(0, new Voted(ONE, 5, X));
    checks.learnsExecuted(0, 1);
    checks.stepped(0, state, 0);
    assertCaught(() -> checks.persists(0, new Voted(ONE, 6, X)), "backlog of 4");
  }

  @Test
  void a_request_that_is_executed_twice_is_caught() {
    executions.request(0, 7, 1, answer(5));
    assertCaught(() -> executions.request(0, 7, 1, answer(5)), "sequence 1", "after sequence 1");
  }

  @Test
  void a_request_that_is_executed_before_its_predecessor_is_caught() {
    assertCaught(() -> executions.request(0, 7, 2, answer(5)), "sequence 2", "after sequence 0");
  }

  @Test
  void a_request_that_has_two_results_is_caught() {
    executions.request(0, 7, 1, answer(5));
    assertCaught(() -> executions.request(1, 7, 1, answer(6)), "elsewhere");
  }

  @Test
  void two_states_after_the_same_slot_are_caught() {
    executions.slot(0, 0, 99);
    assertCaught(() -> executions.slot(1, 0, 98), "after slot 0 the state of replica 1");
  }

  @Test
  void a_slot_that_is_skipped_is_caught() {
    assertCaught(() -> executions.slot(0, 1, 99), "executes slot 1, expected was 0");
  }

  @Test
  void an_acknowledged_request_that_was_not_executed_is_caught() {
    assertCaught(() -> executions.acknowledged(7, 1, answer(5), 10), "session 7");
  }

  @Test
  void an_acknowledged_request_with_another_answer_is_caught() {
    executions.request(0, 7, 1, answer(5));
    assertCaught(() -> executions.acknowledged(7, 1, answer(6), 10), "session 7");
    assertCaught(
        () -> executions.acknowledged(7, 1, new Answer(new byte[] {5}, true), 10), "session 7");
  }

  @Test
  void a_read_that_misses_what_was_acknowledged_is_caught() {
    executions.request(0, 7, 1, answer(5));
    executions.slot(0, 0, 99);
    executions.acknowledged(7, 1, answer(5), 10);
    executions.reads(0, executions.acknowledgedEnd());
    assertCaught(
        () -> executions.reads(1, executions.acknowledgedEnd()), "replica 1 answers a read");
    executions.reads(1, executions.acknowledgedEnd(9));
    assertCaught(
        () -> executions.reads(1, executions.acknowledgedEnd(10)), "replica 1 answers a read");
  }

  private void vote(int replica, View view, long slot, Batch batch) {
    promise(replica, view);
    checks.persists(replica, new Voted(view, slot, batch));
    checks.durable(replica, new Voted(view, slot, batch));
  }

  private void promise(int replica, View view) {
    if (view.isAfter(promised[replica])) {
      promised[replica] = view;
      checks.persists(replica, new Promised(view));
    }
  }

  private void everybodyPromises(View view) {
    for (int replica = 0; replica < 3; replica++) {
      promise(replica, view);
    }
  }

  private void lead(View view) {
    everybodyPromises(view);
    checks.leads(view.leader(), view, 0);
  }

  private final View[] promised = {View.NONE, View.NONE, View.NONE};

  private static void assertCaught(ThrowingCallable event, String... words) {
    assertThatThrownBy(event).isInstanceOf(Violation.class).hasMessageContainingAll(words);
  }

  private static Promise promise(View view, long first, long end, long logEnd, Vote... votes) {
    return new Promise(
        view, first, end, logEnd, List.of(votes), Incarnations.unknown(ReplicaSet.all(3)));
  }

  private static Answer answer(int value) {
    return new Answer(new byte[] {(byte) value}, false);
  }

  private static Batch batch(long leaderTimeMillis) {
    return Batch.close(new byte[Batch.HEADER_BYTES], leaderTimeMillis, 0);
  }
}
