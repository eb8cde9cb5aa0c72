package io.synod.network.peer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.data.Percentage.withPercentage;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * Bursts over links that are computed: pings leave one behind the other, then take a round trip.
 */
final class BurstTest {
  private static final int FRAME_BYTES = 16 << 10;
  private static final long WINDOW_BYTES = 16 << 20;
  private static final long MILLI = 1_000_000;
  private static final long SECOND = 1_000 * MILLI;

  private final ArrayDeque<Long> answers = new ArrayDeque<>();
  private long nowNanos;
  private long lineFreeNanos;
  private long longestWaitNanos;
  private long sentBytes;

  private Burst run(double bitsPerSecond, long roundTripNanos) {
    long leavingNanos = Math.round(FRAME_BYTES * 8 * 1e9 / bitsPerSecond);
    Burst burst = new Burst(FRAME_BYTES, WINDOW_BYTES, roundTripNanos, 0);
    send(burst, leavingNanos, roundTripNanos);
    while (burst.isAwaiting()) {
      nowNanos = answers.remove();
      burst.answered(nowNanos);
      send(burst, leavingNanos, roundTripNanos);
    }
    assertThat(answers).isEmpty();
    return burst;
  }

  private void send(Burst burst, long leavingNanos, long roundTripNanos) {
    for (int due = burst.due(nowNanos); due > 0; due--) {
      lineFreeNanos = Math.max(lineFreeNanos, nowNanos) + leavingNanos;
      longestWaitNanos = Math.max(longestWaitNanos, lineFreeNanos - nowNanos);
      answers.add(lineFreeNanos + roundTripNanos);
      sentBytes += FRAME_BYTES;
    }
  }

  /** Two bursts at the same time, over a link that they share. */
  private static double together(double bitsPerSecond, long roundTripNanos) {
    long leavingNanos = Math.round(FRAME_BYTES * 8 * 1e9 / bitsPerSecond);
    List<Burst> bursts = new ArrayList<>();
    List<ArrayDeque<Long>> answers = new ArrayList<>();
    for (int link = 0; link < 2; link++) {
      bursts.add(new Burst(FRAME_BYTES, WINDOW_BYTES, roundTripNanos, 0));
      answers.add(new ArrayDeque<>());
    }
    long now = 0;
    long lineFree = 0;
    while (true) {
      for (int link = 0; link < 2; link++) {
        for (int due = bursts.get(link).due(now); due > 0; due--) {
          lineFree = Math.max(lineFree, now) + leavingNanos;
          answers.get(link).add(lineFree + roundTripNanos);
        }
      }
      boolean first = answers.get(1).isEmpty();
      first |= !answers.get(0).isEmpty() && answers.get(0).peek() < answers.get(1).peek();
      int next = first ? 0 : 1;
      if (answers.get(next).isEmpty()) {
        return Burst.bitsPerSecond(bursts);
      }
      now = answers.get(next).remove();
      bursts.get(next).answered(now);
    }
  }

  @Test
  void the_rate_of_a_link_that_two_bursts_share_is_found() {
    assertThat(together(10e6, 100 * MILLI)).isCloseTo(10e6, withPercentage(2));
    assertThat(together(1e9, MILLI)).isCloseTo(1e9, withPercentage(2));
  }

  @Test
  void the_shared_rate_is_a_lower_bound_if_it_is_the_sum_of_the_links() {
    assertThat(SharedRate.UNKNOWN.next(195e6, 200e6)).isEqualTo(new SharedRate(1, 195e6, true));
    assertThat(SharedRate.UNKNOWN.next(100e6, 200e6).isLowerBound()).isFalse();
  }

  @Test
  void the_rate_of_a_long_and_narrow_link_is_found() {
    Burst burst = run(10e6, 100 * MILLI);
    assertThat(burst.bitsPerSecond()).isCloseTo(10e6, withPercentage(2));
    assertThat(burst.isLowerBound()).isFalse();
  }

  @Test
  void the_rate_of_a_short_and_wide_link_is_found() {
    Burst burst = run(10e9, MILLI / 10);
    assertThat(burst.bitsPerSecond()).isCloseTo(10e9, withPercentage(2));
    assertThat(burst.isLowerBound()).isFalse();
  }

  @Test
  void a_rate_without_waiting_is_a_lower_bound() {
    Burst burst = run(10e9, 300 * MILLI);
    assertThat(burst.bitsPerSecond()).isLessThan(11e9);
    assertThat(burst.isLowerBound()).isTrue();
  }

  @Test
  void the_protocol_does_not_wait_behind_a_long_queue() {
    run(10e6, MILLI);
    assertThat(longestWaitNanos).isBetween(25 * MILLI, 70 * MILLI);
  }

  @Test
  void a_burst_is_bounded_in_bytes() {
    run(100e9, MILLI / 10);
    assertThat(sentBytes).isEqualTo(4 * WINDOW_BYTES);
  }

  @Test
  void a_burst_is_bounded_in_time() {
    run(10e6, 100 * MILLI);
    assertThat(nowNanos).isBetween(SECOND, SECOND + 300 * MILLI);
  }

  @Test
  void a_burst_of_a_process_that_was_held_up_before_its_first_ping_ends_too() {
    Burst burst = new Burst(FRAME_BYTES, WINDOW_BYTES, MILLI, 0);
    assertThat(burst.due(2 * SECOND)).isEqualTo(4);
    assertThat(burst.isAwaiting()).isTrue();
    for (int ping = 0; ping < 4; ping++) {
      burst.answered(2 * SECOND + (ping + 1) * MILLI);
      assertThat(burst.due(2 * SECOND + (ping + 1) * MILLI)).isZero();
    }
    assertThat(burst.isAwaiting()).isFalse();
    assertThat(burst.bitsPerSecond()).isPositive();
  }

  @Test
  void even_a_very_slow_link_has_a_rate() {
    assertThat(run(100e3, MILLI).bitsPerSecond()).isCloseTo(100e3, withPercentage(2));
  }
}
