package io.synod.laboratory.tuning;

import java.util.ArrayList;
import java.util.List;

/** Lines of cells in columns, with numbers aligned to the right. */
final class TextTable {
  private static final String GAP = "  ";

  private final List<List<String>> lines = new ArrayList<>();

  /** Adds a line, which must have as many cells as the first. */
  TextTable line(List<String> cells) {
    if (!lines.isEmpty() && lines.get(0).size() != cells.size()) {
      throw new IllegalArgumentException("%s under %s".formatted(cells, lines.get(0)));
    }
    lines.add(List.copyOf(cells));
    return this;
  }

  /** Each line ends with a line break, and none with a blank. */
  String text() {
    StringBuilder text = new StringBuilder();
    for (List<String> line : lines) {
      StringBuilder shown = new StringBuilder();
      for (int column = 0; column < line.size(); column++) {
        String cell = line.get(column);
        shown.append(column == 0 ? "" : GAP);
        shown.append(" ".repeat(width(column) - cell.length())).append(cell);
      }
      text.append(shown.toString().stripTrailing()).append('\n');
    }
    return text.toString();
  }

  private int width(int column) {
    return lines.stream().mapToInt(line -> line.get(column).length()).max().orElse(0);
  }
}
