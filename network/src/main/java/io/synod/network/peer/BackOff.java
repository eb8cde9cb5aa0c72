package io.synod.network.peer;

import java.util.SplittableRandom;

/** Delays between dials: doubling from 10 ms to 1 s, each shortened by up to a half at random. */
final class BackOff {
  static final long NANOS_MIN = 10_000_000L;
  static final long NANOS_MAX = 1_000_000_000L;

  private final SplittableRandom random;
  private long nextNanos = NANOS_MIN;

  BackOff(long seed) {
    random = new SplittableRandom(seed);
  }

  long delayNanos() {
    long delay = nextNanos;
    nextNanos = Math.min(2 * nextNanos, NANOS_MAX);
    return delay - random.nextLong(delay / 2);
  }

  void reset() {
    nextNanos = NANOS_MIN;
  }
}
