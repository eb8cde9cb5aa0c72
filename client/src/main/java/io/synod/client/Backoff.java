package io.synod.client;

import java.util.SplittableRandom;

/**
 * Growing delays: each is drawn between half of a step and the whole step, so that clients which
 * were refused together do not come back together; the step doubles from the smallest to the
 * largest.
 */
final class Backoff {
  private final long smallestNanos;
  private final long largestNanos;
  private final SplittableRandom random;
  private long stepNanos;

  Backoff(long smallestNanos, long largestNanos, SplittableRandom random) {
    this.smallestNanos = smallestNanos;
    this.largestNanos = largestNanos;
    this.random = random;
    this.stepNanos = smallestNanos;
  }

  /** The delay before the next attempt. */
  long next() {
    long delay = stepNanos - random.nextLong(stepNanos / 2 + 1);
    stepNanos = Math.min(largestNanos, 2 * stepNanos);
    return delay;
  }

  void reset() {
    stepNanos = smallestNanos;
  }
}
