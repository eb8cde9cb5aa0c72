package io.synod.examples.kv.command;

import static java.nio.charset.StandardCharsets.US_ASCII;

import io.synod.service.ServiceException;
import java.math.BigDecimal;
import java.math.RoundingMode;

/** Decimal fractions: sums are exact up to 17 digits behind the point. */
final class Floats {
  static final String NOT_A_FLOAT = "ERR value is not a valid float";

  private static final int LENGTH_MAX = 400;
  private static final int FRACTION_DIGITS = 17;
  private static final int INTEGER_DIGITS_MAX = 309;

  private Floats() {}

  /**
   * The sum, without an exponent and without zeros at its end.
   *
   * @param old null for zero
   * @param oldError if the old value is no number
   */
  static byte[] add(byte[] old, BigDecimal amount, String oldError) throws ServiceException {
    BigDecimal sum = old == null ? amount : parse(old, oldError).add(amount);
    BigDecimal rounded = sum.setScale(FRACTION_DIGITS, RoundingMode.HALF_EVEN);
    if (tooLarge(rounded)) {
      throw new ServiceException("ERR increment would produce NaN or Infinity");
    }
    String text = rounded.signum() == 0 ? "0" : rounded.stripTrailingZeros().toPlainString();
    return text.getBytes(US_ASCII);
  }

  static BigDecimal parse(byte[] text, String error) throws ServiceException {
    try {
      String digits = text.length > LENGTH_MAX ? "" : new String(text, US_ASCII);
      BigDecimal value = new BigDecimal(digits);
      // Before any arithmetic: "1e999999999" has few characters and many digits.
      if (!tooLarge(value) && value.scale() <= LENGTH_MAX) {
        return value;
      }
    } catch (NumberFormatException notANumber) {
      throw new ServiceException(error);
    }
    throw new ServiceException(error);
  }

  private static boolean tooLarge(BigDecimal value) {
    return (long) value.precision() - value.scale() > INTEGER_DIGITS_MAX;
  }
}
