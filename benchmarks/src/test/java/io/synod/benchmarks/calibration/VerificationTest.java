package io.synod.benchmarks.calibration;

import static org.assertj.core.api.Assertions.assertThat;

import io.synod.core.settings.BatchLimits;
import io.synod.tuning.autopilot.Trial;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class VerificationTest {
  private static final Tried DEFAULT = tried(8, 100, 0, 0);
  private static final Tried FASTER = tried(16, 90, 0.2, -0.5);
  private static final Tried FASTEST = tried(32, 80, 0.4, -0.5);
  private static final Tried QUICKER = tried(4, 50, 0, 0.3);
  private static final Tried QUICKEST = tried(2, 30, -0.005, 0.6);
  private static final Tried NOISE = tried(64, 20, 0.01, 0.01);

  /** After five pairs with the same gains. */
  private static Tried tried(int window, double latencyMillis, double gain, double timeGain) {
    Trial trial = new Trial();
    for (int pair = 0; pair < 5 && window != 8; pair++) {
      trial.add(gain, timeGain);
    }
    return new Tried(new BatchLimits(1 << 17, window), 1_000, latencyMillis, trial);
  }

  private static Tried best(double latencyMillisMax, Tried... others) {
    List<Tried> tried = new ArrayList<>(List.of(DEFAULT));
    tried.addAll(List.of(others));
    return new Verification.Result(4_000, 700, tried).best(latencyMillisMax);
  }

  @Test
  void nothing_is_better_than_the_default_by_chance() {
    assertThat(best(Double.POSITIVE_INFINITY, NOISE)).isEqualTo(DEFAULT);
    assertThat(DEFAULT.throughputRatio()).isEqualTo(1);
    assertThat(DEFAULT.latencyRatio()).isEqualTo(1);
  }

  @Test
  void the_fastest_is_better_than_the_quickest() {
    assertThat(best(Double.POSITIVE_INFINITY, FASTER, FASTEST, QUICKER)).isEqualTo(FASTEST);
    assertThat(best(Double.POSITIVE_INFINITY, QUICKER, FASTEST, FASTER)).isEqualTo(FASTEST);
    assertThat(best(Double.POSITIVE_INFINITY, QUICKER, QUICKEST, NOISE)).isEqualTo(QUICKEST);
  }

  @Test
  void a_faster_setting_with_too_high_latency_is_not_recommended() {
    assertThat(best(85, FASTER, FASTEST)).isEqualTo(FASTEST);
    assertThat(best(60, FASTER, FASTEST, QUICKER)).isEqualTo(QUICKER);
    assertThat(best(10, FASTER, FASTEST, QUICKER)).isEqualTo(DEFAULT);
  }

  @Test
  void a_leader_allows_trials_in_its_status() {
    assertThat(Verification.isAllowed(Map.of("limits", Map.of("trials", true)))).isTrue();
    assertThat(Verification.isAllowed(Map.of("limits", Map.of("trials", false)))).isFalse();
    assertThat(Verification.isAllowed(Map.of())).isFalse();
  }
}
