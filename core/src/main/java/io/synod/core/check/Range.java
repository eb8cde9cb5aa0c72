package io.synod.core.check;

/** Checks of the numbers that records of settings are made of. */
public final class Range {
  private Range() {}

  /**
   * @param what the number, as the message names it, with its unit
   * @throws IllegalArgumentException if {@code value} is less than {@code least}
   */
  public static void atLeast(long least, long value, String what) {
    if (value < least) {
      throw new IllegalArgumentException("%s: %d is less than %d".formatted(what, value, least));
    }
  }

  /**
   * @param what the number, as the message names it, with its unit
   * @throws IllegalArgumentException if {@code value} is less than {@code least} or more than
   *     {@code most}
   */
  public static void within(long least, long most, long value, String what) {
    if (value < least || value > most) {
      throw new IllegalArgumentException(
          "%s: %d is not between %d and %d".formatted(what, value, least, most));
    }
  }
}
