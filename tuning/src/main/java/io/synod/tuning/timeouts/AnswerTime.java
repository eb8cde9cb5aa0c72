package io.synod.tuning.timeouts;

import io.synod.core.settings.TimeoutRange;

/**
 * How long to wait for an answer, from how long answers have taken: their smoothed time and four
 * times its smoothed deviation, doubled for each wait in vain since the last answer (RFC 6298).
 */
final class AnswerTime {
  private static final int DOUBLINGS_MAX = 6;

  private final TimeoutRange range;
  private boolean measured;
  private double smoothedNanos;
  private double deviationNanos;
  private int doublings;
  private volatile long timeoutNanos;

  AnswerTime(TimeoutRange range) {
    this.range = range;
    timeoutNanos = range.startNanos();
  }

  /** Any thread. */
  long timeoutNanos() {
    return timeoutNanos;
  }

  /**
   * An answer has come after {@code nanos}. That of a question that was asked again counts from the
   * first time on: too much at worst, so that a timeout which was too short grows.
   */
  void answered(long nanos) {
    if (measured) {
      deviationNanos += (Math.abs(smoothedNanos - nanos) - deviationNanos) / 4;
      smoothedNanos += (nanos - smoothedNanos) / 8;
    } else {
      measured = true;
      smoothedNanos = nanos;
      deviationNanos = nanos / 2.0;
    }
    doublings = 0;
    set();
  }

  /** None has come in time. */
  void unanswered() {
    doublings = Math.min(DOUBLINGS_MAX, doublings + 1);
    set();
  }

  private void set() {
    double nanos = measured ? smoothedNanos + 4 * deviationNanos : range.startNanos();
    long next = range.nearest(range.nearest((long) nanos) << doublings);
    if (next != timeoutNanos) {
      timeoutNanos = next;
    }
  }
}
