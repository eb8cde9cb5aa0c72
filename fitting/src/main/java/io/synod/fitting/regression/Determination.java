package io.synod.fitting.regression;

/**
 * R&sup2;, the coefficient of determination: the share of the measured values' variance around
 * their mean that a fit explains. At most 1; not a number if the values do not vary.
 */
public final class Determination {
  private double weights;
  private double weightedSum;
  private double weightedSquares;
  private double residualSquares;

  /** Starts with no value counted. */
  public Determination() {}

  /** Counts a value {@code weight} times, more than 0. */
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
