package io.synod.tuning.paper;

import java.math.BigDecimal;
import java.math.RoundingMode;

/** Numbers as a paper prints them. */
public final class PrintedNumber {
  private PrintedNumber() {}

  /**
   * Whether the paper may print {@code value} as {@code printed}: with the last digit rounded, or
   * truncated as in some papers.
   */
  public static boolean is(double value, String printed) {
    BigDecimal shown = new BigDecimal(printed);
    BigDecimal exact = BigDecimal.valueOf(value);
    return exact.setScale(shown.scale(), RoundingMode.HALF_UP).compareTo(shown) == 0
        || exact.setScale(shown.scale(), RoundingMode.DOWN).compareTo(shown) == 0;
  }

  /** With one digit more than {@code printed}, to show how its last digit was rounded. */
  static String closer(double value, String printed) {
    int scale = new BigDecimal(printed).scale() + 1;
    return BigDecimal.valueOf(value).setScale(scale, RoundingMode.HALF_UP).toPlainString();
  }
}
