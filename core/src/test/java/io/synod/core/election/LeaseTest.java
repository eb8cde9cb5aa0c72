package io.synod.core.election;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.synod.core.settings.ElectionSettings;
import io.synod.core.settings.LeaseSettings;
import io.synod.core.testing.Settings;
import io.synod.core.time.BothClocks;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class LeaseTest {
  private static final long START = 1_000 * Settings.MILLI;
  private static final LeaseSettings ON = new LeaseSettings(true, 50_000);

  // With 5 % of drift.
  private static final long LENGTH = Settings.ELECTION_NANOS / 10 * 9;

  // Of a wall clock that goes with the steady one the last millisecond is not known.
  private static final long WALL_STEP = Settings.MILLI;

  private final ElectionSettings settings = VowTest.settings(ON);
  private final BothClocks clocks = new BothClocks();
  private final Lease lease = new Lease(settings, clocks);

  @Test
  void holds_from_the_sending_of_the_last_confirmed_round_on_for_less_than_a_vow() {
    read(START);
    lease.sent(1, START);
    lease.sent(2, START + 30);
    assertThat(lease.holds(START + 30)).isFalse();
    lease.confirmed(1);
    assertThat(lease.holds(START + LENGTH - WALL_STEP - 1)).isTrue();
    assertThat(lease.holds(START + LENGTH - WALL_STEP)).isFalse();
    lease.confirmed(2);
    assertThat(lease.holds(START + 30 + LENGTH - WALL_STEP - 1)).isTrue();
    assertThat(lease.holds(START + 30 + LENGTH - WALL_STEP)).isFalse();
  }

  @Test
  void no_lease_holds_before_a_round_is_confirmed_or_by_one_that_was_not_sent() {
    read(START);
    assertThat(lease.holds(START)).isFalse();
    lease.sent(1, START);
    lease.confirmed(0);
    assertThat(lease.holds(START)).isFalse();
    lease.confirmed(2);
    assertThat(lease.holds(START)).isFalse();
  }

  @Test
  void a_round_behind_which_many_were_sent_is_forgotten() {
    read(START);
    for (long round = 1; round <= 64; round++) {
      lease.sent(round, START);
    }
    lease.confirmed(1);
    assertThat(lease.holds(START)).isTrue();
    lease.sent(65, START);
    assertThat(lease.holds(START)).isFalse();
    lease.confirmed(2);
    assertThat(lease.holds(START)).isTrue();
  }

  @Test
  void none_holds_once_the_leadership_was_transferred() {
    read(START);
    lease.sent(1, START);
    lease.confirmed(1);
    lease.renounce();
    assertThat(lease.holds(START)).isFalse();
    lease.sent(2, START);
    lease.confirmed(2);
    assertThat(lease.holds(START)).isFalse();
  }

  @Test
  void none_holds_by_a_round_that_was_sent_before_the_clocks_were_first_read() {
    lease.sent(1, START);
    lease.confirmed(1);
    assertThat(lease.holds(START)).isFalse();
    read(START + 1);
    assertThat(lease.holds(START + 1)).isFalse();
    lease.sent(2, START + 1);
    lease.confirmed(2);
    assertThat(lease.holds(START + 1)).isTrue();
  }

  /** However short: a lease and a vow differ by the drift only. */
  @Test
  void the_time_of_a_suspended_machine_counts_if_its_wall_clock_shows_it() {
    long suspended = 3 * Settings.MILLI;
    read(START);
    lease.sent(1, START);
    lease.confirmed(1);
    long end = START + LENGTH - suspended - Settings.MILLI;
    clocks.read(end, end + 77);
    assertThat(lease.holds(end)).isTrue();
    clocks.read(end, end + 77 + suspended);
    assertThat(lease.holds(end)).isFalse();
    assertThat(lease.holds(end - 1)).isTrue();
    lease.sent(2, end);
    lease.confirmed(2);
    assertThat(lease.holds(end + LENGTH - Settings.MILLI - 1)).isTrue();
  }

  @Test
  void a_wall_clock_that_is_set_back_makes_no_lease_longer() {
    read(START);
    clocks.read(START + 1, START - 3_600_000 * Settings.MILLI);
    lease.sent(1, START + 1);
    lease.confirmed(1);
    clocks.read(
        START + LENGTH - WALL_STEP, START - WALL_STEP + LENGTH - 1 - 3_600_000 * Settings.MILLI);
    assertThat(lease.holds(START + LENGTH - WALL_STEP)).isTrue();
    assertThat(lease.holds(START + 1 + LENGTH)).isFalse();
  }

  @Test
  void a_wall_clock_that_is_set_back_hides_no_time_of_a_suspended_machine() {
    long suspended = LENGTH;
    read(START);
    lease.sent(1, START);
    lease.confirmed(1);
    long setBack = suspended + 10 * Settings.MILLI;
    clocks.read(START + 1, START + 1 + 77 + suspended - setBack);
    assertThat(lease.holds(START + 1)).isFalse();
    lease.sent(2, START + 1);
    lease.confirmed(2);
    assertThat(lease.holds(START + 1)).isTrue();
  }

  @Test
  void none_holds_where_leases_are_off() {
    Lease off = new Lease(VowTest.settings(LeaseSettings.OFF), clocks);
    read(START);
    off.sent(1, START);
    off.confirmed(1);
    assertThat(off.holds(START)).isFalse();
  }

  @Test
  void a_lease_by_the_slowest_clock_ends_before_a_vow_by_the_fastest() {
    SplittableRandom random = new SplittableRandom(1);
    for (int draw = 0; draw < 10_000; draw++) {
      int ppm = random.nextInt(1, 200_001);
      long vowNanos = random.nextLong(10_000_000, 600_000_000_000L);
      double drift = ppm / 1e6;
      double leaseLasts = new LeaseSettings(true, ppm).leaseNanos(vowNanos) / (1 - drift);
      assertThat(leaseLasts).isLessThanOrEqualTo(vowNanos / (1 + drift) * (1 + 1e-12));
    }
  }

  @Test
  void a_drift_out_of_bounds_is_refused() {
    assertThatThrownBy(() -> new LeaseSettings(true, 0))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> new LeaseSettings(true, 200_001))
        .isInstanceOf(IllegalArgumentException.class);
  }

  private void read(long nowNanos) {
    clocks.read(nowNanos, nowNanos + 77);
  }
}
