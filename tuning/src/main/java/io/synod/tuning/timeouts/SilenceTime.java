package io.synod.tuning.timeouts;

import io.synod.core.settings.TimeoutRange;

/**
 * How long a silence may last before somebody counts as dead: three times the longest silence of
 * somebody alive in the last half to whole minute. A single silence at most doubles it.
 */
final class SilenceTime {
  private static final int TIMES = 3;
  private static final long REMEMBERED_NANOS = 30_000_000_000L;

  private final TimeoutRange range;

  // The longest of this period and of the one before; -1 if there was none.
  private long longestNanos = -1;
  private long longestBeforeNanos = -1;
  private long sinceNanos;
  private volatile long timeoutNanos;

  SilenceTime(TimeoutRange range) {
    this.range = range;
    timeoutNanos = range.startNanos();
  }

  /** Any thread. */
  long timeoutNanos() {
    return timeoutNanos;
  }

  /** A silence of {@code nanos} has ended. */
  void heardAfter(long nanos, long nowNanos) {
    begin(nowNanos);
    long counted = Math.min(nanos, 2 * timeoutNanos / TIMES);
    if (counted > longestNanos) {
      longestNanos = counted;
      set();
    }
  }

  /** The timeout was too short: it doubles. */
  void tooShort(long nowNanos) {
    heardAfter(Long.MAX_VALUE, nowNanos);
  }

  private void begin(long nowNanos) {
    if (longestNanos >= 0 && nowNanos - sinceNanos < REMEMBERED_NANOS) {
      return;
    }
    boolean isRecent = nowNanos - sinceNanos < 2 * REMEMBERED_NANOS;
    longestBeforeNanos = isRecent ? longestNanos : -1;
    longestNanos = -1;
    sinceNanos = nowNanos;
  }

  private void set() {
    long next = range.nearest(TIMES * Math.max(longestNanos, longestBeforeNanos));
    if (next != timeoutNanos) {
      timeoutNanos = next;
    }
  }
}
