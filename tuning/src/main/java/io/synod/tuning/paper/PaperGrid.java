package io.synod.tuning.paper;

import java.util.List;
import java.util.stream.Collectors;

/**
 * The cells of a printed table.
 *
 * @param columns one for each cell of a row
 * @param keys the number of leading columns that identify a row
 * @param rows from the first to the last
 */
public record PaperGrid(List<PaperColumn> columns, int keys, List<List<PaperCell>> rows) {

  public PaperGrid {
    columns = List.copyOf(columns);
    rows = rows.stream().map(List::copyOf).toList();
    for (List<PaperCell> row : rows) {
      if (row.size() != columns.size()) {
        throw new IllegalArgumentException(
            "%d cells under %d columns: %s".formatted(row.size(), columns.size(), row));
      }
    }
  }

  /** Such as {@code 8KB 512KB 64}. */
  String keysOf(List<PaperCell> row) {
    return row.subList(0, keys).stream().map(PaperCell::printed).collect(Collectors.joining(" "));
  }
}
