package io.synod.simulation.check;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.synod.core.cluster.Incarnation;
import io.synod.core.cluster.Incarnations;
import io.synod.core.cluster.Origin;
import io.synod.core.cluster.Quorums;
import io.synod.core.cluster.ReplicaSet;
import io.synod.core.cluster.View;
import io.synod.core.command.Batch;
import io.synod.core.effect.JournalRecord.DecidedUpTo;
import io.synod.core.effect.JournalRecord.Learnt;
import io.synod.core.effect.JournalRecord.Promised;
import io.synod.core.effect.JournalRecord.Voted;
import io.synod.core.message.Accepted;
import io.synod.core.message.HeartbeatAck;
import io.synod.core.message.Join;
import io.synod.core.message.JoinReply;
import io.synod.core.message.MemberStatus;
import io.synod.core.message.Message;
import io.synod.core.message.PreVoteReply;
import io.synod.core.message.Promise;
import io.synod.core.message.Vote;
import io.synod.simulation.check.Beginning.Memory;
import java.util.List;
import java.util.Set;
import java.util.function.LongFunction;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Three replicas that die and come back: what the checks hold against what they did before. */
class LivesTest {
  private static final View ONE = new View(1, 0);
  private static final View TWO = new View(2, 1);
  private static final Batch X = Batch.close(new byte[Batch.HEADER_BYTES], 1, 0);
  private static final Batch Y = Batch.close(new byte[Batch.HEADER_BYTES], 2, 0);
  private static final LongFunction<Vote> NOTHING = slot -> null;

  private final ClusterChecks checks = new ClusterChecks(Quorums.majority(3), 2, 4, 100);
  private final Executions executions = checks.executions();
  private final Members members = checks.members();

  @BeforeEach
  void all_replicas_join() {
    for (int replica = 0; replica < 3; replica++) {
      checks.joined(replica);
    }
  }

  @Test
  void a_restart_with_all_votes_and_promises_passes() {
    vote(ONE, 0, X);
    LongFunction<Vote> known = slot -> slot == 0 ? new Vote(0, ONE, false, X) : null;
    assertThatCode(() -> checks.begins(0, member(ONE), known)).doesNotThrowAnyException();
  }

  @Test
  void a_forgotten_vote_is_caught() {
    vote(ONE, 0, X);
    assertCaught(() -> checks.begins(0, member(ONE), NOTHING), "comes back with null in slot 0");
  }

  @Test
  void a_vote_for_something_else_is_caught() {
    vote(ONE, 0, X);
    LongFunction<Vote> known = slot -> new Vote(slot, ONE, false, Y);
    assertCaught(() -> checks.begins(0, member(ONE), known), "it had voted for");
  }

  @Test
  void a_vote_that_is_known_to_be_lost_passes_and_one_that_is_made_up_does_not() {
    vote(ONE, 0, X);
    Beginning damaged = new Beginning(true, true, ONE, 0, 1, Set.of(0L), Memory.WHOLE);
    LongFunction<Vote> older = slot -> new Vote(slot, View.NONE, false, Y);
    assertThatCode(() -> checks.begins(0, damaged, NOTHING)).doesNotThrowAnyException();
    assertCaught(() -> checks.begins(0, damaged, older), "it had voted for");
  }

  @Test
  void a_vote_that_was_not_durable_may_be_gone_and_does_not_bind() {
    checks.persists(0, new Promised(ONE));
    checks.durable(0, new Promised(ONE));
    checks.persists(0, new Voted(ONE, 0, X));
    checks.begins(0, member(ONE), NOTHING);
    assertThatCode(() -> checks.persists(0, new Voted(ONE, 0, Y))).doesNotThrowAnyException();
  }

  @Test
  void a_vote_that_is_found_on_disk_counts() {
    vote(ONE, 0, X);
    checks.survives(1, new Promised(ONE));
    checks.survives(1, new Voted(ONE, 0, X));
    assertThatCode(() -> checks.delivers(2, 0, X)).doesNotThrowAnyException();
  }

  @Test
  void a_forgotten_promise_is_caught() {
    checks.persists(0, new Promised(TWO));
    checks.durable(0, new Promised(TWO));
    assertCaught(() -> checks.begins(0, member(ONE), NOTHING), "promise 1.0, it had promised 2.1");
  }

