package io.synod.fitting.regression;

import org.hipparchus.linear.Array2DRowRealMatrix;
import org.hipparchus.linear.QRDecomposition;
import org.hipparchus.linear.RealMatrix;
import org.hipparchus.linear.SingularValueDecomposition;

/**
 * Samples of a linear model without a constant: each response is the sum of its terms, each
 * multiplied by its coefficient.
 *
 * @param terms a row for each sample; all rows have the same length, from 1 to {@link #TERMS_MAX}
 * @param responses one for each row
 */
public record Samples(double[][] terms, double[] responses) {
  /** The fit tries every subset of the coefficients, up to this number of them. */
  public static final int TERMS_MAX = 8;

  public Samples {
    if (terms.length != responses.length || terms.length == 0) {
      throw new IllegalArgumentException(
          "%d rows and %d responses".formatted(terms.length, responses.length));
    }
    if (terms[0].length < 1 || terms[0].length > TERMS_MAX) {
      throw new IllegalArgumentException(terms[0].length + " terms");
    }
  }

  int size() {
    return responses.length;
  }

  int coefficients() {
    return terms[0].length;
  }

  /** The least-squares problem in which each sample counts {@code weights} times. */
  Samples weighted(double[] weights) {
    double[][] weightedTerms = new double[size()][coefficients()];
    double[] weightedResponses = new double[size()];
    for (int row = 0; row < size(); row++) {
      double factor = Math.sqrt(weights[row]);
      for (int column = 0; column < coefficients(); column++) {
        weightedTerms[row][column] = factor * terms[row][column];
      }
      weightedResponses[row] = factor * responses[row];
    }
    return new Samples(weightedTerms, weightedResponses);
  }

  /** The same least-squares problem, with at most one row more than there are coefficients. */
  Samples reduced() {
    int columns = coefficients();
    RealMatrix all = new Array2DRowRealMatrix(size(), columns + 1);
    all.setSubMatrix(terms, 0, 0);
    all.setColumn(columns, responses);
    RealMatrix triangle = new QRDecomposition(all).getR();
    int rows = Math.min(size(), columns + 1);
    double[][] reducedTerms = new double[rows][columns];
    double[] reducedResponses = new double[rows];
    for (int row = 0; row < rows; row++) {
      for (int column = 0; column < columns; column++) {
        reducedTerms[row][column] = triangle.getEntry(row, column);
      }
      reducedResponses[row] = triangle.getEntry(row, columns);
    }
    return new Samples(reducedTerms, reducedResponses);
  }

  /**
   * How linearly independent the terms are: 1 if they are orthogonal, 0 if one follows from others
   * and no such data can separate their coefficients. The ratio of the smallest singular value to
   * the largest, with each term scaled to length 1.
   */
  public double independence() {
    RealMatrix scaled = new Array2DRowRealMatrix(reduced().terms());
    for (int column = 0; column < scaled.getColumnDimension(); column++) {
      double length = scaled.getColumnVector(column).getNorm();
      if (length == 0) {
        return 0;
      }
      scaled.setColumnVector(column, scaled.getColumnVector(column).mapDivide(length));
    }
    return new SingularValueDecomposition(scaled).getInverseConditionNumber();
  }
}
