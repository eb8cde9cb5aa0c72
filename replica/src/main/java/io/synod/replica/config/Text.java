package io.synod.replica.config;

/** How keys and values are compared and shown in messages. */
final class Text {
  private static final int SHOWN_MAX = 80;

  private Text() {}

  /** Fit for one line of a message: no control characters, not endless. */
  static String shortened(String text) {
    String shown = text.length() <= SHOWN_MAX ? text : text.substring(0, SHOWN_MAX - 1) + "…";
    return shown.replaceAll("\\p{Cntrl}", "?");
  }

  /** Levenshtein's distance: insertions, deletions and replacements from one to the other. */
  static int distance(String from, String to) {
    int[] row = new int[to.length() + 1];
    for (int column = 0; column <= to.length(); column++) {
      row[column] = column;
    }
    for (int line = 1; line <= from.length(); line++) {
      int diagonal = row[0];
      row[0] = line;
      for (int column = 1; column <= to.length(); column++) {
        int replaced = diagonal + (from.charAt(line - 1) == to.charAt(column - 1) ? 0 : 1);
        diagonal = row[column];
        row[column] = Math.min(replaced, 1 + Math.min(row[column], row[column - 1]));
      }
    }
    return row[to.length()];
  }
}