  @Test
  void a_rejoin_without_a_decision_that_it_voted_for_is_caught() {
    vote(ONE, 0, X);
    checks.persists(1, new Promised(ONE));
    checks.persists(1, new Voted(ONE, 0, X));
    checks.durable(1, new Voted(ONE, 0, X));
    checks.begins(0, beginning(false, Memory.LOST), NOTHING);
    assertCaught(() -> checks.rejoins(0, 0), "knowing decisions up to 0", "chosen up to 1");
    assertThatCode(() -> checks.rejoins(0, 1)).doesNotThrowAnyException();
  }

  @Test
  void a_rejoin_in_an_old_incarnation_is_caught() {
    members.becameMember(0, 2);
    assertCaught(() -> members.announces(0, 2), "announces epoch 2, it was a member in epoch 2");
    assertThatCode(() -> members.announces(0, 3)).doesNotThrowAnyException();
  }

  @Test
  void a_rejoin_below_a_view_that_was_led_before_is_caught() {
    for (int replica = 0; replica < 3; replica++) {
      checks.persists(replica, new Promised(TWO));
    }
    checks.leads(1, TWO, 0);
    checks.begins(0, beginning(false, Memory.LOST), NOTHING);
    checks.persists(0, new Promised(ONE));
    assertCaught(() -> checks.rejoins(0, 0), "having promised 1.0", "view 2.1 was led");
    checks.persists(0, new Promised(TWO));
    assertThatCode(() -> checks.rejoins(0, 0)).doesNotThrowAnyException();
  }

  @Test
  void a_member_without_its_durable_state_is_caught() {
    assertCaught(() -> checks.begins(0, beginning(true, Memory.LOST), NOTHING), "memory is LOST");
    assertCaught(() -> checks.begins(0, beginning(true, Memory.NONE), NOTHING), "memory is NONE");
  }

  @Test
  void a_replica_with_its_durable_state_that_is_no_member_is_caught() {
    assertCaught(() -> checks.begins(0, beginning(false, Memory.WHOLE), NOTHING), "is WHOLE");
  }

  @Test
  void a_binding_message_of_a_replica_that_has_not_joined_is_caught() {
    checks.begins(0, beginning(false, Memory.LOST), NOTHING);
    Incarnations roster = Incarnations.unknown(ReplicaSet.all(3));
    Incarnation asker = new Incarnation(1, 7);
    List<Message> messages =
        List.of(
            new Promise(View.NONE, 0, 0, 0, List.of(), roster),
            new Accepted(View.NONE, 0, ReplicaSet.of(0)),
            new HeartbeatAck(View.NONE, 1, 0, 0, 0),
            new PreVoteReply(ONE, true, View.NONE),
            new JoinReply(
                0, asker, MemberStatus.MEMBER, roster, View.NONE, false, 0, 0, Origin.NONE));
    for (Message message : messages) {
      assertCaught(() -> checks.sends(0, message, true), "without having joined");
    }
    Message refusal = new PreVoteReply(ONE, false, View.NONE);
    assertThatCode(() -> checks.sends(0, refusal, true)).doesNotThrowAnyException();
  }

  @Test
  void after_joining_it_may_promise_and_its_old_votes_bind_no_more() {
    vote(ONE, 0, X);
    checks.begins(0, beginning(false, Memory.LOST), NOTHING);
    checks.joined(0);
    checks.persists(0, new Promised(TWO));
    checks.durable(0, new Promised(TWO));
    Promise promise = new Promise(TWO, 0, 0, 0, List.of(), Incarnations.unknown(ReplicaSet.all(3)));
    assertThatCode(() -> checks.sends(0, promise, true)).doesNotThrowAnyException();
  }

  @Test
  void a_message_that_leaves_before_its_fact_is_durable_is_caught() {
    checks.persists(0, new Promised(ONE));
    checks.persists(0, new Voted(ONE, 0, X));
    Promise promise = new Promise(ONE, 0, 0, 0, List.of(), Incarnations.unknown(ReplicaSet.all(3)));
    Accepted accepted = new Accepted(ONE, 0, ReplicaSet.of(0));
    assertCaught(() -> checks.reveals(0, promise), "of which 0.0 is durable");
    assertCaught(() -> checks.reveals(0, accepted), "of which null is durable");
    checks.durable(0, new Promised(ONE));
    checks.durable(0, new Voted(ONE, 0, X));
    checks.reveals(0, promise);
    assertThatCode(() -> checks.reveals(0, accepted)).doesNotThrowAnyException();
  }

  @Test
  void asking_to_join_waits_for_the_disk() {
    Join join = new Join(0, new Incarnation(2, 7));
    assertCaught(() -> checks.sends(0, join, false), "without waiting for its disk");
  }

