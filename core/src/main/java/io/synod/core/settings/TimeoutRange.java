package io.synod.core.settings;

/**
 * What a timeout may be.
 *
 * @param leastNanos the shortest, at least 1
 * @param startNanos before anything is measured
 * @param mostNanos the longest
 */
public record TimeoutRange(long leastNanos, long startNanos, long mostNanos) {
  public TimeoutRange {
    if (leastNanos < 1 || startNanos < leastNanos || mostNanos < startNanos) {
      throw new IllegalArgumentException(
          "a timeout of %d to %d ns cannot start with %d ns"
              .formatted(leastNanos, mostNanos, startNanos));
    }
  }

  /** Always {@code nanos}. */
  public static TimeoutRange fixed(long nanos) {
    return new TimeoutRange(nanos, nanos, nanos);
  }

  public boolean isFixed() {
    return leastNanos == mostNanos;
  }

  /** {@code nanos}, or the nearest length that it may have. */
  public long nearest(long nanos) {
    return Math.max(leastNanos, Math.min(mostNanos, nanos));
  }
}
