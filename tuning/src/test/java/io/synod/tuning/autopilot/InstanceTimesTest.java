package io.synod.tuning.autopilot;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.synod.core.settings.BatchLimits;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;

class InstanceTimesTest {
  private static final double INSTANCE = 0.02;
  private static final double PER_KIB = 0.0005;
  private static final double WAIT = 0.3;
  private static final int[] WINDOWS = {2, 4, 8, 16};
  private static final int[] KIB = {16, 64, 256};

  private final InstanceTimes times = new InstanceTimes();
  private final Random random = new Random(1);

  private static double period(double kib, int window) {
    return INSTANCE + PER_KIB * kib + WAIT / window;
  }

  private static Reading reading(double kib, double periodMillis, boolean full) {
    long instances = 1_000;
    long nanos = (long) (instances * periodMillis * 1e6);
    long bytes = (long) (instances * kib * 1024);
    return new Reading(nanos, 1_000, instances, bytes, 1, 1, 1, 0, full ? nanos : nanos / 3);
  }

  private void add(double kib, int window, double factor) {
    BatchLimits limits = new BatchLimits((int) (kib * 1024), window);
    times.add(limits, reading(kib, factor * period(kib, window), true));
  }

  private void addAll(double noise) {
    for (int kib : KIB) {
      for (int window : WINDOWS) {
        add(kib, window, Math.exp(noise * random.nextGaussian()));
      }
    }
  }

  @Test
  void the_coefficients_behind_the_times_are_found() {
    addAll(0);
    InstanceTimes.Fit fit = times.fit();
    assertThat(fit.values()[0]).isEqualTo(INSTANCE, within(1e-4));
    assertThat(fit.values()[1]).isEqualTo(PER_KIB, within(1e-6));
    assertThat(fit.values()[2]).isEqualTo(WAIT, within(1e-4));
    assertThat(fit.intervals()).isEqualTo(12);
    assertThat(fit.periodMillis(128 << 10, 3)).isEqualTo(period(128, 3), within(1e-4));
  }

  @Test
  void the_intervals_hold_what_made_the_times() {
    int held = 0;
    for (int repetition = 0; repetition < 200; repetition++) {
      times.clear();
      addAll(0.05);
      addAll(0.05);
      InstanceTimes.Fit fit = times.fit();
      held += Math.abs(fit.values()[2] - WAIT) <= fit.errors()[2] ? 1 : 0;
    }
    assertThat(held).isBetween(170, 200);
  }

  @Test
  void few_intervals_make_wide_errors() {
    int held = 0;
    for (int repetition = 0; repetition < 1_000; repetition++) {
      times.clear();
      for (int window : WINDOWS) {
        add(16, window, Math.exp(0.02 * random.nextGaussian()));
        add(256, window, Math.exp(0.02 * random.nextGaussian()));
      }
      InstanceTimes.Fit fit = times.fit();
      held += Math.abs(fit.values()[2] - WAIT) <= fit.errors()[2] ? 1 : 0;
    }
    assertThat(held).isGreaterThan(920);
  }

  @Test
  void a_disturbed_interval_hardly_moves_it() {
    addAll(0.01);
    add(64, 8, 10);
    assertThat(times.fit().periodMillis(64 << 10, 8)).isEqualTo(period(64, 8), within(0.005));
  }

  @Test
  void without_variation_the_times_are_not_separated() {
    for (int window : WINDOWS) {
      add(64, window, 1);
      add(64, window, 1);
    }
    InstanceTimes.Fit fit = times.fit();
    for (int window : new int[] {2, 6, 32}) {
      assertThat(fit.periodMillis(64 << 10, window)).isEqualTo(period(64, window), within(1e-3));
    }
  }

  @Test
  void no_value_is_below_zero() {
    for (int kib : KIB) {
      for (int window : WINDOWS) {
        times.add(new BatchLimits(kib << 10, window), reading(kib, 0.1 + 0.01 * window, true));
      }
    }
    InstanceTimes.Fit fit = times.fit();
    assertThat(Arrays.stream(fit.values()).min().getAsDouble()).isNotNegative();
    assertThat(fit.values()[2]).isZero();
    assertThat(fit.errors()[2]).as("nothing is known of what is left out").isNaN();
  }

  @Test
  void intervals_that_the_load_limits_say_nothing() {
    for (int count = 0; count < 20; count++) {
      times.add(new BatchLimits(1 << 16, 8), reading(64, 5, false));
    }
    assertThat(times.fit()).isNull();
  }

  @Test
  void few_intervals_say_nothing_and_old_ones_are_forgotten() {
    for (int count = 0; count < 7; count++) {
      add(64, 1 + count, 5);
    }
    assertThat(times.fit()).isNull();
    for (int round = 0; round < 6; round++) {
      addAll(0);
    }
    assertThat(times.fit().intervals()).isEqualTo(64);
    assertThat(times.fit().values()[2]).isEqualTo(WAIT, within(1e-3));
  }
}
