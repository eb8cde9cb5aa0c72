package io.synod.replica.config;

/** Decides whether a word is a misspelling of another. */
public final class Spelling {
  // A word of up to this length with more than one wrong character is no misspelling.
  private static final int CHARACTERS_PER_SLIP = 3;

  private Spelling() {}

  /** Whether {@code written} is so near to {@code meant} that it may be asked for. */
  public static boolean isSlip(String written, String meant) {
    return distance(written, meant) * CHARACTERS_PER_SLIP <= written.length();
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
