package io.synod.core.read;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.synod.core.check.BrokenInvariant;
import io.synod.core.testing.RecordedEffects;
import org.junit.jupiter.api.Test;

class LeaderReadsTest {
  private final LeaderReads reads = new LeaderReads(3);
  private final RecordedEffects out = new RecordedEffects();

  @Test
  void a_read_is_served_only_when_both_its_round_and_its_slot_are_reached() {
    reads.add("r", 4, 10);
    reads.serve(3, 100, out);
    reads.serve(3, 10, out);
    assertThat(out.all()).isEmpty();
    reads.serve(4, 9, out);
    assertThat(out.all()).isEmpty();
    reads.serve(4, 10, out);
    assertThat(out.lines()).containsExactly("serve read r");
    reads.serve(9, 99, out);
    assertThat(out.all()).hasSize(1);
  }

  @Test
  void reads_are_served_in_the_order_in_which_they_came() {
    reads.add("a", 1, 5);
    reads.add("b", 2, 5);
    reads.add("c", 2, 7);
    reads.serve(2, 6, out);
    assertThat(out.lines()).containsExactly("serve read a", "serve read b");
    reads.serve(2, 7, out);
    assertThat(out.lines()).hasSize(3);
  }

  @Test
  void needs_a_round_while_a_read_waits_for_one_that_was_not_sent() {
    assertThat(reads.needsRoundAfter(0)).isFalse();
    reads.add("a", 5, 0);
    assertThat(reads.needsRoundAfter(4)).isTrue();
    assertThat(reads.needsRoundAfter(5)).isFalse();
    reads.serve(5, 0, out);
    assertThat(reads.needsRoundAfter(4)).isFalse();
  }

  @Test
  void waiting_for_a_slot_counts_against_the_bound_too() {
    reads.add("a", 1, 9);
    reads.add("b", 1, 9);
    reads.serve(1, 0, out);
    assertThat(reads.isFull()).isFalse();
    reads.add("c", 2, 9);
    assertThat(reads.isFull()).isTrue();
    assertThatThrownBy(() -> reads.add("d", 2, 9)).isInstanceOf(BrokenInvariant.class);
    reads.serve(1, 9, out);
    assertThat(reads.isFull()).isFalse();
  }

  @Test
  void each_read_is_refused_once_when_the_leadership_ends() {
    reads.add("a", 1, 9);
    reads.add("b", 2, 9);
    reads.serve(1, 0, out);
    reads.refuseAll(out);
    reads.refuseAll(out);
    reads.serve(9, 99, out);
    assertThat(out.lines()).containsExactly("refuse read a", "refuse read b");
  }
}
