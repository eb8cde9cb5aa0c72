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

  private static final double FAR = 4;
  private static final double NEAR = 2;
  private static final double NEAREST = Math.sqrt(2);

  private final Bounds bounds;
  private final BatchLimits start;

  /**
   * @param start limits that are worth a trial wherever the search is
   */
  Neighbours(Bounds bounds, BatchLimits start) {
    this.bounds = bounds;
    this.start = start;
  }

  /**
   * Steps from {@code limits}, at which {@code reading} was taken.
   *
   * @param latencyLeastNanos the shortest time of an instance lately
   */
  List<Step> steps(BatchLimits limits, Reading reading, long latencyLeastNanos) {
    List<Step> steps = new ArrayList<>();
    boolean windowBinds = reading.windowFullShare() > WINDOW_BINDS;
    boolean batchBinds = reading.batchBytes() > BATCH_BINDS * limits.maxBytes();
    double growth = windowBinds ? growthMax(reading, latencyLeastNanos) : NEAR;
    for (double factor : new double[] {FAR, NEAR, NEAREST}) {
      if (factor <= growth) {
        steps.add(Step.window(factor));
      }
    }
    if (batchBinds && growth >= NEAR) {
      steps.add(Step.batch(NEAR));
    }
    if (batchBinds) {
      steps.add(Step.SMALLER);
    }
    steps.add(Step.NARROWER);
    steps.add(Step.to(start));
    return steps;
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
