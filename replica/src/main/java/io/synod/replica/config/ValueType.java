package io.synod.replica.config;

/** How the values of a setting are written, and which are allowed. */
interface ValueType {

  /**
   * Reads a value; whether it is in range is {@link #check}'s affair.
   *
   * @throws IllegalArgumentException if it cannot be read, with the reason
   */
  Object parse(String text);

  /** As a file would have it; {@link #parse} gives the value back. */
  String format(Object value);

  /**
   * Refuses what may not be.
   *
   * @throws IllegalArgumentException with the reason
   */
  void check(Object value);

  /** What is allowed, as a user reads it. */
  String range();
}
