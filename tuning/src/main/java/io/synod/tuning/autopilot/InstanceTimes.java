package io.synod.tuning.autopilot;

import io.synod.core.settings.BatchLimits;
import java.util.ArrayDeque;
import java.util.Arrays;

/**
 * Fits the time from one instance to the next to what the last intervals have shown: {@code a + b S
 * + z / w} for batches of S KiB and a window w. Of intervals in which requests waited for the
 * window, for others show the load. Keeps {@value #MEMORY} of them. Confined to one thread.
 */
final class InstanceTimes {
  private static final int MEMORY = 64;
  private static final int READINGS_MIN = 8;

  /** With less of the time in which requests wait for the window it is the load that limits. */
  static final double WINDOW_BINDS = 0.5;

  private static final double KIB = 1024;
  private static final double NANOS_PER_MILLI = 1e6;
  private static final int TERMS = 3;

  // Student's t, 5 % two-sided, for very many degrees of freedom.
  private static final double NORMAL = 1.96;

  // A factor of batches and windows beyond those that were seen.
  private static final double FAR = 1.2;

  // Residuals above this multiple of a typical one count less.
  private static final double HUBER = 3;
  private static final int ROUNDS = 5;
  private static final double ROUNDING = 1e-9;

  // Relative: each row is divided by the time that was measured.
  private final ArrayDeque<double[]> rows = new ArrayDeque<>();

  /**
   * @param values a, b and z in milliseconds, each at least 0
   * @param errors of each, half of an interval that holds it with 95 %; {@link Double#NaN} if the
   *     best fit is one without it, so that it is 0 and nothing is known of it
   * @param intervals to which they are fitted
   */
  record Fit(double[] values, double[] errors, int intervals) {

    /** Milliseconds from one instance to the next. */
    double periodMillis(double bytes, int window) {
      return values[0] + values[1] * bytes / KIB + values[2] / window;
    }
  }

  /**
   * Whether intervals with about such batches and such a window were seen: what is far from all of
   * them does not follow.
   */
  boolean cover(double bytes, int window) {
    double kib = bytes / KIB;
    boolean batches = rows.stream().anyMatch(row -> row[1] / row[0] * FAR >= kib);
    boolean smaller = rows.stream().anyMatch(row -> row[1] / row[0] <= kib * FAR);
    boolean wide = rows.stream().anyMatch(row -> row[0] / row[2] * FAR >= window);
    boolean narrow = rows.stream().anyMatch(row -> row[0] / row[2] <= window * FAR);
    return batches && smaller && wide && narrow;
  }

  /** An interval of {@code limits}. */
  void add(BatchLimits limits, Reading reading) {
    if (reading.instances() == 0 || reading.windowFullShare() < WINDOW_BINDS) {
      return;
    }
    if (rows.size() == MEMORY) {
      rows.remove();
    }
    double period = reading.nanos() / NANOS_PER_MILLI / reading.instances();
    rows.add(
        new double[] {
          1 / period, reading.batchBytes() / KIB / period, 1.0 / limits.window() / period
        });
  }

  /** Another machine or load, as it seems. */
  void clear() {
    rows.clear();
  }

  /** Null if there are too few intervals. */
  Fit fit() {
    if (rows.size() < READINGS_MIN) {
      return null;
    }
    double[] weights = new double[rows.size()];
    Arrays.fill(weights, 1);
    Fit fit = weighted(weights);
    for (int round = 0; round < ROUNDS && fit != null; round++) {
      weights(fit.values, weights);
      fit = weighted(weights);
    }
    return fit;
  }

  private void weights(double[] values, double[] weights) {
    double[] residuals = new double[weights.length];
    int index = 0;
    for (double[] row : rows) {
      residuals[index++] = Math.abs(1 - product(row, values));
    }
    double[] sorted = residuals.clone();
    Arrays.sort(sorted);
    double bound = Math.max(ROUNDING, HUBER * sorted[sorted.length / 2]);
    for (int at = 0; at < weights.length; at++) {
      weights[at] = residuals[at] <= bound ? 1 : bound / residuals[at];
    }
  }

  /** Least squares without a value below 0: the best of the sets of terms that have none. */
  private Fit weighted(double[] weights) {
    double[][] squares = new double[TERMS][TERMS];
    double[] sums = new double[TERMS];
    int index = 0;
    double total = 0;
    for (double[] row : rows) {
      double weight = weights[index++];
      total += weight;
      for (int one = 0; one < TERMS; one++) {
        sums[one] += weight * row[one];
        for (int other = 0; other < TERMS; other++) {
          squares[one][other] += weight * row[one] * row[other];
        }
      }
    }
    Fit best = null;
    double least = Double.POSITIVE_INFINITY;
    for (int set = 1; set < 1 << TERMS; set++) {
      double[][] inverse = Elimination.inverse(squares, set);
      if (inverse == null) {
        continue;
      }
      double[] values = new double[TERMS];
      boolean possible = true;
      double explained = 0;
      for (int one = 0; one < TERMS; one++) {
        values[one] = product(inverse[one], sums);
        possible &= values[one] >= 0;
        explained += values[one] * sums[one];
      }
      double rest = Math.max(0, total - explained);
      if (possible && rest < least) {
        least = rest;
        best = new Fit(values, errors(inverse, rest, set), rows.size());
      }
    }
    return best;
  }

  private double[] errors(double[][] inverse, double rest, int set) {
    int freedom = rows.size() - Integer.bitCount(set);
    double variance = rest / freedom;
    double[] errors = new double[TERMS];
    for (int one = 0; one < TERMS; one++) {
      boolean isFitted = (set & 1 << one) != 0;
      errors[one] =
          isFitted
              ? student(freedom) * Math.sqrt(Math.max(0, variance * inverse[one][one]))
              : Double.NaN;
    }
    return errors;
  }

  /** Student's t, 5 % two-sided, to 1 % from five degrees of freedom on. */
  private static double student(int freedom) {
    return NORMAL + 2.4 / freedom + 3.0 / freedom / freedom + 1.6 / freedom / freedom / freedom;
  }

  private static double product(double[] row, double[] values) {
    double sum = 0;
    for (int one = 0; one < TERMS; one++) {
      sum += row[one] * values[one];
    }
    return sum;
  }
}
