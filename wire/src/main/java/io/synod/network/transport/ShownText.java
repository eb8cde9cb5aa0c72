package io.synod.network.transport;

/** Text of strangers, fit for a log line or an answer: short, on one line, nothing hidden. */
public final class ShownText {
  private static final int LENGTH_MAX = 64;

  private ShownText() {}

  /** {@code text} with at most 64 characters; a question mark in place of control characters. */
  public static String of(String text) {
    return of(text, LENGTH_MAX);
  }

  /** The same with at most {@code lengthMax} characters. */
  public static String of(String text, int lengthMax) {
    String cut = text.length() <= lengthMax ? text : text.substring(0, lengthMax) + "…";
    StringBuilder shown = new StringBuilder(cut);
    for (int index = 0; index < shown.length(); index++) {
      if (!isShown(shown.charAt(index))) {
        shown.setCharAt(index, '?');
      }
    }
    return shown.toString();
  }

  private static boolean isShown(char character) {
    return !Character.isISOControl(character)
        && Character.getType(character) != Character.FORMAT
        && !Character.isSurrogate(character);
  }
}