  @Test
  void a_decision_on_disk_that_is_none_is_caught() {
    assertCaught(() -> checks.persists(0, new Learnt(0, X)), "no quorum has voted");
    assertCaught(() -> checks.persists(0, new DecidedUpTo(1)), "chosen up to 0");
  }

  @Test
  void a_replica_that_stops_is_caught_unless_too_many_are_lost() {
    assertCaught(() -> members.stops(0, "alone"), "replica 0 stops: alone");
    members.tooManyAreLost();
    members.stops(0, "alone");
    assertThat(members.hasStopped(0)).isTrue();
    assertThat(members.hasStopped(1)).isFalse();
    assertThat(members.hasAnyStopped()).isTrue();
  }

  @Test
  void a_restored_state_must_be_the_one_that_others_had() {
    executions.slot(0, 0, 99);
    executions.begins(1);
    assertCaught(() -> checks.restored(1, 1, 98), "restores", "after slot 0");
    checks.restored(1, 1, 99);
    assertThat(executions.executed(1)).isEqualTo(1);
    assertCaught(() -> checks.restored(1, 1, 99), "which has executed 1");
  }

  @Test
  void a_request_that_a_restored_state_holds_is_not_executed_again() {
    executions.request(0, 7, 1, answer());
    executions.slot(0, 0, 99);
    checks.restored(1, 1, 99);
    assertCaught(() -> executions.request(1, 7, 1, answer()), "after sequence 1");
    assertThatCode(() -> executions.request(1, 7, 2, answer())).doesNotThrowAnyException();
  }

  @Test
  void a_state_in_the_middle_of_a_slot_is_compared_where_the_slot_ends() {
    executions.request(0, 7, 1, answer());
    checks.restoredInPart(1, 1);
    assertCaught(() -> checks.restoredInPart(1, 1), "which has executed 1");
    assertThat(executions.executed(1)).isEqualTo(1);
    executions.request(0, 7, 2, answer());
    executions.slot(0, 0, 99);
    assertCaught(() -> executions.slot(1, 1, 99), "executes slot 1, expected was 0");
    executions.request(1, 7, 2, answer());
    assertCaught(() -> executions.slot(1, 0, 98), "after slot 0");
  }

  @Test
  void sequences_go_on_behind_a_slot_that_was_restored_in_part() {
    executions.request(0, 7, 1, answer());
    executions.slot(0, 0, 99);
    checks.restoredInPart(1, 1);
    executions.slot(1, 0, 99);
    assertThat(executions.executed(1)).isEqualTo(1);
    assertCaught(() -> executions.request(1, 7, 1, answer()), "after sequence 1");
    assertThatCode(() -> executions.request(1, 7, 2, answer())).doesNotThrowAnyException();
  }

  @Test
  void deliveries_go_on_where_the_snapshot_ends_and_not_before_it_is_restored() {
    chosen(0, X);
    chosen(1, X);
    executions.slot(0, 0, 99);
    checks.restores(2, 1);
    assertCaught(() -> checks.delivers(2, 1, X), "delivers slot 1, expected was 0");
    checks.restored(2, 1, 99);
    assertThatCode(() -> checks.delivers(2, 1, X)).doesNotThrowAnyException();
    assertCaught(() -> checks.restores(2, 1), "restores 1, having delivered up to 2");
  }

  @Test
  void a_new_life_delivers_from_its_snapshot_on() {
    chosen(0, X);
    checks.delivers(2, 0, X);
    checks.begins(2, beginning(false, Memory.LOST), NOTHING);
    assertThatCode(() -> checks.delivers(2, 0, X)).doesNotThrowAnyException();
  }

  private void vote(View view, long slot, Batch batch) {
    checks.persists(0, new Promised(view));
    checks.durable(0, new Promised(view));
    checks.persists(0, new Voted(view, slot, batch));
    checks.durable(0, new Voted(view, slot, batch));
  }

  private void chosen(long slot, Batch batch) {
    checks.durable(0, new Voted(ONE, slot, batch));
    checks.durable(1, new Voted(ONE, slot, batch));
  }

  private static Beginning member(View promised) {
    return new Beginning(true, true, promised, 0, 1, Set.of(), Memory.WHOLE);
  }

  private static Beginning beginning(boolean member, Memory memory) {
    return new Beginning(member, false, View.NONE, 0, 0, Set.of(), memory);
  }

  private static Answer answer() {
    return new Answer(new byte[] {5}, false);
  }

  private static void assertCaught(ThrowingCallable event, String... words) {
    assertThatThrownBy(event).isInstanceOf(Violation.class).hasMessageContainingAll(words);
  }
}
