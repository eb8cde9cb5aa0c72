package io.synod.tuning.regression;

import java.util.Arrays;
import java.util.List;

/**
 * Coefficients of at least 0 that fit samples best. The residuals count relative to the fitted
 * value, since what is measured of CPU time scatters in proportion to it; for that the fit is
 * repeated with the weights that it gives.
 */
public final class Regression {
  private static final int ROUNDS_MAX = 100;
  private static final double SETTLED = 1e-10;

  // Of the largest fitted value; a smaller one counts as this, so that no weight is infinite.
  private static final double SMALLEST_FITTED = 1e-6;

  private final Samples samples;
  private final double[] values;
  private final List<Coefficient> coefficients;

  private Regression(Samples samples, double[] values, List<Coefficient> coefficients) {
    this.samples = samples;
    this.values = values;
    this.coefficients = coefficients;
  }

  /**
   * @param samples more of them than coefficients, and of {@link Samples#independence} above 0
   */
  public static Regression of(Samples samples) {
    int spare = samples.size() - samples.coefficients();
    if (spare < 1) {
      throw new IllegalArgumentException(
          "%d samples for %d coefficients".formatted(samples.size(), samples.coefficients()));
    }
    Samples reduced = samples.reduced();
    NonNegativeLeastSquares.Minimum minimum = NonNegativeLeastSquares.of(reduced);
    for (int round = 0; round < ROUNDS_MAX; round++) {
      double[] earlier = minimum.coefficients();
      reduced = samples.weighted(weights(samples, earlier)).reduced();
      minimum = NonNegativeLeastSquares.of(reduced);
      if (isSettled(earlier, minimum.coefficients())) {
        break;
      }
    }
    List<Coefficient> intervals = new ConfidenceIntervals(reduced, minimum, spare).all();
    return new Regression(samples, minimum.coefficients(), intervals);
  }

  private static double[] weights(Samples samples, double[] values) {
    double[] fitted = new double[samples.size()];
    for (int row = 0; row < fitted.length; row++) {
      fitted[row] = sum(samples.terms()[row], values);
    }
    double largest = Arrays.stream(fitted).max().orElse(0);
    double[] weights = new double[fitted.length];
    for (int row = 0; row < weights.length; row++) {
      weights[row] = largest == 0 ? 1 : 1 / Math.max(fitted[row], SMALLEST_FITTED * largest);
    }
    return weights;
  }

  private static boolean isSettled(double[] earlier, double[] now) {
    for (int index = 0; index < now.length; index++) {
      if (Math.abs(now[index] - earlier[index]) > SETTLED * now[index]) {
        return false;
      }
    }
    return true;
  }

  /** In the order of the terms. */
  public List<Coefficient> coefficients() {
    return coefficients;
  }

  /** What the coefficients give for such terms. */
  public double fitted(double[] terms) {
    return sum(terms, values);
  }

  /**
   * R&sup2;: which part of the responses' variance around their mean the fit explains; at most 1.
   * Not a number if all responses are equal.
   */
  public double determination() {
    double[] fitted = Arrays.stream(samples.terms()).mapToDouble(this::fitted).toArray();
    return determination(samples.responses(), fitted);
  }

  /** The same of any fit. */
  public static double determination(double[] responses, double[] fitted) {
    double mean = Arrays.stream(responses).average().orElse(0);
    double residual = 0;
    double total = 0;
    for (int index = 0; index < responses.length; index++) {
      residual += square(responses[index] - fitted[index]);
      total += square(responses[index] - mean);
    }
    return total == 0 ? Double.NaN : 1 - residual / total;
  }

  static double sum(double[] terms, double[] coefficients) {
    double sum = 0;
    for (int index = 0; index < terms.length; index++) {
      sum += terms[index] * coefficients[index];
    }
    return sum;
  }

  private static double square(double value) {
    return value * value;
  }
}
