package io.synod.core.log;

import static io.synod.core.testing.Batches.batch;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.synod.core.check.BrokenInvariant;
import io.synod.core.cluster.View;
import io.synod.core.message.Vote;
import org.junit.jupiter.api.Test;

class LogTest {
  private static final View V1 = new View(1, 1);
  private static final View V2 = new View(2, 0);

  private final Log log = new Log(0);

  @Test
  void an_empty_log_knows_nothing() {
    assertThat(log.first()).isZero();
    assertThat(log.end()).isZero();
    assertThat(log.vote(0)).isNull();
    assertThat(log.batch(3)).isNull();
    assertThat(log.isDecided(0)).isFalse();
  }

  @Test
  void a_vote_is_kept_with_its_view() {
    log.accept(V1, 2, batch("a"));
    assertThat(log.vote(2)).isEqualTo(new Vote(2, V1, false, batch("a")));
    assertThat(log.end()).isEqualTo(3);
    assertThat(log.decided()).isZero();
  }

  @Test
  void a_later_view_replaces_a_vote_and_its_bytes() {
    log.accept(V1, 0, batch("first value"));
    log.accept(V2, 0, batch("b"));
    assertThat(log.vote(0)).isEqualTo(new Vote(0, V2, false, batch("b")));
    assertThat(log.bytes()).isEqualTo(batch("b").heapBytes());
  }

  @Test
  void decided_stops_at_the_first_gap_and_jumps_when_it_closes() {
    log.decide(0, batch("a"));
    log.decide(2, batch("c"));
    assertThat(log.decided()).isEqualTo(1);
    assertThat(log.isDecided(2)).isTrue();
    log.decide(1, batch("b"));
    assertThat(log.decided()).isEqualTo(3);
  }

  @Test
  void the_ring_grows_and_forgets_nothing() {
    for (int slot = 0; slot < 40; slot++) {
      log.decide(slot, batch("s" + slot));
    }
    log.cut(40);
    for (int slot = 40; slot < 1000; slot++) {
      log.accept(V1, slot, batch("s" + slot));
    }
    log.accept(V1, 5000, batch("far"));
    for (int slot = 40; slot < 1000; slot++) {
      assertThat(log.batch(slot)).isEqualTo(batch("s" + slot));
    }
    assertThat(log.batch(5000)).isEqualTo(batch("far"));
    assertThat(log.batch(1000)).isNull();
    log.invariants();
  }

  @Test
  void a_slot_that_is_cut_is_forgotten_but_stays_decided() {
    log.decide(0, batch("a"));
    log.decide(1, batch("bb"));
    log.cut(1);
    assertThat(log.first()).isEqualTo(1);
    assertThat(log.vote(0)).isNull();
    assertThat(log.isDecided(0)).isTrue();
    assertThat(log.bytes()).isEqualTo(batch("bb").heapBytes());
    log.decide(0, batch("whatever"));
    assertThat(log.vote(0)).isNull();
  }

  @Test
  void a_ring_place_is_used_again_after_a_cut() {
    for (int slot = 0; slot < 500; slot++) {
      log.decide(slot, batch("s" + slot));
      log.cut(slot);
    }
    assertThat(log.batch(499)).isEqualTo(batch("s499"));
    assertThat(log.batch(498)).isNull();
    assertThat(log.bytes()).isEqualTo(batch("s499").heapBytes());
  }

  @Test
  void deciding_twice_differently_breaks_an_invariant() {
    log.decide(0, batch("a"));
    log.decide(0, batch("a"));
    assertThatThrownBy(() -> log.decide(0, batch("b")))
        .isInstanceOf(BrokenInvariant.class)
        .hasMessageContaining("slot 0 is decided twice");
  }

  @Test
  void a_vote_against_the_decision_breaks_an_invariant() {
    log.decide(0, batch("a"));
    log.accept(V2, 0, batch("a"));
    assertThatThrownBy(() -> log.accept(V2, 0, batch("b")))
        .isInstanceOf(BrokenInvariant.class)
        .hasMessageContaining("slot 0 is decided");
  }

