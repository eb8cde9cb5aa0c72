package io.synod.core.learner;

import static io.synod.core.testing.Batches.batch;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.synod.core.check.BrokenInvariant;
import io.synod.core.cluster.Quorums;
import io.synod.core.cluster.ReplicaSet;
import io.synod.core.cluster.View;
import io.synod.core.command.Batch;
import io.synod.core.effect.ProtocolEvent;
import io.synod.core.log.Log;
import io.synod.core.membership.ChangeEntry;
import io.synod.core.membership.Membership;
import io.synod.core.membership.MembershipLog;
import io.synod.core.membership.Memberships;
import io.synod.core.testing.Entries;
import io.synod.core.testing.RecordedEffects;
import io.synod.core.testing.Settings;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** A backlog of four slots. */
class LearnerTest {
  private static final View V1 = new View(1, 1);
  private static final View V2 = new View(2, 2);

  private final Log log = new Log(0);
  private final RecordedEffects out = new RecordedEffects();
  private Learner learner = learner(log, new LearnerSettings(4, 1 << 20, 0));

  @AfterEach
  void invariantsHold() {
    learner.invariants();
    log.invariants();
  }

  @Test
  void delivers_in_slot_order_whatever_the_order_of_decisions() {
    decide(2);
    decide(1);
    assertThat(out.lines()).isEmpty();
    decide(0);
    assertThat(out.lines()).containsExactly("deliver #0 s0", "deliver #1 s1", "deliver #2 s2");
    assertThat(out.events(ProtocolEvent.DecidedUpTo.class))
        .containsExactly(new ProtocolEvent.DecidedUpTo(3));
  }

  @Test
  void delivers_each_slot_once() {
    decide(0);
    decide(0);
    learner.commit(V1, 1, out);
    learner.onExecuted(1, null, out);
    assertThat(out.lines()).containsExactly("deliver #0 s0");
  }

  @Test
  void a_service_that_has_halted_gets_another_window_and_the_batch_that_lets_it_go_on() {
    for (int slot = 0; slot < 9; slot++) {
      decide(slot);
    }
    learner.onExecuted(2, null, out);
    assertThat(learner.delivered()).isEqualTo(6);
    learner.onHalted(2, false, out);
    learner.onHalted(2, false, out);
    assertThat(learner.limit()).isEqualTo(2 + 4 + 3);
    assertThat(learner.delivered()).isEqualTo(9);
    learner.onExecuted(4, null, out);
    assertThat(learner.limit()).as("more is delivered than the backlog").isEqualTo(4 + 4 + 3);
    learner.onExecuted(5, null, out);
    assertThat(learner.limit()).isEqualTo(5 + 4);
    learner.onHalted(3, false, out);
    assertThat(learner.limit()).as("an event that comes too late").isEqualTo(5 + 4);
  }

  @Test
  void batches_that_hold_no_request_take_no_space_from_the_one_that_lets_the_service_go_on() {
    for (int slot = 0; slot < 7; slot++) {
      decide(slot);
    }
    learner.onExecuted(1, null, out);
    decide(7);
    learner.onHalted(1, false, out);
    assertThat(learner.limit()).as("full").isEqualTo(1 + 4 + 3);
    Batch skip = new Entries().skip(1, 5).close(0);
    long slot = 8;
    learner.decide(slot++, skip, out);
    assertThat(learner.limit()).as("one that another replica had space for").isEqualTo(slot);
    for (; slot < 30; slot++) {
      learner.decide(slot, slot % 2 == 0 ? skip : Batch.NOOP, out);
      assertThat(learner.limit()).isEqualTo(slot + 1);
    }
    for (int executed = 2; executed < 30; executed++) {
      learner.onExecuted(executed, null, out);
      learner.invariants();
      assertThat(learner.limit()).as("executed %d of 30", executed).isBetween(30L, 30L + 7);
    }
    assertThat(learner.limit()).isEqualTo(29 + 4);
  }

