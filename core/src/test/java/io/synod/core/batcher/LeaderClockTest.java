package io.synod.core.batcher;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class LeaderClockTest {
  private static final long MILLI = 1_000_000;

  private final LeaderClock begun = new LeaderClock(0, -7 * MILLI);

  @Test
  void it_is_the_machines_clock() {
    assertThat(begun.millis(-7 * MILLI, 5_000)).isEqualTo(5_000);
    assertThat(begun.seen(4_990, 0).millis(9 * MILLI, 5_009)).isEqualTo(5_009);
  }

  @Test
  void where_that_is_behind_the_last_leader_time_goes_on() {
    LeaderClock clock = begun.seen(6_000, 10 * MILLI);
    assertThat(clock.millis(10 * MILLI, 5_000)).isEqualTo(6_000);
    assertThat(clock.millis(35 * MILLI, 5_025)).isEqualTo(6_025);
    // An earlier leader time that arrives late changes nothing.
    clock = clock.seen(6_010, 35 * MILLI);
    assertThat(clock.millis(36 * MILLI, 5_026)).isEqualTo(6_026);
    clock = clock.seen(6_100, 37 * MILLI);
    assertThat(clock.millis(38 * MILLI, 5_028)).isEqualTo(6_101);
    // The clock was set.
    assertThat(clock.millis(39 * MILLI, 9_000)).isEqualTo(9_000);
  }

  @Test
  void a_clock_that_is_set_before_1970_stops_nothing() {
    assertThat(begun.millis(-7 * MILLI, -5_000)).isZero();
    assertThat(begun.millis(3 * MILLI, -4_990)).isEqualTo(10);
    // Another leader began later.
    LeaderClock clock = begun.seen(4, 5 * MILLI);
    assertThat(clock.millis(8 * MILLI, -4_985)).isEqualTo(15);
    clock = clock.seen(6_000, 9 * MILLI);
    assertThat(clock.millis(10 * MILLI, -4_983)).isEqualTo(6_001);
  }
}
