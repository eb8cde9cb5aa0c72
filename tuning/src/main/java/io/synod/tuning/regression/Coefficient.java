package io.synod.tuning.regression;

/**
 * What the data say of a coefficient.
 *
 * @param value the best one, at least 0
 * @param low where its 95 % confidence interval begins; 0 if that reaches the bound
 * @param high where it ends
 */
public record Coefficient(double value, double low, double high) {

  /** Of what costs nothing. */
  public static final Coefficient NONE = new Coefficient(0, 0, 0);

  /** Of both together; its interval holds both of theirs. */
  public Coefficient plus(Coefficient other) {
    return new Coefficient(value + other.value, low + other.low, high + other.high);
  }

  /** Whether the bound made it what it is: without it, it would be negative. */
  public boolean isAtBound() {
    return value == 0;
  }
}
