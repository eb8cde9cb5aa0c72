package io.synod.tuning.explain;

/**
 * What the link to another replica carried in an interval.
 *
 * @param replica at its other end
 * @param bytesPerSecond that were sent
 * @param shortestMillis a round trip without a queue; 0 if this is not known, as without a
 *     connection
 * @param leastMillis the shortest of the last ten round trips; 0 if this is not known
 * @param capacity bytes a second that it delivers while a queue stands before it; {@link
 *     Double#NaN} if none has stood yet
 */
public record LinkUse(
    int replica,
    double bytesPerSecond,
    double shortestMillis,
    double leastMillis,
    double capacity) {
  private static final double QUEUE_MILLIS_MIN = 3;

  // Of a round trip without a queue.
  private static final double QUEUE_SHARE_MIN = 0.5;

  LinkUse withCapacity(double found) {
    return new LinkUse(replica, bytesPerSecond, shortestMillis, leastMillis, found);
  }

  boolean isMeasured() {
    return shortestMillis > 0;
  }

  /** Whether a queue stands before it: then no round trip of several finds it empty. */
  boolean isFull() {
    return leastMillis - shortestMillis
        > Math.max(QUEUE_MILLIS_MIN, QUEUE_SHARE_MIN * shortestMillis);
  }

  /** Whether a queue stands before it, and what it can deliver is known. */
  boolean isKnownFull() {
    return isFull() && !Double.isNaN(capacity);
  }

  /** The share of its capacity that is used, 0 to 1; {@link Double#NaN} if that is not known. */
  double busy() {
    return Math.min(1, bytesPerSecond / capacity);
  }
}