  /** The service may pass the last of those that take none. */
  @Test
  void many_batches_without_requests_take_no_space() {
    learner = learner(log, new LearnerSettings(4, 1 << 30, 1 << 30, 0));
    decide(0);
    learner.onHalted(0, false, out);
    long most = 0;
    for (int slot = 1; slot < 70_000; slot++) {
      learner.decide(slot, Batch.NOOP, out);
      most = learner.limit();
    }
    assertThat(most).isEqualTo(65_536 + 4 + 3);
    assertThat(learner.delivered()).isEqualTo(most);
    learner.onExecuted(most - 5, null, out);
    learner.onExecutedByAll(most - 5);
    learner.decide(70_000, Batch.NOOP, out);
    learner.invariants();
    learner.onExecuted(learner.delivered(), null, out);
    assertThat(learner.limit()).isEqualTo(learner.executed() + 4);
  }

  @Test
  void the_same_beyond_a_full_backlog_of_bytes() {
    learner = learner(log, new LearnerSettings(8, 1, 1 << 20, 0));
    decide(0);
    decide(1);
    assertThat(learner.limit()).isEqualTo(2);
    learner.onHalted(0, false, out);
    assertThat(learner.limit()).isEqualTo(2 + 5);
    decide(2);
    decide(3);
    assertThat(learner.limit()).as("no more with each batch").isEqualTo(2 + 5);
    assertThat(learner.delivered()).isEqualTo(4);
  }

  @Test
  void one_that_is_restored_where_the_service_has_halted_takes_all_that_the_others_have_taken() {
    learner = learner(log, new LearnerSettings(8, 3 * batch("s0").heapBytes(), 1 << 20, 0));
    learner.restore(5, out);
    learner.onHalted(5, true, out);
    assertThat(learner.executedWhole()).isZero();
    learner.onExecuted(5, Settings.memberships(log).memberships(), out);
    assertThat(learner.executed()).isEqualTo(5);
    assertThat(learner.executedWhole()).as("of slot 4 a part").isEqualTo(4);
    for (int slot = 5; slot < 8; slot++) {
      assertThat(learner.limit()).isEqualTo(5 + 8 + 5);
      decide(slot);
    }
    // Full of bytes: the window and the batch come behind.
    assertThat(learner.limit()).isEqualTo(8 + 5);
    decide(8);
    assertThat(learner.limit()).as("no more with each batch").isEqualTo(8 + 5);
    assertThat(learner.delivered()).isEqualTo(9);
    learner.onHalted(5, false, out);
    assertThat(learner.executedWhole()).as("it has halted in the next slot").isEqualTo(5);
    learner.onExecuted(6, null, out);
    assertThat(learner.executedWhole()).isEqualTo(6);
  }

  /** The leader's service, which is behind, halts once its backlog is full of bytes. */
  @Test
  void one_that_halts_early_takes_the_same_as_one_with_a_full_backlog() {
    learner = learner(log, new LearnerSettings(8, 7 * batch("s0").heapBytes(), 1 << 20, 0));
    for (int slot = 0; slot < 7; slot++) {
      assertThat(learner.limit()).isGreaterThan(slot);
      accept(V1, slot);
      learner.logGrew();
      learner.commit(V1, slot + 1, out);
      learner.onHalted(0, false, out);
    }
    assertThat(learner.limit()).isEqualTo(7 + 5);
    accept(V1, 7);
    learner.logGrew();
    assertThat(learner.limit()).as("no more with each batch").isEqualTo(7 + 5);
  }

  @Test
  void never_delivers_more_than_the_backlog_ahead_of_execution() {
    for (int slot = 0; slot < 9; slot++) {
      decide(slot);
    }
    assertThat(learner.delivered()).isEqualTo(4);
    assertThat(learner.limit()).isEqualTo(4);
    learner.onExecuted(1, null, out);
    assertThat(learner.delivered()).isEqualTo(5);
    learner.onExecuted(5, null, out);
    assertThat(learner.delivered()).isEqualTo(9);
  }

  @Test
  void a_commit_decides_what_was_accepted_in_its_view() {
    accept(V1, 0);
    accept(V1, 1);
    accept(V1, 2);
    learner.commit(V1, 2, out);
    assertThat(out.lines()).containsExactly("deliver #0 s0", "deliver #1 s1");
    assertThat(log.decided()).isEqualTo(2);
  }

