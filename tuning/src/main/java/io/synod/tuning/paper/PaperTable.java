package io.synod.tuning.paper;

import java.util.ArrayList;
import java.util.List;

/**
 * A printed table and the model's values for it.
 *
 * @param remarks errata and other oddities of the printed table
 */
public record PaperTable(Caption caption, PaperGrid grid, List<String> remarks) {

  public PaperTable {
    remarks = List.copyOf(remarks);
  }

  /** The printed numbers that do not follow from the inputs, row by row. */
  public List<Deviation> deviations() {
    List<Deviation> found = new ArrayList<>();
    for (List<PaperCell> row : grid.rows()) {
      for (int column = 0; column < row.size(); column++) {
        if (!row.get(column).agrees()) {
          String heading = grid.columns().get(column).heading();
          found.add(new Deviation(grid.keysOf(row), heading, row.get(column)));
        }
      }
    }
    return found;
  }

  /** How many of the printed numbers are recomputed. */
  public long recomputed() {
    return grid.rows().stream()
        .flatMap(List::stream)
        .filter(cell -> cell.recomputed().isPresent())
        .count();
  }
}
