package io.synod.fitting.regression;

import java.util.Arrays;
import java.util.List;

/**
 * A fit with coefficients of at least 0, and their confidence intervals. By Huber's estimator:
 * samples whose residual is large beside the others' count less, so that a few that were disturbed
 * hardly move the coefficients.
 */
public final class Regression {
  // Residuals up to so many standard deviations count in full: nearly all where nothing was
  // disturbed, so that coefficients and intervals are those of least squares then.
  private static final double HUBER = 3;

  // A normal distribution's standard deviation over its median of absolute residuals.
  private static final double DEVIATIONS = 1.4826;
  private static final int ROUNDS_MAX = 50;
  private static final double CONVERGED = 1e-6;

  // Of the largest response: smaller residuals are rounding errors.
  private static final double ROUNDING = 1e-12;

  private final double[] values;
  private final List<Coefficient> coefficients;

  private Regression(double[] values, List<Coefficient> coefficients) {
    this.values = values;
    this.coefficients = coefficients;
  }

  /**
   * @param samples more than coefficients, with {@link Samples#independence} above 0
   */
  public static Regression of(Samples samples) {
    int spare = samples.size() - samples.coefficients();
    if (spare < 1) {
      throw new IllegalArgumentException(
          "%d samples for %d coefficients".formatted(samples.size(), samples.coefficients()));
    }
    Robust robust = Robust.of(samples);
    return new Regression(
        robust.minimum().coefficients(),
        new ConfidenceIntervals(robust.reduced(), robust.minimum(), spare).all());
  }

  /** The values of the coefficients without their intervals. */
  public static double[] estimate(Samples samples) {
    return Robust.of(samples).minimum().coefficients();
  }

  /** The weighted problem that has the estimate as its least squares, reduced. */
  private record Robust(Samples reduced, NonNegativeLeastSquares.Minimum minimum) {

    static Robust of(Samples samples) {
      Samples reduced = samples.reduced();
      NonNegativeLeastSquares.Minimum minimum = NonNegativeLeastSquares.of(reduced);
      double[] weights = new double[samples.size()];
      Arrays.fill(weights, 1);
      double change = 1;
      for (int round = 0; round < ROUNDS_MAX && change > CONVERGED; round++) {
        double[] next = weights(residuals(samples, minimum.coefficients()), samples.responses());
        change = change(weights, next);
        weights = next;
        reduced = samples.weighted(weights).reduced();
        minimum = NonNegativeLeastSquares.of(reduced);
      }
      return new Robust(reduced, minimum);
    }
  }

  /** Absolute. */
  private static double[] residuals(Samples samples, double[] coefficients) {
    double[] residuals = new double[samples.size()];
    for (int row = 0; row < residuals.length; row++) {
      residuals[row] = Math.abs(samples.responses()[row] - sum(samples.terms()[row], coefficients));
    }
    return residuals;
  }

  private static double[] weights(double[] residuals, double[] responses) {
    double[] sorted = residuals.clone();
    Arrays.sort(sorted);
    double largest = Arrays.stream(responses).map(Math::abs).max().orElse(0);
    double bound = Math.max(HUBER * DEVIATIONS * sorted[sorted.length / 2], ROUNDING * largest);
    return Arrays.stream(residuals).map(one -> one <= bound ? 1 : bound / one).toArray();
  }

  private static double change(double[] weights, double[] next) {
    double change = 0;
    for (int row = 0; row < weights.length; row++) {
      change = Math.max(change, Math.abs(weights[row] - next[row]));
    }
    return change;
  }

  /** In the order of the terms. */
  public List<Coefficient> coefficients() {
    return coefficients;
  }

  /** The fitted response for these terms. */
  public double fitted(double[] terms) {
    return sum(terms, values);
  }

  static double sum(double[] terms, double[] coefficients) {
    double sum = 0;
    for (int index = 0; index < terms.length; index++) {
      sum += terms[index] * coefficients[index];
    }
    return sum;
  }
}
