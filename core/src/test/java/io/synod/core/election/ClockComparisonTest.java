package io.synod.core.election;

import static org.assertj.core.api.Assertions.assertThat;

import io.synod.core.settings.LeaseSettings;
import io.synod.core.testing.Settings;
import org.junit.jupiter.api.Test;

class ClockComparisonTest {
  private static final long START = 1_000 * Settings.MILLI;
  private static final long WALL = 1_700_000_000_000L * Settings.MILLI;
  private static final long TOLERANCE = Settings.ELECTION_NANOS / 10;
  private static final long DISTRUSTED = 10 * Settings.ELECTION_NANOS;

  private final ClockComparison clocks =
      new ClockComparison(VowTest.settings(new LeaseSettings(true, 10_000)));

  @Test
  void the_clocks_are_not_trusted_before_they_were_read() {
    assertThat(clocks.agreeSince(START, START)).isFalse();
    assertThat(clocks.compare(START, WALL)).isZero();
    assertThat(clocks.agreeSince(START, START)).isTrue();
    assertThat(clocks.agreeSince(START - 1, START)).isFalse();
  }

  @Test
  void a_steady_clock_that_stood_still_is_distrusted_for_ten_timeouts() {
    clocks.compare(START, WALL);
    assertThat(clocks.compare(START + 5, WALL + 5 + TOLERANCE)).isZero();
    assertThat(clocks.compare(START + 6, WALL + 7 + TOLERANCE)).isEqualTo(TOLERANCE + 1);
    assertThat(clocks.agreeSince(START, START + 6)).isFalse();
    assertThat(clocks.agreeSince(START, START + 6 + DISTRUSTED - 1)).isFalse();
    assertThat(clocks.agreeSince(START, START + 6 + DISTRUSTED)).isTrue();
  }

  @Test
  void a_wall_clock_that_is_set_back_is_distrusted_too() {
    clocks.compare(START, WALL);
    assertThat(clocks.compare(START, WALL - TOLERANCE - 1)).isEqualTo(-TOLERANCE - 1);
    assertThat(clocks.agreeSince(START, START)).isFalse();
  }

  @Test
  void many_small_steps_between_two_rounds_add_up() {
    clocks.compare(START, WALL);
    long each = TOLERANCE / 4;
    for (int step = 1; step <= 4; step++) {
      assertThat(clocks.compare(START + step, WALL + step + step * each)).isZero();
    }
    assertThat(clocks.compare(START + 5, WALL + 5 + 5 * each)).isPositive();
  }

  @Test
  void a_small_difference_in_rate_is_tolerated_for_ever() {
    long wall = WALL;
    for (long now = START; now < START + 100 * DISTRUSTED; now += Settings.HEARTBEAT_NANOS) {
      assertThat(clocks.compare(now, wall)).isZero();
      wall += Settings.HEARTBEAT_NANOS + TOLERANCE / 10;
    }
  }

  @Test
  void a_new_leadership_compares_anew_and_keeps_its_distrust() {
    clocks.compare(START, WALL);
    clocks.compare(START + 1, WALL + DISTRUSTED);
    clocks.begin();
    assertThat(clocks.compare(START + 2, WALL)).isZero();
    assertThat(clocks.agreeSince(START + 2, START + 2)).isFalse();
    assertThat(clocks.agreeSince(START + 2, START + 1 + DISTRUSTED)).isTrue();
  }
}
