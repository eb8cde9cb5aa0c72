package io.synod.tuning.autopilot;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.synod.core.settings.BatchLimits;
import org.junit.jupiter.api.Test;

class BoundsTest {
  private static final Bounds BOUNDS =
      new Bounds(new BatchLimits(1_000, 4), new BatchLimits(100_000, 64), 1_000_000, 1);

  @Test
  void each_limit_has_a_least_and_a_most() {
    assertThat(BOUNDS.nearest(new BatchLimits(10, 1))).isEqualTo(new BatchLimits(1_000, 4));
    assertThat(BOUNDS.nearest(new BatchLimits(2_000, 900))).isEqualTo(new BatchLimits(2_000, 64));
    assertThat(BOUNDS.nearest(new BatchLimits(900_000, 4))).isEqualTo(new BatchLimits(100_000, 4));
    assertThat(BOUNDS.contain(new BatchLimits(1_000, 65))).isFalse();
    assertThat(BOUNDS.contain(new BatchLimits(100_001, 4))).isFalse();
    assertThat(BOUNDS.contain(new BatchLimits(999, 4))).isFalse();
    assertThat(BOUNDS.contain(new BatchLimits(1_000, 3))).isFalse();
  }

  @Test
  void a_window_of_large_batches_is_smaller() {
    assertThat(BOUNDS.nearest(new BatchLimits(50_000, 64))).isEqualTo(new BatchLimits(50_000, 20));
    assertThat(BOUNDS.contain(new BatchLimits(50_000, 21))).isFalse();
  }

  @Test
  void batches_are_smaller_where_the_window_cannot_be() {
    Bounds wide =
        new Bounds(new BatchLimits(1_000, 64), new BatchLimits(100_000, 128), 1_000_000, 1);
    assertThat(wide.nearest(new BatchLimits(100_000, 64))).isEqualTo(new BatchLimits(15_625, 64));
    assertThat(wide.contain(new BatchLimits(100_000, 64))).isFalse();
  }

  @Test
  void the_least_limits_are_always_allowed() {
    Bounds tight = new Bounds(new BatchLimits(1_000, 64), new BatchLimits(1_000, 64), 10, 1);
    assertThat(tight.nearest(new BatchLimits(1, 1))).isEqualTo(new BatchLimits(1_000, 64));
    assertThat(tight.contain(new BatchLimits(1_000, 64))).isTrue();
  }

  @Test
  void bounds_that_hold_nothing_are_refused() {
    assertThatThrownBy(() -> new Bounds(new BatchLimits(2, 1), new BatchLimits(1, 1), 1, 1))
        .isInstanceOf(IllegalArgumentException.class);
  }
}
