package io.synod.tuning.model;

import java.math.BigDecimal;
import java.math.RoundingMode;

/** Numbers as a paper prints them, the last digit rounded or cut off. */
final class Printed {
  private Printed() {}

  /** Whether {@code value} may have been printed so. */
  static boolean is(double value, String printed) {
    BigDecimal shown = new BigDecimal(printed);
    BigDecimal exact = BigDecimal.valueOf(value);
    return exact.setScale(shown.scale(), RoundingMode.HALF_UP).compareTo(shown) == 0
        || exact.setScale(shown.scale(), RoundingMode.DOWN).compareTo(shown) == 0;
  }
}
