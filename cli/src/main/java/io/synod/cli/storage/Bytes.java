package io.synod.cli.storage;

import java.util.Locale;

/** Formats a number of bytes for people. */
public final class Bytes {
  private static final long KIB = 1024;
  private static final String[] UNITS = {"KiB", "MiB", "GiB", "TiB"};

  private Bytes() {}

  /** Such as {@code 17B}, {@code 1.5KiB} and {@code 16MiB}. */
  public static String text(long count) {
    if (count < KIB) {
      return count + "B";
    }
    int unit = 0;
    long size = KIB;
    while (unit < UNITS.length - 1 && count >= size * KIB) {
      unit++;
      size *= KIB;
    }
    return count % size == 0
        ? count / size + UNITS[unit]
        : String.format(Locale.ROOT, "%.1f%s", (double) count / size, UNITS[unit]);
  }
}
