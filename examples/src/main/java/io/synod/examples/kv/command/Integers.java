package io.synod.examples.kv.command;

import static java.nio.charset.StandardCharsets.US_ASCII;

import io.synod.service.ServiceException;

/** Integers in Redis' notation: decimal, 64 bits, in their canonical form. */
public final class Integers {
  static final String NOT_AN_INTEGER = "ERR value is not an integer or out of range";

  /** Of the smallest one. */
  private static final int LENGTH_MAX = 20;

  private Integers() {}

  /**
   * @throws ServiceException with Redis' text if the bytes are not such an integer
   */
  public static long parse(byte[] text) throws ServiceException {
    return parse(text, NOT_AN_INTEGER);
  }

  private static long parse(byte[] text, String error) throws ServiceException {
    try {
      String digits = new String(text, 0, Math.min(text.length, LENGTH_MAX + 1), US_ASCII);
      long value = Long.parseLong(digits);
      if (digits.equals(Long.toString(value))) {
        return value;
      }
    } catch (NumberFormatException notANumber) {
      throw new ServiceException(error);
    }
    throw new ServiceException(error);
  }

  /**
   * The sum of a value and an amount.
   *
   * @param old null for zero
   * @param oldError if the old value is no integer
   */
  static long add(byte[] old, long amount, String oldError) throws ServiceException {
    long before = old == null ? 0 : parse(old, oldError);
    try {
      return Math.addExact(before, amount);
    } catch (ArithmeticException overflow) {
      throw new ServiceException("ERR increment or decrement would overflow");
    }
  }

  static byte[] toBytes(long value) {
    return Long.toString(value).getBytes(US_ASCII);
  }
}
