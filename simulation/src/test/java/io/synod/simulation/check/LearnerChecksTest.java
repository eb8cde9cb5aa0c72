package io.synod.simulation.check;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.synod.core.cluster.Quorums;
import io.synod.core.cluster.View;
import io.synod.core.command.Batch;
import io.synod.core.membership.Membership;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Two learners behind three replicas; X is decided in slots 0 and 1. A credit of 100 bytes. */
class LearnerChecksTest {
  private static final View ONE = new View(1, 0);
  private static final Batch X = Batch.close(new byte[Batch.HEADER_BYTES], 1, 0);
  private static final Batch Y = Batch.close(new byte[Batch.HEADER_BYTES], 2, 0);
  private static final long CREDIT = 100;

  private final Decisions decisions =
      new Decisions(new ChosenMemberships(3, Membership.of(Quorums.majority(3), 2), true));
  private final LearnerChecks checks = new LearnerChecks(3, 2, decisions);

  @BeforeEach
  void two_slots_are_decided() {
    for (long slot = 0; slot < 2; slot++) {
      decisions.voted(0, ONE, slot, X);
      decisions.voted(1, ONE, slot, X);
    }
    decisions.voted(2, ONE, 2, X);
  }

  @Test
  void deliveries_slot_by_slot_pass() {
    checks.begins(1, 0);
    checks.delivers(1, 0, X, 0, CREDIT);
    assertThatCode(() -> checks.delivers(1, 1, X, CREDIT - 1, CREDIT)).doesNotThrowAnyException();
    assertThat(checks.self(1)).isEqualTo(4);
  }

  @Test
  void a_delivery_without_a_quorum_of_votes_is_caught() {
    checks.begins(0, 2);
    assertCaught(() -> checks.delivers(0, 2, X, 0, CREDIT), "no quorum has voted");
  }

  @Test
  void another_batch_than_the_decided_one_is_caught() {
    assertCaught(() -> checks.delivers(0, 0, Y, 0, CREDIT), "view 1.0 has chosen");
  }

  @Test
  void a_gap_is_caught() {
    assertCaught(() -> checks.delivers(0, 1, X, 0, CREDIT), "delivers slot 1, expected was 0");
  }

  @Test
  void a_repetition_is_caught() {
    checks.delivers(0, 0, X, 0, CREDIT);
    assertCaught(() -> checks.delivers(0, 0, X, 0, CREDIT), "delivers slot 0, expected was 1");
  }

  @Test
  void more_than_the_credit_and_one_batch_is_caught() {
    assertCaught(() -> checks.delivers(0, 0, X, CREDIT, CREDIT), "given credit for 100");
  }

  @Test
  void credit_beyond_the_free_bytes_is_caught() {
    checks.grants(0, 60, 40, CREDIT);
    checks.grants(0, CREDIT + 30, 0, CREDIT);
    assertCaught(() -> checks.grants(0, 60, 41, CREDIT), "holds 60 bytes and lets 41 more come");
  }

  @Test
  void goes_on_behind_a_snapshot_that_brings_it_forward_only() {
    checks.restores(0, 1);
    checks.delivers(0, 1, X, 0, CREDIT);
    assertCaught(() -> checks.restores(0, 2), "restores a snapshot up to 2, is at slot 2");
  }

  @Test
  void a_learner_that_stays_too_long_at_a_replica_without_a_leader_is_caught() {
    checks.isStranded(0, 2, 1_000, 50);
    checks.isStranded(0, 2, 1_050, 50);
    assertCaught(() -> checks.isStranded(0, 2, 1_051, 50), "has stayed with replica 2");
  }

  @Test
  void a_learner_that_receives_a_slot_meanwhile_may_stay() {
    checks.isStranded(0, 2, 1_000, 50);
    checks.delivers(0, 0, X, 0, CREDIT);
    checks.isStranded(0, 2, 1_050, 50);
    assertThatCode(() -> checks.isStranded(0, 2, 1_100, 50)).doesNotThrowAnyException();
  }

  @Test
  void a_learner_that_was_in_touch_meanwhile_may_stay() {
    checks.isStranded(0, 2, 1_000, 50);
    checks.isInTouch(0);
    assertThatCode(() -> checks.isStranded(0, 2, 1_100, 50)).doesNotThrowAnyException();
  }

  private static void assertCaught(ThrowingCallable action, String what) {
    assertThatThrownBy(action).isInstanceOf(Violation.class).hasMessageContaining(what);
  }
}
