package io.synod.tuning.explain;

import java.util.Arrays;

/**
 * The most that one link has delivered in an interval in which a queue stood before it: its
 * capacity. What it carries without a queue says nothing about that. Not thread-safe.
 */
public final class DeliveryRate {
  // Intervals with a queue; a link that became slower is known by the time they are over.
  private static final int KEPT = 30;

  private final double[] rates = new double[KEPT];
  private long count;

  /** Returns {@code seen} with the capacity that follows from it and from the intervals before. */
  public LinkUse add(LinkUse seen) {
    if (seen.isFull()) {
      rates[(int) (count++ % KEPT)] = seen.bytesPerSecond();
    }
    return complete(seen);
  }

  /** Returns {@code seen} with the capacity that follows from the intervals before. */
  public LinkUse complete(LinkUse seen) {
    return seen.withCapacity(count == 0 ? Double.NaN : Arrays.stream(rates).max().orElseThrow());
  }
}
