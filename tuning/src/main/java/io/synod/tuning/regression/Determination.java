package io.synod.tuning.regression;

/**
 * R&sup2;, the coefficient of determination: which part of the variance of what was measured,
 * around its mean, a fit explains. At most 1; not a number if nothing varies.
 */
public final class Determination {
  private double weights;
  private double weightedSum;
  private double weightedSquares;
  private double residualSquares;

  /** Nothing is counted yet. */
  public Determination() {}

  /** Counts {@code weight} times, which is more than 0. */
  public void add(double measured, double fitted, double weight) {
    weights += weight;
    weightedSum += weight * measured;
    weightedSquares += weight * measured * measured;
    residualSquares += weight * (measured - fitted) * (measured - fitted);
  }

  public double value() {
    double variance = weightedSquares - weightedSum * weightedSum / weights;
    return variance <= 0 ? Double.NaN : 1 - residualSquares / variance;
  }
}