  @Test
  void a_commit_says_nothing_about_a_slot_accepted_in_an_earlier_view() {
    accept(V1, 0);
    accept(V2, 1);
    learner.commit(V2, 2, out);
    assertThat(log.decided()).isZero();
    log.accept(V2, 0, batch("new"));
    learner.commit(V2, 2, out);
    assertThat(out.lines()).containsExactly("deliver #0 new", "deliver #1 s1");
  }

  @Test
  void a_commit_stops_at_a_gap() {
    accept(V1, 0);
    accept(V1, 2);
    learner.commit(V1, 3, out);
    assertThat(log.decided()).isEqualTo(1);
  }

  @Test
  void a_commit_passes_over_what_is_decided_already() {
    accept(V1, 0);
    decide(1);
    accept(V1, 2);
    learner.commit(V1, 3, out);
    assertThat(log.decided()).isEqualTo(3);
  }

  @Test
  void a_commit_beyond_the_log_decides_what_is_there() {
    accept(V1, 0);
    learner.commit(V1, 1000, out);
    assertThat(log.decided()).isEqualTo(1);
  }

  @Test
  void slots_executed_by_all_are_cut_but_never_beyond_the_own_execution() {
    for (int slot = 0; slot < 4; slot++) {
      decide(slot);
    }
    learner.onExecuted(2, null, out);
    assertThat(log.first()).isZero();
    learner.onExecutedByAll(3);
    assertThat(log.first()).isEqualTo(2);
    learner.onExecuted(4, null, out);
    assertThat(log.first()).isEqualTo(3);
    learner.onExecutedByAll(1);
    assertThat(log.first()).as("never goes back").isEqualTo(3);
  }

  @Test
  void beyond_its_bytes_the_log_drops_the_oldest_executed_slots_only() {
    learner = learner(log, new LearnerSettings(4, 2L * batch("s0").heapBytes(), 0));
    for (int slot = 0; slot < 4; slot++) {
      decide(slot);
    }
    assertThat(log.first()).as("nothing is executed").isZero();
    learner.onExecuted(1, null, out);
    assertThat(log.first()).isEqualTo(1);
    learner.onExecuted(4, null, out);
    assertThat(log.first()).isEqualTo(2);
    assertThat(log.bytes()).isEqualTo(2L * batch("s0").heapBytes());
  }

  @Test
  void slots_that_are_not_executed_take_at_most_the_bytes_of_the_log() {
    int batchBytes = batch("s0").heapBytes();
    learner = learner(log, new LearnerSettings(100, 3L * batchBytes, 1 << 20, 0));
    assertThat(learner.limit()).isEqualTo(100);
    for (long slot = 0; slot < 3; slot++) {
      accept(V1, slot);
    }
    assertThat(learner.limit()).as("no slot beyond the log's end").isEqualTo(3);
    learner.commit(V1, 3, out);
    assertThat(learner.limit()).isEqualTo(3);
    learner.onExecuted(1, null, out);
    assertThat(learner.limit()).as("the executed one makes way").isEqualTo(101);
  }

  @Test
  void a_gap_before_the_end_of_a_full_log_is_open() {
    int batchBytes = batch("s0").heapBytes();
    learner = learner(log, new LearnerSettings(100, 2L * batchBytes, 1 << 20, 0));
    accept(V1, 1);
    accept(V1, 2);
    assertThat(learner.limit()).isEqualTo(3);
    decide(0);
    assertThat(learner.delivered()).isEqualTo(1);
  }

  @Test
  void slots_executed_by_all_are_kept_up_to_the_margin() {
    long bytes = batch("s0").heapBytes();
    learner = learner(log, new LearnerSettings(9, 5 * bytes, 3 * bytes));
    for (int slot = 0; slot < 8; slot++) {
      decide(slot);
    }
    learner.onExecuted(8, null, out);
    assertThat(log.first()).as("all that may be kept").isEqualTo(3);
    learner.onExecutedByAll(8);
    assertThat(log.first()).as("the margin").isEqualTo(5);
  }

  @Test
  void goes_on_where_a_snapshot_ends() {
    Log restarted = new Log(7);
    learner = learner(restarted, new LearnerSettings(4, 1 << 20, 0));
    assertThat(learner.delivered()).isEqualTo(7);
    assertThat(learner.executed()).isEqualTo(7);
    restarted.decide(7, batch("h"));
    learner.start(out);
    assertThat(out.lines()).containsExactly("deliver #7 h");
  }