  @Test
  void a_vote_in_an_earlier_view_breaks_an_invariant() {
    log.accept(V2, 0, batch("a"));
    assertThatThrownBy(() -> log.accept(V1, 0, batch("a")))
        .isInstanceOf(BrokenInvariant.class)
        .hasMessageContaining("accepting in view 1.1 after 2.0");
  }

  @Test
  void changing_a_vote_within_its_view_breaks_an_invariant() {
    log.accept(V1, 0, batch("a"));
    log.accept(V1, 0, batch("a"));
    assertThatThrownBy(() -> log.accept(V1, 0, batch("b")))
        .isInstanceOf(BrokenInvariant.class)
        .hasMessageContaining("slot 0 has two values in view 1.1");
  }

  @Test
  void a_vote_in_a_cut_slot_breaks_an_invariant() {
    log.decide(0, batch("a"));
    log.cut(1);
    assertThatThrownBy(() -> log.accept(V1, 0, batch("a"))).isInstanceOf(BrokenInvariant.class);
  }

  @Test
  void a_damaged_slot_is_undecided_unknown_and_not_to_be_voted_for() {
    log.damage(1, V1);
    assertThat(log.isDamaged(1)).isTrue();
    assertThat(log.isDamaged(0)).isFalse();
    assertThat(log.firstDamaged()).isEqualTo(1);
    assertThat(log.vote(1)).isNull();
    assertThat(log.isDecided(1)).isFalse();
    assertThatThrownBy(() -> log.accept(V2, 1, batch("a"))).isInstanceOf(BrokenInvariant.class);
  }

  @Test
  void a_decision_repairs_a_damaged_slot() {
    log.damage(1, V1);
    log.damage(3, V1);
    log.decide(1, batch("b"));
    assertThat(log.isDamaged(1)).isFalse();
    assertThat(log.firstDamaged()).isEqualTo(3);
    log.decide(3, batch("d"));
    assertThat(log.hasDamage()).isFalse();
    assertThatThrownBy(() -> log.damage(3, V1)).isInstanceOf(BrokenInvariant.class);
  }

  @Test
  void a_log_begins_at_the_end_of_a_snapshot() {
    Log later = new Log(100);
    assertThat(later.first()).isEqualTo(100);
    assertThat(later.decided()).isEqualTo(100);
    assertThat(later.end()).isEqualTo(100);
    assertThat(later.isDecided(99)).isTrue();
    assertThatThrownBy(() -> later.damage(99, V1)).isInstanceOf(BrokenInvariant.class);
    later.accept(V1, 100, batch("a"));
    later.decide(100, batch("a"));
    assertThat(later.decided()).isEqualTo(101);
    later.invariants();
  }

  @Test
  void skipping_keeps_what_lies_behind_and_forgets_what_lies_before() {
    log.accept(V1, 0, batch("a"));
    log.damage(1, V1);
    log.damage(9, V1);
    log.decide(5, batch("f"));
    log.decide(6, batch("g"));
    log.accept(V2, 8, batch("i"));
    log.skipTo(5);
    assertThat(log.first()).isEqualTo(5);
    assertThat(log.decided()).as("5 and 6 were known").isEqualTo(7);
    assertThat(log.end()).isEqualTo(9);
    assertThat(log.view(8)).isEqualTo(V2);
    assertThat(log.batch(0)).isNull();
    assertThat(log.bytes()).isEqualTo(3L * batch("f").heapBytes());
    assertThat(log.firstDamaged()).isEqualTo(9);
    log.invariants();
  }

  @Test
  void skipping_beyond_everything_leaves_an_empty_log_there() {
    for (int slot = 0; slot < 5; slot++) {
      log.accept(V1, slot, batch("s" + slot));
    }
    log.skipTo(1000);
    assertThat(log.first()).isEqualTo(1000);
    assertThat(log.end()).isEqualTo(1000);
    assertThat(log.bytes()).isZero();
    log.accept(V2, 1000, batch("next"));
    log.decide(1063, batch("far"));
    assertThat(log.vote(1000).batch()).isEqualTo(batch("next"));
    assertThat(log.decided()).isEqualTo(1000);
    log.invariants();
  }

  @Test
  void cutting_what_is_not_decided_breaks_an_invariant() {
    log.accept(V1, 0, batch("a"));
    assertThatThrownBy(() -> log.cut(1)).isInstanceOf(BrokenInvariant.class);
  }
}
