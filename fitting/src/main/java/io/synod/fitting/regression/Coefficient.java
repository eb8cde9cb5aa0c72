package io.synod.fitting.regression;

/**
 * An estimated coefficient.
 *
 * @param value the best estimate, at least 0
 * @param low the lower end of its 95 % confidence interval; 0 if the interval reaches the bound
 * @param high the upper end
 */
public record Coefficient(double value, double low, double high) {

  /** The coefficient of an absent cost. */
  public static final Coefficient NONE = new Coefficient(0, 0, 0);

  /** The sum of both; its interval contains the sum of both intervals. */
  public Coefficient plus(Coefficient other) {
    return new Coefficient(value + other.value, low + other.low, high + other.high);
  }

  /** Whether the value is at its bound; without the bound it would be negative. */
  public boolean isAtBound() {
    return value == 0;
  }
}
