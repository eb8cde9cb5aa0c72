package io.synod.core.time;

import java.util.SplittableRandom;

/** Seeded random delays, and exponential back-off made of them. */
public final class Jitter {
  private static final int DOUBLINGS_MAX = 2;

  private final SplittableRandom random;
  private int failures;

  public Jitter(long seed) {
    random = new SplittableRandom(seed);
  }

  /** Uniform in {@code [first, end)}. */
  public long between(long first, long end) {
    return random.nextLong(first, end);
  }

  /** One to two times {@code baseNanos}, doubled for each failure in a row, 4-fold at most. */
  public long backOff(long baseNanos) {
    long base = baseNanos << Math.min(failures, DOUBLINGS_MAX);
    failures++;
    return between(base, 2 * base);
  }

  public void succeeded() {
    failures = 0;
  }
}
