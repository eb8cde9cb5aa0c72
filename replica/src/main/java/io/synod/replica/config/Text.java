package io.synod.replica.config;

/** How keys and values are shown in messages. */
final class Text {
  private static final int SHOWN_MAX = 80;

  private Text() {}

  /** Fit for one line of a message: no control characters, not endless. */
  static String shortened(String text) {
    String shown = text.length() <= SHOWN_MAX ? text : text.substring(0, SHOWN_MAX - 1) + "…";
    return shown.replaceAll("\\p{Cntrl}", "?");
  }
}
