package io.synod.tuning.autopilot;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.synod.core.settings.BatchLimits;
import org.junit.jupiter.api.Test;

class ForecastTest {
  private static final BatchLimits NOW = new BatchLimits(64 << 10, 8);

  private final Forecast forecast = new Forecast();

  /** An instance takes 0.1 ms and 0.8 ms over the window, whatever is in it. */
  private static Reading reading(int kib, int window) {
    long instances = 1_000;
    long nanos = (long) (instances * (0.1 + 0.8 / window) * 1e6);
    return new Reading(nanos, 1_000, instances, instances * kib << 10, 1, 1, 1, 0, nanos);
  }

  private void learn() {
    for (int window : new int[] {2, 4, 8, 16}) {
      for (int kib : new int[] {16, 32, 64}) {
        forecast.measured(new BatchLimits(kib << 10, window), reading(kib, window));
      }
    }
  }

  @Test
  void a_wider_window_brings_what_instances_under_way_share() {
    learn();
    double gain = forecast.gain(NOW, reading(64, 8), new BatchLimits(64 << 10, 16));
    assertThat(gain).isEqualTo(Math.log(0.2 / 0.15), within(0.01));
  }

  @Test
  void full_batches_grow_with_their_limit_and_others_do_not() {
    learn();
    BatchLimits small = new BatchLimits(32 << 10, 8);
    assertThat(forecast.gain(small, reading(32, 8), NOW)).isEqualTo(Math.log(2), within(0.01));
    assertThat(forecast.gain(small, reading(16, 8), NOW)).isEqualTo(0, within(0.01));
  }

  @Test
  void it_is_judged_by_the_trials_that_it_predicted() {
    assertThat(forecast.estimate()).isNull();
    learn();
    assertThat(forecast.estimate().medianError()).isNaN();
    forecast.tried(0.1, 0.12);
    forecast.tried(0.1, 0.05);
    forecast.tried(0.1, 0.2);
    forecast.tried(Double.NaN, 0.9);
    Estimate estimate = forecast.estimate();
    assertThat(estimate.trials()).isEqualTo(3);
    assertThat(estimate.medianError()).isEqualTo(0.05, within(1e-9));
    assertThat(estimate.waitMillis()).isEqualTo(0.8, within(0.01));
    assertThat(estimate.intervals()).isEqualTo(12);
  }

  @Test
  void limits_far_from_all_readings_are_not_predicted() {
    learn();
    assertThat(forecast.gain(NOW, reading(64, 8), new BatchLimits(128 << 10, 8))).isNaN();
    assertThat(forecast.gain(NOW, reading(64, 8), new BatchLimits(64 << 10, 32))).isNaN();
    assertThat(forecast.gain(NOW, reading(64, 8), new BatchLimits(64 << 10, 1))).isNaN();
  }

  @Test
  void nothing_is_predicted_without_intervals_or_where_the_load_limits() {
    assertThat(forecast.gain(NOW, reading(64, 8), new BatchLimits(64 << 10, 16))).isNaN();
    learn();
    Reading idle = new Reading(1_000_000, 10, 10, 10_000, 1, 1, 1, 0, 0);
    assertThat(forecast.gain(NOW, idle, new BatchLimits(64 << 10, 16))).isNaN();
    forecast.clear();
    assertThat(forecast.estimate()).isNull();
  }
}
