package io.synod.link.accuracy;

/**
 * One thing that a link should be like.
 *
 * @param what is measured
 * @param unit of the numbers
 * @param nominal what the shape says
 * @param measured the median, unless {@code what} says otherwise
 * @param errorMax how far the two may be apart; infinite if it is only told
 */
public record Figure(String what, String unit, double nominal, double measured, double errorMax) {

  /** By how much more was measured than should be. */
  public double error() {
    return measured - nominal;
  }

  /** Whether the error is within its bound. */
  public boolean holds() {
    return Math.abs(error()) <= errorMax;
  }

  /** Whether there is a bound. */
  public boolean isBounded() {
    return errorMax < Double.POSITIVE_INFINITY;
  }
}
