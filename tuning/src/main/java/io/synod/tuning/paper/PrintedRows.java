package io.synod.tuning.paper;

import java.util.ArrayList;
import java.util.List;
import java.util.function.ToDoubleFunction;

/** Rows of a printed table: one per line, cells separated by blanks. */
final class PrintedRows {
  private PrintedRows() {}

  static List<String[]> of(String text) {
    return text.lines().map(line -> line.strip().split("\\s+")).toList();
  }

  /** The cells [first, end), unchanged. */
  static List<PaperCell> copied(String[] printed, int first, int end) {
    List<PaperCell> cells = new ArrayList<>();
    for (int index = first; index < end; index++) {
      cells.add(PaperCell.copied(printed[index]));
    }
    return cells;
  }

  /** The cells from {@code first} on, one recomputed cell for each of {@code quantities}. */
  static <T> List<PaperCell> recomputed(
      String[] printed, int first, T model, List<ToDoubleFunction<T>> quantities) {
    List<PaperCell> cells = new ArrayList<>();
    for (int index = 0; index < quantities.size(); index++) {
      double value = quantities.get(index).applyAsDouble(model);
      cells.add(PaperCell.of(printed[first + index], value));
    }
    return cells;
  }
}
