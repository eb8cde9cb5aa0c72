package io.synod.network.transport;

import java.util.SplittableRandom;

/**
 * Delays between attempts to connect: doubling from the shortest to a second, each shortened by up
 * to a half at random.
 */
public final class BackOff {
  public static final long NANOS_MAX = 1_000_000_000L;

  private final long nanosMin;
  private final SplittableRandom random;
  private long nextNanos;

  /**
   * @param nanosMin the shortest, before it is shortened
   */
  public BackOff(long nanosMin, SplittableRandom random) {
    this.nanosMin = nanosMin;
    this.random = random;
    nextNanos = nanosMin;
  }

  public long delayNanos() {
    long delay = nextNanos;
    nextNanos = Math.min(2 * nextNanos, NANOS_MAX);
    return delay - random.nextLong(delay / 2);
  }

  public void reset() {
    nextNanos = nanosMin;
  }
}
