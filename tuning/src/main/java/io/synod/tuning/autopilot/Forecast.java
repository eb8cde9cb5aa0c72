package io.synod.tuning.autopilot;

import io.synod.core.settings.BatchLimits;
import java.util.ArrayDeque;

/**
 * Says what a trial will bring, by the cost model fitted to the last intervals, and how well it has
 * said so before. Keeps {@value #ERRORS_MAX} errors. Confined to one thread.
 */
final class Forecast {
  private static final int ERRORS_MAX = 32;

  // Batches that are nearly as large as they may be grow and shrink with the limit.
  private static final double BATCH_BINDS = 0.7;

  private final InstanceTimes times = new InstanceTimes();
  private final ArrayDeque<Double> errors = new ArrayDeque<>();
  private long trials;

  /** An interval of {@code limits}. */
  void measured(BatchLimits limits, Reading reading) {
    times.add(limits, reading);
  }

  /** The load or the machine has changed, or another leader was in between. */
  void clear() {
    times.clear();
  }

  /**
   * The logarithm of how many times the requests {@code to} decides; not a number if that is not
   * known.
   *
   * @param reading of {@code from}
   */
  double gain(BatchLimits from, Reading reading, BatchLimits to) {
    InstanceTimes.Fit fit = times.fit();
    if (fit == null || reading.windowFullShare() < InstanceTimes.WINDOW_BINDS) {
      return Double.NaN;
    }
    double bytes = reading.batchBytes();
    boolean binds = bytes > BATCH_BINDS * from.maxBytes();
    double next = binds ? bytes * to.maxBytes() / from.maxBytes() : bytes;
    if (!times.cover(next, to.window())) {
      return Double.NaN;
    }
    return Math.log(
        next
            / bytes
            * fit.periodMillis(bytes, from.window())
            / fit.periodMillis(next, to.window()));
  }

  /**
   * A trial is over.
   *
   * @param predicted by {@link #gain}
   * @param measured the same of its pairs
   */
  void tried(double predicted, double measured) {
    if (Double.isNaN(predicted)) {
      return;
    }
    trials++;
    if (errors.size() == ERRORS_MAX) {
      errors.remove();
    }
    errors.add(Math.abs(predicted - measured));
  }

  /** Null if too little was seen. */
  Estimate estimate() {
    InstanceTimes.Fit fit = times.fit();
    if (fit == null) {
      return null;
    }
    double[] values = fit.values();
    double[] half = fit.errors();
    return new Estimate(
        values[0],
        half[0],
        values[1],
        half[1],
        values[2],
        half[2],
        fit.intervals(),
        trials,
        medianError());
  }

  private double medianError() {
    double[] sorted = errors.stream().mapToDouble(Double::doubleValue).sorted().toArray();
    return sorted.length == 0 ? Double.NaN : sorted[sorted.length / 2];
  }
}
