package io.synod.benchmarks.sweep;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.synod.core.settings.BatchLimits;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class SurfaceTest {
  private static final List<Integer> BYTES = List.of(1 << 10, 1 << 11, 1 << 12, 1 << 13, 1 << 14);
  private static final List<Integer> WINDOWS = List.of(1, 2, 4, 8, 16);

  private final Surface surface = new Surface(BYTES, WINDOWS);

  @Test
  void a_point_has_the_median_of_its_measurements() {
    BatchLimits limits = new BatchLimits(1 << 10, 1);
    surface.add(limits, 3);
    surface.add(limits, 100);
    surface.add(limits, 1);
    assertThat(surface.median(limits)).isEqualTo(3);
    surface.add(limits, 5);
    assertThat(surface.median(limits)).isEqualTo(4);
    assertThat(surface.median(new BatchLimits(1 << 10, 2))).isNaN();
  }

  @Test
  void neighbours_that_were_measured_count_half_each() {
    surface.add(new BatchLimits(1 << 11, 2), 8);
    assertThat(surface.smoothed(new BatchLimits(1 << 11, 2))).isEqualTo(8, within(1e-9));
    surface.add(new BatchLimits(1 << 11, 4), 1);
    surface.add(new BatchLimits(1 << 12, 2), 1);
    assertThat(surface.smoothed(new BatchLimits(1 << 11, 2))).isEqualTo(Math.sqrt(8), within(1e-9));
  }

  @Test
  void under_noise_the_best_of_a_smooth_hill_is_near_its_top() {
    Random random = new Random(1);
    int found = 0;
    for (int repetition = 0; repetition < 100; repetition++) {
      Surface noisy = new Surface(BYTES, WINDOWS);
      for (BatchLimits limits : noisy.grid()) {
        noisy.add(limits, hill(limits) * Math.exp(0.1 * random.nextGaussian()));
      }
      double best = noisy.best(3).stream().mapToDouble(SurfaceTest::hill).max().orElseThrow();
      found += best >= 0.95 ? 1 : 0;
    }
    assertThat(found).isGreaterThan(95);
  }

  private static double hill(BatchLimits limits) {
    double bytes = Math.log(limits.maxBytes() / 4096.0) / Math.log(2);
    double window = Math.log(limits.window() / 4.0) / Math.log(2);
    return Math.exp(-0.05 * (bytes * bytes + window * window));
  }

  @Test
  void the_best_are_distinct_and_as_many_as_wanted() {
    for (BatchLimits limits : surface.grid()) {
      surface.add(limits, hill(limits));
    }
    assertThat(surface.best(3)).hasSize(3).doesNotHaveDuplicates();
    assertThat(surface.best(1)).containsExactly(new BatchLimits(1 << 12, 4));
    assertThat(surface.best(100)).hasSize(25);
  }
}
