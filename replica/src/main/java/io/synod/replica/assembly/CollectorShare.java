package io.synod.replica.assembly;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.TimeUnit;

/**
 * The garbage collector's share of the last five seconds, and whether it is too much: it becomes
 * busy above one half, and calm once the share has been below one quarter for ten seconds. Time is
 * an argument. Used by one thread.
 */
final class CollectorShare {
  static final long PERIOD_NANOS = TimeUnit.SECONDS.toNanos(5);
  static final long CALM_NANOS = TimeUnit.SECONDS.toNanos(10);
  static final double BUSY_SHARE = 0.5;
  static final double CALM_SHARE = 0.25;

  private record Sample(long collectedMillis, long nanos) {}

  // The oldest first; all but the oldest are younger than the period.
  private final Deque<Sample> samples = new ArrayDeque<>();
  private double share;
  private boolean busy;
  private long calmSinceNanos;

  /**
   * @param collectedMillis time in pauses of the collector, summed since the start of the JVM
   */
  CollectorShare(long collectedMillis, long nowNanos) {
    samples.add(new Sample(collectedMillis, nowNanos));
    calmSinceNanos = nowNanos;
  }

  /** Returns whether {@link #isBusy} has changed. */
  boolean sample(long collectedMillis, long nowNanos) {
    samples.add(new Sample(collectedMillis, nowNanos));
    // The oldest begins the period, or stands just before it.
    while (samples.size() > 2 && nowNanos - second().nanos() >= PERIOD_NANOS) {
      samples.remove();
    }
    Sample oldest = samples.peek();
    // Nothing is known of the time before the first sample: it counts as calm.
    long nanos = Math.max(PERIOD_NANOS, nowNanos - oldest.nanos());
    long collectedNanos = TimeUnit.MILLISECONDS.toNanos(collectedMillis - oldest.collectedMillis());
    share = Math.min(1, (double) collectedNanos / nanos);
    if (share >= CALM_SHARE) {
      calmSinceNanos = nowNanos;
    }
    boolean wasBusy = busy;
    busy = share > BUSY_SHARE || busy && nowNanos - calmSinceNanos < CALM_NANOS;
    return busy != wasBusy;
  }

  private Sample second() {
    var each = samples.iterator();
    each.next();
    return each.next();
  }

  /** Between 0 and 1. */
  double share() {
    return share;
  }

  boolean isBusy() {
    return busy;
  }
}