  @Test
  void delivers_nothing_while_a_state_is_being_restored_and_goes_on_behind_it() {
    decide(0);
    learner.restore(5, out);
    out.clear();
    learner.onExecuted(1, null, out);
    assertThat(learner.isRestoring()).isTrue();
    for (int slot = 1; slot < 7; slot++) {
      decide(slot);
    }
    assertThat(out.lines()).isEmpty();
    learner.onExecuted(5, Settings.memberships(log).memberships(), out);
    assertThat(learner.isRestoring()).isFalse();
    assertThat(out.lines()).containsExactly("deliver #5 s5", "deliver #6 s6");
    assertThat(log.first()).isEqualTo(5);
    assertThat(learner.executed()).isEqualTo(5);
  }

  @Test
  void a_state_that_is_older_than_what_is_decided_is_not_restored() {
    for (int slot = 0; slot < 3; slot++) {
      decide(slot);
    }
    assertThatThrownBy(() -> learner.restore(3, out)).isInstanceOf(BrokenInvariant.class);
    learner.restore(4, out);
    assertThat(out.lines()).last().isEqualTo("restore snapshot #4");
  }

  @Test
  void another_state_than_the_one_that_was_asked_for_breaks_an_invariant() {
    learner.restore(4, out);
    assertThatThrownBy(() -> learner.onExecuted(5, null, out)).isInstanceOf(BrokenInvariant.class);
  }

  @Test
  void executing_what_was_not_delivered_breaks_an_invariant() {
    decide(0);
    assertThatThrownBy(() -> learner.onExecuted(2, null, out)).isInstanceOf(BrokenInvariant.class);
  }

  private void decide(long slot) {
    learner.decide(slot, batch("s" + slot), out);
  }

  private void accept(View view, long slot) {
    log.accept(view, slot, batch("s" + slot));
  }

  @Test
  void the_limit_never_goes_back_when_the_service_passes_the_end_of_a_fence() {
    decideChange();
    long limit = learner.limit();
    assertThat(limit).as("with the slots of the fence").isEqualTo(4 + 6);
    for (int slot = 1; slot < 16; slot++) {
      decide(slot);
    }
    for (int executed = 1; executed < 12; executed += 2) {
      learner.onExecuted(Math.min(executed, learner.delivered()), null, out);
      learner.invariants();
      assertThat(learner.limit()).isGreaterThanOrEqualTo(limit);
      limit = learner.limit();
    }
    assertThat(limit).as("behind the fence").isEqualTo(11 + 4);
  }

  /** After a restart the service reports where it halts before it has executed what is before. */
  @Test
  void nor_when_the_slots_of_the_fence_hold_no_requests_and_the_service_halts_behind_it() {
    decideChange();
    for (int slot = 1; slot < 7; slot++) {
      learner.decide(slot, slot % 3 == 0 ? batch("s" + slot) : Batch.NOOP, out);
    }
    learner.onHalted(8, false, out);
    long limit = learner.limit();
    for (int slot = 7; slot < 30; slot++) {
      learner.decide(slot, slot == 20 ? Batch.NOOP : batch("s" + slot), out);
      assertThat(learner.limit()).isGreaterThanOrEqualTo(limit);
      limit = learner.limit();
    }
    for (int executed = 1; executed <= 8; executed++) {
      learner.onExecuted(executed, null, out);
      learner.invariants();
      assertThat(learner.limit()).isGreaterThanOrEqualTo(limit);
      limit = learner.limit();
    }
    assertThat(limit).as("with slot 20 and what skips the request").isEqualTo(8 + 4 + 1 + 3);
  }

  /** To members that begin in slot 7. */
  private void decideChange() {
    Membership first = Membership.of(Quorums.majority(3), 6);
    MembershipLog memberships = new MembershipLog(Memberships.beginning(first), 0);
    learner = new Learner(log, new LearnerSettings(4, 1 << 20, 0), memberships);
    Membership next = new Membership(1, 0, 6, first.members(), 0, 0, ReplicaSet.EMPTY, 0);
    learner.decide(0, ChangeEntry.batch(next, 0), out);
  }

  private static Learner learner(Log log, LearnerSettings settings) {
    return new Learner(log, settings, Settings.memberships(log));
  }
}
