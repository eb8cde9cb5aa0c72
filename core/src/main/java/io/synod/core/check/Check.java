package io.synod.core.check;

/** Checks that stay on in production; one condition each, the message formatted only on failure. */
public final class Check {
  private Check() {}

  public static void that(boolean condition, String message) {
    if (!condition) {
      throw new BrokenInvariant(message);
    }
  }

  public static void that(boolean condition, String format, long first) {
    if (!condition) {
      throw new BrokenInvariant(String.format(format, first));
    }
  }

  public static void that(boolean condition, String format, long first, long second) {
    if (!condition) {
      throw new BrokenInvariant(String.format(format, first, second));
    }
  }

  public static void that(boolean condition, String format, Object first, Object second) {
    if (!condition) {
      throw new BrokenInvariant(String.format(format, first, second));
    }
  }
}
