package io.synod.replica.assembly;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CollectorShareTest {
  private static final long SECOND = 1_000_000_000L;

  // System.nanoTime may wrap around.
  private long nowNanos = Long.MAX_VALUE - 3 * SECOND;
  private long collectedMillis = 70_000;
  private final CollectorShare share = new CollectorShare(collectedMillis, nowNanos);

  /** Seconds pass, of each of which the collector takes so much; returns how often it changed. */
  private int pass(int seconds, int millisEach) {
    int changes = 0;
    for (int second = 0; second < seconds; second++) {
      nowNanos += SECOND;
      collectedMillis += millisEach;
      changes += share.sample(collectedMillis, nowNanos) ? 1 : 0;
    }
    return changes;
  }

  @Test
  void the_share_is_of_the_last_five_seconds() {
    pass(60, 0);
    pass(2, 500);
    assertThat(share.share()).isEqualTo(0.2);
    pass(3, 500);
    assertThat(share.share()).isEqualTo(0.5);
    assertThat(share.isBusy()).as("one half is not more than one half").isFalse();
    pass(5, 0);
    assertThat(share.share()).isZero();
  }

  @Test
  void a_single_long_pause_is_no_reason_at_the_start() {
    pass(1, 1_000);
    assertThat(share.share()).isEqualTo(0.2);
    assertThat(share.isBusy()).isFalse();
  }

  @Test
  void a_pause_that_delays_the_sample_itself_counts_in_full() {
    pass(60, 0);
    nowNanos += 8 * SECOND;
    collectedMillis += 7_500;
    assertThat(share.sample(collectedMillis, nowNanos)).isTrue();
    assertThat(share.isBusy()).isTrue();
    assertThat(share.share()).isLessThanOrEqualTo(1).isGreaterThan(0.8);
  }

  @Test
  void it_is_calm_again_after_ten_seconds_below_a_quarter() {
    assertThat(pass(10, 600)).isEqualTo(1);
    assertThat(share.isBusy()).isTrue();
    // The share falls below a quarter within four seconds.
    assertThat(pass(12, 100)).isZero();
    assertThat(share.isBusy()).isTrue();
    assertThat(pass(3, 100)).isEqualTo(1);
    assertThat(share.isBusy()).isFalse();
  }

  @Test
  void between_a_quarter_and_a_half_it_stays_what_it_was() {
    assertThat(pass(60, 400)).isZero();
    assertThat(share.isBusy()).isFalse();
    pass(10, 900);
    assertThat(pass(60, 400)).isZero();
    assertThat(share.isBusy()).isTrue();
  }

  @Test
  void a_relapse_begins_the_ten_seconds_anew() {
    pass(10, 900);
    pass(10, 0);
    pass(2, 900);
    assertThat(pass(9, 0)).isZero();
    assertThat(share.isBusy()).isTrue();
  }

  @ParameterizedTest
  @CsvSource({
    "G1 Young Generation, true",
    "G1 Old Generation, true",
    "G1 Concurrent GC, false",
    "ZGC Pauses, true",
    "ZGC Cycles, false",
    "ZGC Minor Cycles, false",
    "Shenandoah Pauses, true",
    "Shenandoah Cycles, false",
    "PS MarkSweep, true",
    "Copy, true"
  })
  void only_pauses_count(String collector, boolean counts) {
    assertThat(CollectorWatch.isPausing(collector)).isEqualTo(counts);
  }
}
