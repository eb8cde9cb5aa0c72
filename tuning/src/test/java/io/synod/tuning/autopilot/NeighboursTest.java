package io.synod.tuning.autopilot;

import static org.assertj.core.api.Assertions.assertThat;

import io.synod.core.settings.BatchLimits;
import java.util.List;
import org.junit.jupiter.api.Test;

class NeighboursTest {
  private static final long MILLI = 1_000_000;
  private static final Bounds BOUNDS =
      new Bounds(new BatchLimits(1 << 10, 1), new BatchLimits(1 << 20, 512), 16 << 20, 100 * MILLI);
  private static final BatchLimits START = new BatchLimits(1 << 17, 8);

  private final Neighbours neighbours = new Neighbours(BOUNDS, START);

  /** An instance takes 1 ms at least. */
  private List<BatchLimits> from(
      BatchLimits limits, double instanceMillis, int batchBytes, boolean full) {
    return from(limits, instanceMillis, 1, batchBytes, full);
  }

  private List<BatchLimits> from(
      BatchLimits limits, double instanceMillis, long leastMillis, int batchBytes, boolean full) {
    Reading reading =
        new Reading(
            100 * MILLI,
            1_000,
            100,
            100L * batchBytes,
            1_000.0 * MILLI,
            (long) (100 * instanceMillis * MILLI),
            leastMillis * MILLI,
            0,
            full ? 100 * MILLI : 0);
    return neighbours.steps(limits, reading, leastMillis * MILLI).stream()
        .map(step -> step.from(limits, BOUNDS))
        .toList();
  }

  @Test
  void a_window_that_binds_may_grow_fast() {
    assertThat(from(START, 1, 1_000, true))
        .containsExactly(
            new BatchLimits(1 << 17, 32),
            new BatchLimits(1 << 17, 16),
            new BatchLimits(1 << 17, 11),
            new BatchLimits(1 << 17, 4),
            START);
  }

  @Test
  void full_batches_may_be_larger_or_smaller() {
    assertThat(from(START, 1, 1 << 17, true))
        .contains(new BatchLimits(1 << 18, 8), new BatchLimits(1 << 16, 8));
  }

  @Test
  void full_batches_may_become_larger_and_fewer_at_once() {
    assertThat(from(START, 1, 1 << 17, true)).contains(new BatchLimits(1 << 18, 4));
    assertThat(from(START, 1, 1 << 16, true)).doesNotContain(new BatchLimits(1 << 18, 4));
  }

  @Test
  void a_window_that_is_mostly_free_does_not_grow_but_shrinks_to_half_of_the_slots_that_are_open() {
    assertThat(from(START, 3, 1_000, false)).containsExactly(new BatchLimits(1 << 17, 1), START);
    assertThat(from(START, 5, 1_000, false)).contains(new BatchLimits(1 << 17, 4));
  }

  @Test
  void a_window_that_does_not_bind_grows_slowly() {
    assertThat(from(START, 5, 1_000, false))
        .startsWith(new BatchLimits(1 << 17, 16))
        .doesNotContain(new BatchLimits(1 << 17, 32));
  }

  @Test
  void instances_must_not_wait_longer_than_the_bounds_allow_if_the_rate_stays_as_it_is() {
    assertThat(from(START, 40, 1 << 17, true))
        .contains(new BatchLimits(1 << 17, 16), new BatchLimits(1 << 18, 8))
        .doesNotContain(new BatchLimits(1 << 17, 32));
    assertThat(from(START, 90, 1 << 17, true))
        .containsExactly(
            new BatchLimits(1 << 16, 8),
            new BatchLimits(1 << 18, 4),
            new BatchLimits(1 << 17, 4),
            START);
  }

  @Test
  void over_a_long_distance_the_window_grows_as_far_as_instances_may_wait() {
    BatchLimits limits = START;
    for (int window : new int[] {10, 13, 17, 22}) {
      List<BatchLimits> found = from(limits, 300, 300, 1_000, true);
      limits = new BatchLimits(1 << 17, window);
      assertThat(found).startsWith(limits);
    }
    assertThat(from(START, 380, 300, 1_000, true))
        .as("a ninth slot would be too many")
        .containsExactly(new BatchLimits(1 << 17, 4), START);
  }

  @Test
  void the_first_limits_are_no_exception_from_that() {
    assertThat(from(new BatchLimits(1 << 17, 2), 90, 1 << 17, true)).doesNotContain(START);
    assertThat(from(new BatchLimits(1 << 17, 2), 10, 1 << 17, true)).contains(START);
  }
}
