package io.synod.fitting.regression;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.hipparchus.analysis.UnivariateFunction;
import org.hipparchus.analysis.solvers.BrentSolver;
import org.hipparchus.distribution.continuous.TDistribution;

/**
 * The 95 % confidence interval of each coefficient. It contains the values with which, the other
 * coefficients chosen best, the sum of squares is at most t&sup2; times the residuals' variance
 * above its minimum. Far from the bound, that is Student's interval. At the bound it still holds
 * and ends there.
 */
final class ConfidenceIntervals {
  private static final double CONFIDENCE = 0.95;
  private static final double ACCURACY = 1e-9;

  // The share of the responses' squares that rounding may add to the residuals of an exact fit.
  private static final double ROUNDING = 1e-24;
  private static final int EVALUATIONS_MAX = 1_000;

  private final Samples samples;
  private final NonNegativeLeastSquares.Minimum minimum;
  private final double allowance;

  /**
   * @param samples reduced
   * @param spare the number of samples beyond the number of coefficients
   */
  ConfidenceIntervals(Samples samples, NonNegativeLeastSquares.Minimum minimum, int spare) {
    this.samples = samples;
    this.minimum = minimum;
    double t = new TDistribution(spare).inverseCumulativeProbability((1 + CONFIDENCE) / 2);
    this.allowance =
        Math.max(
            t * t * minimum.squares() / spare,
            ROUNDING * NonNegativeLeastSquares.squares(samples.responses()));
  }

  List<Coefficient> all() {
    List<Coefficient> all = new ArrayList<>();
    for (int column = 0; column < samples.coefficients(); column++) {
      double value = minimum.coefficients()[column];
      all.add(new Coefficient(value, low(column, value), high(column, value)));
    }
    return all;
  }

  private double low(int column, double value) {
    UnivariateFunction excess = excess(column);
    return value == 0 || excess.value(0) <= 0 ? 0 : root(excess, 0, value);
  }

  private double high(int column, double value) {
    UnivariateFunction excess = excess(column);
    // If no other coefficient compensated for this one, the sum of squares would grow the most.
    double step = Math.sqrt(allowance) / length(column);
    if (step == 0) {
      // All responses are 0.
      return value;
    }
    while (excess.value(value + step) <= 0) {
      step *= 2;
    }
    return root(excess, value, value + step);
  }

  /** A function of the coefficient that is above 0 where the data exclude its value. */
  private UnivariateFunction excess(int column) {
    double limit = minimum.squares() + allowance;
    return value -> NonNegativeLeastSquares.with(samples, column, value).squares() - limit;
  }

  private static double root(UnivariateFunction excess, double first, double last) {
    BrentSolver solver = new BrentSolver(ACCURACY, ACCURACY * Math.abs(last - first));
    return solver.solve(EVALUATIONS_MAX, excess, first, last);
  }

  private double length(int column) {
    return Math.sqrt(
        NonNegativeLeastSquares.squares(
            Arrays.stream(samples.terms()).mapToDouble(row -> row[column]).toArray()));
  }
}
