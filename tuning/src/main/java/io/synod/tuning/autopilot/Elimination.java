package io.synod.tuning.autopilot;

/**
 * Inverts a part of a matrix that is a sum of squares. Such a matrix needs no pivots: what
 * elimination leaves on the diagonal is what a term has that the ones before it have not.
 */
final class Elimination {
  // Of a term's square, what the others leave of it, at least.
  private static final double SINGULAR = 1e-6;

  private Elimination() {}

  /**
   * The inverse of the rows and columns whose bits are set in {@code set}, with zeros elsewhere;
   * null if one of them follows from the others.
   */
  static double[][] inverse(double[][] squares, int set) {
    int size = squares.length;
    double[][] left = part(squares, set);
    double[][] right = new double[size][size];
    for (int at = 0; at < size; at++) {
      if (isIn(set, at)) {
        right[at][at] = 1;
      }
    }
    for (int at = 0; at < size; at++) {
      if (isIn(set, at)) {
        double pivot = left[at][at];
        if (!(pivot > SINGULAR * squares[at][at])) {
          return null;
        }
        divide(left[at], pivot);
        divide(right[at], pivot);
        eliminate(left, right, at);
      }
    }
    return right;
  }

  private static boolean isIn(int set, int index) {
    return (set >> index & 1) == 1;
  }

  private static double[][] part(double[][] squares, int set) {
    double[][] part = new double[squares.length][squares.length];
    for (int row = 0; row < part.length; row++) {
      for (int column = 0; column < part.length; column++) {
        part[row][column] = isIn(set, row) && isIn(set, column) ? squares[row][column] : 0;
      }
    }
    return part;
  }

  private static void divide(double[] row, double divisor) {
    for (int column = 0; column < row.length; column++) {
      row[column] /= divisor;
    }
  }

  /** Makes column {@code at} zero in all other rows. */
  private static void eliminate(double[][] left, double[][] right, int at) {
    for (int row = 0; row < left.length; row++) {
      double factor = row == at ? 0 : left[row][at];
      for (int column = 0; column < left.length; column++) {
        left[row][column] -= factor * left[at][column];
        right[row][column] -= factor * right[at][column];
      }
    }
  }
}
