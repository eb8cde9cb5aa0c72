package io.synod.tuning.autopilot;

import io.synod.core.settings.BatchLimits;
import java.util.ArrayList;
import java.util.List;

/** Which limits are worth a trial, the most promising first. */
final class Neighbours {
  // The window limits the load if requests wait for it for this share of the time.
  private static final double WINDOW_BINDS = 0.2;

  // Batches are about as large as they may be from here on.
  private static final double BATCH_BINDS = 0.7;

  private final Bounds bounds;
  private final Step home;

  /**
   * @param start limits that are worth a trial wherever the search is
   */
  Neighbours(Bounds bounds, BatchLimits start) {
    this.bounds = bounds;
    this.home = Step.to(start);
  }

  /** To the limits of the start, from wherever the search is. */
  Step home() {
    return home;
  }

  /**
   * Steps from {@code limits}, at which {@code reading} was taken.
   *
   * @param latencyLeastNanos the shortest time of an instance lately
   */
  List<Step> steps(BatchLimits limits, Reading reading, long latencyLeastNanos) {
    boolean windowBinds = reading.windowFullShare() > WINDOW_BINDS;
    boolean batchBinds = reading.batchBytes() > BATCH_BINDS * limits.maxBytes();
    int halfOpen = (int) (reading.openSlots() / 2);
    boolean isMostlyFree = !windowBinds && halfOpen < limits.window() / 4;
    Step narrower =
        isMostlyFree
            ? Step.to(new BatchLimits(limits.maxBytes(), Math.max(1, halfOpen)))
            : Step.NARROWER;
    List<Step> steps = new ArrayList<>();
    if (windowBinds) {
      steps.add(Step.FOUR_TIMES_AS_WIDE);
    }
    if (!isMostlyFree) {
      steps.add(Step.TWICE_AS_WIDE);
      steps.add(Step.SLIGHTLY_WIDER);
    }
    if (batchBinds) {
      steps.add(Step.LARGER);
      steps.add(Step.SMALLER);
      steps.add(Step.FEWER_LARGER);
    }
    steps.add(narrower);
    steps.add(home);
    if (windowBinds) {
      double growthMax = growthMax(reading, latencyLeastNanos);
      double bytesMax = limits.windowBytes() * growthMax;
      steps.removeIf(step -> isGrowth(step, limits, bytesMax));
      int widest = (int) (limits.window() * growthMax);
      if (!steps.contains(Step.SLIGHTLY_WIDER) && widest > limits.window()) {
        // Over long distances no other step is short enough.
        steps.add(0, Step.to(new BatchLimits(limits.maxBytes(), widest)));
      }
    }
    return steps;
  }

  private boolean isGrowth(Step step, BatchLimits limits, double bytesMax) {
    long bytes = step.from(limits, bounds).windowBytes();
    return bytes > limits.windowBytes() && bytes > bytesMax;
  }

  /**
   * By how much the bytes in flight may grow: if the rate does not grow with them, an instance must
   * not wait longer than the bounds allow.
   */
  private double growthMax(Reading reading, long latencyLeastNanos) {
    double longest = latencyLeastNanos + (double) bounds.queueNanosMax();
    return longest / Math.max(1, reading.instanceNanos());
  }
}
