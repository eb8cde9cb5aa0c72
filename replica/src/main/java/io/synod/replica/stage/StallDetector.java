package io.synod.replica.stage;

import java.util.function.LongSupplier;

/**
 * Detects a disk that has stalled: records wait, and none has become durable for four times the
 * longest wait of the last minutes. The bound is at least three and at most thirty election
 * timeouts. One thread.
 */
final class StallDetector {
  static final int TIMEOUTS_MIN = 3;
  static final int TIMEOUTS_MAX = 30;
  static final int WAITS = 4;
  static final long HALF_LIFE_NANOS = 60_000_000_000L;

  private final LongSupplier timeoutNanos;

  // The longest wait that has ended, halved each minute.
  private long longestNanos;
  private long halvedNanos;

  // When the disk has begun or gone on with what waits now.
  private boolean isWaiting;
  private long sinceNanos;

  /**
   * @param timeoutNanos election timeout of the moment
   */
  StallDetector(LongSupplier timeoutNanos) {
    this.timeoutNanos = timeoutNanos;
  }

  /** Something waits for the disk. */
  void waits(long nowNanos) {
    if (!isWaiting) {
      isWaiting = true;
      sinceNanos = nowNanos;
    }
  }

  /**
   * Something that has waited is durable.
   *
   * @param isAll whether nothing waits any more
   */
  void progressed(long nowNanos, boolean isAll) {
    if (isWaiting) {
      age(nowNanos);
      longestNanos = Math.max(longestNanos, nowNanos - sinceNanos);
    }
    isWaiting = !isAll;
    sinceNanos = nowNanos;
  }

  boolean isStalled(long nowNanos) {
    return isWaiting && nowNanos - sinceNanos > boundNanos();
  }

  long boundNanos() {
    long timeout = timeoutNanos.getAsLong();
    return Math.max(TIMEOUTS_MIN * timeout, Math.min(WAITS * longestNanos, TIMEOUTS_MAX * timeout));
  }

  private void age(long nowNanos) {
    if (longestNanos == 0) {
      halvedNanos = nowNanos;
    }
    while (longestNanos > 0 && nowNanos - halvedNanos >= HALF_LIFE_NANOS) {
      longestNanos /= 2;
      halvedNanos += HALF_LIFE_NANOS;
    }
  }
}
