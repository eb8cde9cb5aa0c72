package io.synod.tuning.regression;

/**
 * What the data say of a coefficient.
 *
 * @param value the best one, at least 0
 * @param low where its 95 % confidence interval begins; 0 if that reaches the bound
 * @param high where it ends
 */
public record Coefficient(double value, double low, double high) {

  /** Whether the bound made it what it is: without it, it would be negative. */
  public boolean isAtBound() {
    return value == 0;
  }
}
