package io.synod.benchmarks.experiment;

import java.util.List;
import java.util.Locale;

/** A table of a report, in Markdown. */
final class ReportTable {
  /** In the place of a number that there is not. */
  static final String NONE = "–";

  private final StringBuilder text = new StringBuilder();
  private final int columns;

  ReportTable(String... columns) {
    this.columns = columns.length;
    row(columns);
    text.append('|').append("---|".repeat(columns.length)).append('\n');
  }

  /** One cell for each column. */
  void row(String... cells) {
    if (cells.length != columns) {
      throw new IllegalArgumentException(
          "%d cells in a row of %d: %s".formatted(cells.length, columns, List.of(cells)));
    }
    text.append("| ").append(String.join(" | ", cells)).append(" |\n");
  }

  String text() {
    return text.toString();
  }

  /** With three digits at least, whole from a thousand on. */
  static String number(double value) {
    if (Double.isNaN(value)) {
      return NONE;
    }
    if (value == Math.rint(value) || Math.abs(value) >= 1000) {
      return String.format(Locale.ROOT, "%,.0f", value);
    }
    return String.format(Locale.ROOT, "%.3g", value);
  }
}
