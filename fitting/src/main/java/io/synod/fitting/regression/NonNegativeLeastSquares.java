package io.synod.fitting.regression;

import org.hipparchus.linear.Array2DRowRealMatrix;
import org.hipparchus.linear.ArrayRealVector;
import org.hipparchus.linear.QRDecomposition;
import org.hipparchus.linear.RealMatrix;
import org.hipparchus.linear.RealVector;

/**
 * Least squares with coefficients of at least 0. The coefficients above 0 of the solution are an
 * ordinary least squares solution. So every subset of coefficients is tried, and the best solution
 * without a negative one wins.
 */
final class NonNegativeLeastSquares {

  /**
   * @param coefficients at least 0
   * @param squares the sum of the residuals' squares
   */
  record Minimum(double[] coefficients, double squares) {}

  private NonNegativeLeastSquares() {}

  /**
   * @param samples of linearly independent terms
   */
  static Minimum of(Samples samples) {
    int columns = samples.coefficients();
    Minimum best = residual(samples, new double[columns]);
    for (int chosen = 1; chosen < 1 << columns; chosen++) {
      double[] coefficients = ordinary(samples, chosen);
      if (areAllowed(coefficients)) {
        Minimum candidate = residual(samples, coefficients);
        best = candidate.squares() < best.squares() ? candidate : best;
      }
    }
    return best;
  }

  /** The minimum with one coefficient fixed. */
  static Minimum with(Samples samples, int column, double value) {
    int columns = samples.coefficients();
    double[] responses = samples.responses().clone();
    double[][] terms = new double[samples.size()][columns - 1];
    for (int row = 0; row < terms.length; row++) {
      responses[row] -= value * samples.terms()[row][column];
      int next = 0;
      for (int other = 0; other < columns; other++) {
        if (other != column) {
          terms[row][next++] = samples.terms()[row][other];
        }
      }
    }
    return columns == 1
        ? new Minimum(new double[0], squares(responses))
        : of(new Samples(terms, responses));
  }

  /** Ordinary least squares over the columns whose bit is set; the other coefficients are 0. */
  private static double[] ordinary(Samples samples, int chosen) {
    int[] columns = new int[Integer.bitCount(chosen)];
    int next = 0;
    for (int column = 0; column < samples.coefficients(); column++) {
      if ((chosen & 1 << column) != 0) {
        columns[next++] = column;
      }
    }
    int[] rows = new int[samples.size()];
    for (int row = 0; row < rows.length; row++) {
      rows[row] = row;
    }
    RealMatrix terms = new Array2DRowRealMatrix(samples.terms(), false).getSubMatrix(rows, columns);
    RealVector solved =
        new QRDecomposition(terms)
            .getSolver()
            .solve(new ArrayRealVector(samples.responses(), false));
    double[] coefficients = new double[samples.coefficients()];
    for (int index = 0; index < columns.length; index++) {
      coefficients[columns[index]] = solved.getEntry(index);
    }
    return coefficients;
  }

  private static boolean areAllowed(double[] coefficients) {
    for (double coefficient : coefficients) {
      if (coefficient < 0) {
        return false;
      }
    }
    return true;
  }

  private static Minimum residual(Samples samples, double[] coefficients) {
    double[] residuals = samples.responses().clone();
    for (int row = 0; row < residuals.length; row++) {
      residuals[row] -= Regression.sum(samples.terms()[row], coefficients);
    }
    return new Minimum(coefficients, squares(residuals));
  }

  static double squares(double[] values) {
    double sum = 0;
    for (double value : values) {
      sum += value * value;
    }
    return sum;
  }
}
