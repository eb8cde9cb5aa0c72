package io.synod.link.accuracy;

/**
 * A property of a link, as specified and as measured.
 *
 * @param what is measured
 * @param unit of the numbers
 * @param nominal the value of the shape
 * @param measured the median, unless {@code what} says otherwise
 * @param errorMax the largest allowed difference; infinite if the figure is only shown
 */
public record Figure(String what, String unit, double nominal, double measured, double errorMax) {

  /** How far the measured value is above the nominal one. */
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
