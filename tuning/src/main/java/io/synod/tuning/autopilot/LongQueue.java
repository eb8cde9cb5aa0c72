package io.synod.tuning.autopilot;

import io.synod.core.settings.BatchLimits;

/**
 * Instances that wait longer for each other than the bounds allow: says when limits must shrink for
 * that, and whether it helped. Limits that shrinking does not help stay as they are until a change.
 * Confined to one thread.
 */
final class LongQueue {
  // Intervals in a row that call for smaller limits, and as many that judge them.
  private static final int INTERVALS = 3;

  // Smaller limits help if no more than this share of the wait is left.
  private static final double WAIT_LEFT = 0.85;

  private static final int WINDOW_SMALL = 4;

  private final Bounds bounds;

  // Intervals since the last move, and the last of them in which instances waited too long.
  private int intervals;
  private int inRow;

  // Of the last intervals, by their number.
  private final double[] waits = new double[INTERVALS];

  // The limits before the last move, if that shrank them and is not judged yet; else null.
  private BatchLimits larger;
  private double largerWait;

  // Shrinking these does not help; null if that is not known of any.
  private BatchLimits incurable;

  LongQueue(Bounds bounds) {
    this.bounds = bounds;
  }

  /** An interval of the chosen limits, in which an instance takes {@code leastNanos} at least. */
  void add(Reading reading, long leastNanos) {
    double wait = Math.max(0, reading.instanceNanos() - leastNanos);
    waits[intervals++ % INTERVALS] = wait;
    inRow = reading.windowFullNanos() > 0 && wait > bounds.queueNanosMax() ? inRow + 1 : 0;
  }

  /**
   * The limits to return to, because the smaller ones did not help; null if there are none. Asked
   * once after each interval.
   */
  BatchLimits takenBack() {
    if (larger == null || intervals < INTERVALS) {
      return null;
    }
    BatchLimits before = larger;
    larger = null;
    if (meanWait() <= WAIT_LEFT * largerWait) {
      return null;
    }
    incurable = before;
    return before;
  }

  /** Smaller limits than {@code chosen}, if it is time to shrink these; else null. */
  BatchLimits smaller(BatchLimits chosen, Reading reading) {
    if (inRow < INTERVALS || chosen.equals(incurable)) {
      return null;
    }
    BatchLimits narrower = Step.NARROWER.from(chosen, bounds);
    // A request that is larger than a batch may be travels alone, in whatever batch.
    BatchLimits lighter =
        reading.batchBytes() > chosen.maxBytes() ? chosen : Step.SMALLER.from(chosen, bounds);
    // With few batches in flight it is their size that makes each wait.
    boolean isNarrowerFirst = chosen.window() > WINDOW_SMALL;
    BatchLimits first = isNarrowerFirst ? narrower : lighter;
    BatchLimits second = isNarrowerFirst ? lighter : narrower;
    BatchLimits smaller = first.equals(chosen) ? second : first;
    return smaller.equals(chosen) ? null : smaller;
  }

  /** The search has moved, for whatever reason. */
  void moved() {
    intervals = 0;
    inRow = 0;
    larger = null;
  }

  /** The search has moved from {@code from} to what {@link #smaller} says. */
  void shrunk(BatchLimits from) {
    largerWait = meanWait();
    moved();
    larger = from;
  }

  /** The load or the machine has changed, or another leader was in between. */
  void clear() {
    moved();
    incurable = null;
  }

  /** Of the last intervals. */
  private double meanWait() {
    double sum = 0;
    for (double wait : waits) {
      sum += wait;
    }
    return sum / INTERVALS;
  }
}
