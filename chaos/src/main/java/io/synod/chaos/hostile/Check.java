package io.synod.chaos.hostile;

import java.util.Locale;

/**
 * A check and its result.
 *
 * @param figure the measured value and its limit
 */
public record Check(String name, String figure, boolean holds) {

  static Check that(boolean holds, String name, String format, Object... values) {
    return new Check(name, String.format(Locale.ROOT, format, values), holds);
  }

  @Override
  public String toString() {
    return "%-7s %-12s %s".formatted(holds ? "ok" : "FAILED", name, figure);
  }
}
