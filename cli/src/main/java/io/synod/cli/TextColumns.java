package io.synod.cli;

import java.util.List;

/** Lines of cells in columns. */
final class TextColumns {
  private static final String GAP = "  ";

  private TextColumns() {}

  /**
   * @param lines the head first; the last cell of a shorter line may extend over the columns
   *     without values
   */
  static String of(List<List<String>> lines) {
    int size = lines.get(0).size();
    int[] widths = new int[size];
    for (List<String> line : lines) {
      int columns = line.size() == size ? size : line.size() - 1;
      for (int column = 0; column < columns; column++) {
        widths[column] = Math.max(widths[column], line.get(column).length());
      }
    }
    StringBuilder text = new StringBuilder();
    for (List<String> line : lines) {
      int last = line.size() - 1;
      for (int column = 0; column < last; column++) {
        String cell = line.get(column);
        text.append(cell).append(" ".repeat(widths[column] - cell.length())).append(GAP);
      }
      text.append(line.get(last)).append('\n');
    }
    return text.toString();
  }
}
