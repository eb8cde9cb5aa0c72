package io.synod.replica.instrumentation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.synod.network.wire.FrameType;
import java.util.Arrays;
import java.util.Map;
import org.junit.jupiter.api.Test;

class StageTallyTest {
  private static final long MICRO = 1_000;
  private static final long SECOND = 1_000_000_000;
  private static final long QUEUED_BYTES = 8 << 20;

  private final StageTally tally = new StageTally(true);

  @Test
  void a_queue_that_is_full_for_months_overflows_no_sum() {
    long seconds = 10_000_000;
    tally.queue(QUEUED_BYTES, 0);
    tally.queue(QUEUED_BYTES, seconds / 2 * SECOND);
    tally.queue(QUEUED_BYTES, seconds * SECOND);
    Sample after = sample(seconds * SECOND, seconds * (1 << 20));
    double queued = new Period(0, sample(0, 0), after, Long.MAX_VALUE).queueMicros();
    assertThat(queued).as("8 MiB at 1 MiB/s").isEqualTo(8e6);
    assertThat(PrometheusText.of("ledger", 0, PrometheusTextTest.gauges(), after))
        .contains(
            "synod_queue_byte_time_seconds_total{cluster=\"ledger\",replica=\"0\"} 8.388608E13\n");
  }

  @Test
  void a_window_that_is_full_for_a_year_overflows_no_sum() {
    long seconds = 365 * 86_400;
    for (long day = 0; day <= 365; day++) {
      tally.window(10_000, day * 86_400 * SECOND);
      tally.decided(10_000 * 86_400 * SECOND);
      tally.durableAfter(10_000 * 86_400 * SECOND);
    }
    Sample after = sample(seconds * SECOND, 1);
    assertThat(new Period(0, sample(0, 0), after, Long.MAX_VALUE).windowMean()).isEqualTo(10_000);
    assertThat(PrometheusText.of("ledger", 0, PrometheusTextTest.gauges(), after))
        .contains("synod_window_time_seconds_total{cluster=\"ledger\",replica=\"0\"} 3.1536E11\n")
        .contains(
            "synod_decision_time_seconds_total{cluster=\"ledger\",replica=\"0\"} 3.16224E11\n")
        .contains(
            "synod_journal_wait_time_seconds_total{cluster=\"ledger\",replica=\"0\"} 3.16224E11\n");
  }

  @Test
  void slots_that_are_open_for_less_than_a_microsecond_add_up() {
    for (int step = 0; step <= 1_000_000; step++) {
      tally.window(3, step * 100);
    }
    double mean =
        new Period(0, sample(0, 0), sample(1_000_000 * 100, 1), Long.MAX_VALUE).windowMean();
    assertThat(mean).isEqualTo(3);
  }

  @Test
  void a_queue_of_moments_adds_up() {
    for (int cycle = 0; cycle <= 1_000_000; cycle++) {
      tally.queue(100, cycle * MICRO);
    }
    double queued = new Period(0, sample(0, 0), sample(SECOND, 1), Long.MAX_VALUE).queueMicros();
    assertThat(queued).as("100 bytes for a second").isCloseTo(100e6, within(1e4));
  }

  private Sample sample(long nanos, long proposedBytes) {
    long[] totals = new long[Total.values().length];
    if (nanos > 0) {
      tally.writeTo(totals);
    }
    totals[Total.PROPOSED_BYTES.ordinal()] = proposedBytes;
    Sample.Messages[] traffic = new Sample.Messages[FrameType.values().length];
    Arrays.fill(traffic, new Sample.Messages(0, 0, 0, 0));
    return new Sample(
        0,
        nanos,
        new Sample.Standing("leader", "1.0"),
        1,
        totals,
        new long[Activity.values().length],
        0,
        new Sample.Link[] {new Sample.Link(0, 0, 0, 0)},
        traffic,
        Map.of(),
        Double.NaN,
        0);
  }
}
