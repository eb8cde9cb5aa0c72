package io.synod.benchmarks.experiment.report;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;

/**
 * A table of a report, in Markdown.
 *
 * @param <R> the type of a row's object
 */
public final class Table<R> {
  /** Shown in place of a missing number. */
  static final String NONE = "–";

  private static final double PERCENT = 100;

  private final List<String> heads = new ArrayList<>();
  private final List<Function<? super R, String>> cells = new ArrayList<>();

  public Table<R> text(String head, Function<? super R, String> cell) {
    heads.add(head);
    cells.add(cell);
    return this;
  }

  public Table<R> number(String head, ToDoubleFunction<? super R> value) {
    return text(head, row -> number(value.applyAsDouble(row)));
  }

  public Table<R> formatted(String head, String format, ToDoubleFunction<? super R> value) {
    return text(head, row -> formatted(format, value.applyAsDouble(row)));
  }

  /** A column with two digits behind the point. */
  public Table<R> ratio(String head, ToDoubleFunction<? super R> value) {
    return formatted(head, "%.2f", value);
  }

  public Table<R> percent(String head, String format, ToDoubleFunction<? super R> share) {
    return formatted(head, format, row -> PERCENT * share.applyAsDouble(row));
  }

  /** The head, and a line for each row. */
  public String of(Iterable<? extends R> rows) {
    StringBuilder text = new StringBuilder("| " + String.join(" | ", heads) + " |\n|");
    text.append("---|".repeat(heads.size())).append('\n');
    for (R row : rows) {
      String line = cells.stream().map(cell -> cell.apply(row)).collect(Collectors.joining(" | "));
      text.append("| ").append(line).append(" |\n");
    }
    return text.toString();
  }

  static String formatted(String format, double value) {
    return Double.isNaN(value) ? NONE : String.format(Locale.ROOT, format, value);
  }

  /** With at least three digits; a whole number from a thousand on. */
  static String number(double value) {
    boolean isWhole = value == Math.rint(value) || Math.abs(value) >= 1000;
    return formatted(isWhole ? "%,.0f" : "%.3g", value);
  }
}
