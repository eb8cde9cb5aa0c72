package io.synod.benchmarks.sweep;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.synod.benchmarks.load.LoadResult;
import io.synod.core.settings.BatchLimits;
import java.util.List;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;

/** Rounds of the autopilot and of two fixed limits, without a cluster. */
class DuelTest {
  private final Duel duel =
      new Duel(null, List.of(new BatchLimits(1 << 17, 8), new BatchLimits(1 << 18, 4)), null);

  private void round(long auto, long first, long second) {
    duel.add(result(auto), List.of(result(first), result(second)));
  }

  private static LoadResult result(long perSecond) {
    return new LoadResult(1_000_000_000, perSecond, 0, 0, new Histogram(3));
  }

  private Ratio toBest() {
    return duel.toBest(LoadResult::answeredPerSecond, LoadResult::answeredPerSecond);
  }

  @Test
  void the_best_of_the_odd_rounds_counts_in_the_even_ones_and_the_other_way_round() {
    round(1_000, 1_000, 2_000);
    round(1_000, 4_000, 1_000);
    // In the even round, 0, the first limits count: they are the best of round 1.
    assertThat(toBest().mean()).isEqualTo(1, within(1e-9));
    assertThat(duel.best(LoadResult::answeredPerSecond)).isZero();
  }

  @Test
  void limits_that_are_always_the_best_count_in_all_rounds() {
    round(1_000, 500, 2_000);
    round(1_000, 500, 2_000);
    round(2_000, 500, 1_000);
    assertThat(duel.best(LoadResult::answeredPerSecond)).isEqualTo(1);
    assertThat(toBest().mean()).isEqualTo(Math.cbrt(0.5), within(1e-9));
  }

  @Test
  void fixed_limits_are_compared_in_the_same_way() {
    round(1_000, 500, 2_000);
    round(1_000, 500, 2_000);
    Ratio first = duel.toBest(0, LoadResult::answeredPerSecond, LoadResult::answeredPerSecond);
    assertThat(first.mean()).isEqualTo(0.25, within(1e-9));
    assertThat(duel.ratio(0, LoadResult::answeredPerSecond).mean()).isEqualTo(2, within(1e-9));
  }
}
