package io.synod.fitting.regression;

import java.util.List;

/** A least-squares fit with coefficients of at least 0, and their confidence intervals. */
public final class Regression {
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
    Samples reduced = samples.reduced();
    NonNegativeLeastSquares.Minimum minimum = NonNegativeLeastSquares.of(reduced);
    return new Regression(
        minimum.coefficients(), new ConfidenceIntervals(reduced, minimum, spare).all());
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
