package io.synod.replica.stage;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

final class StallDetectorTest {
  private static final long TIMEOUT = 300_000_000L;

  private final StallDetector disk = new StallDetector(() -> TIMEOUT);

  @Test
  void a_disk_for_which_nothing_waits_does_not_stall() {
    assertThat(disk.isStalled(Long.MAX_VALUE / 2)).isFalse();
    disk.waits(0);
    disk.progressed(10, true);
    assertThat(disk.isStalled(Long.MAX_VALUE / 2)).isFalse();
  }

  @Test
  void one_without_a_history_is_waited_for_three_timeouts_from_the_first_that_waits() {
    disk.waits(100);
    disk.waits(200_000_000);
    assertThat(disk.isStalled(100 + 3 * TIMEOUT)).isFalse();
    assertThat(disk.isStalled(101 + 3 * TIMEOUT)).isTrue();
  }

  @Test
  void progress_begins_the_wait_anew() {
    disk.waits(0);
    disk.progressed(2 * TIMEOUT, false);
    assertThat(disk.isStalled(5 * TIMEOUT)).isFalse();
    disk.progressed(5 * TIMEOUT, true);
    assertThat(disk.boundNanos()).isEqualTo(12 * TIMEOUT);
  }

  @Test
  void the_bound_follows_the_longest_wait_within_limits() {
    disk.waits(0);
    disk.progressed(542_000_000, true);
    assertThat(disk.boundNanos()).isEqualTo(4 * 542_000_000L);
    disk.waits(600_000_000);
    disk.progressed(700_000_000, true);
    assertThat(disk.boundNanos()).isEqualTo(4 * 542_000_000L);

    disk.waits(800_000_000);
    disk.progressed(60_000_000_000L, true);
    assertThat(disk.boundNanos()).isEqualTo(30 * TIMEOUT);
  }

  @Test
  void a_long_wait_is_forgotten_in_minutes() {
    disk.waits(0);
    disk.progressed(2_000_000_000L, true);
    long now = 2_000_000_000L;
    long[] expected = {4_000_000_000L, 2_000_000_000L, 1_000_000_000L, 3 * TIMEOUT};
    for (long bound : expected) {
      now += StallDetector.HALF_LIFE_NANOS;
      disk.waits(now - 1);
      disk.progressed(now, true);
      assertThat(disk.boundNanos()).isEqualTo(bound);
    }
  }
}
