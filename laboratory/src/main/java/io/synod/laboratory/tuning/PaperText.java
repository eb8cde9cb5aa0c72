package io.synod.laboratory.tuning;

import io.synod.tuning.paper.Caption;
import io.synod.tuning.paper.Deviation;
import io.synod.tuning.paper.PaperCell;
import io.synod.tuning.paper.PaperColumn;
import io.synod.tuning.paper.PaperTable;
import java.util.ArrayList;
import java.util.List;

/** A paper's table with the recomputed numbers beside the printed ones. */
public final class PaperText {
  private static final String RECOMPUTED = "here";
  private static final String DEVIATES = " !";
  private static final String AGREES = "  ";

  private PaperText() {}

  /** Ends with a line break. */
  public static String of(PaperTable table) {
    Caption caption = table.caption();
    StringBuilder text = new StringBuilder();
    text.append("%s, table %s: %s\n".formatted(caption.paper(), caption.table(), caption.title()));
    text.append(caption.inputs()).append("\n\n");
    text.append(cells(table)).append('\n');
    List<Deviation> deviations = table.deviations();
    text.append(
        "%d of %d printed numbers agree with the recomputed ones\n"
            .formatted(table.recomputed() - deviations.size(), table.recomputed()));
    deviations.forEach(deviation -> text.append("  ! ").append(deviation).append('\n'));
    table.remarks().forEach(remark -> text.append("  * ").append(remark).append('\n'));
    return text.toString();
  }

  private static String cells(PaperTable table) {
    TextTable shown = new TextTable();
    List<String> headings = new ArrayList<>();
    for (PaperColumn column : table.grid().columns()) {
      headings.add(column.heading());
      if (column.isRecomputed()) {
        headings.add(RECOMPUTED + AGREES);
      }
    }
    shown.line(headings);
    for (List<PaperCell> row : table.grid().rows()) {
      List<String> line = new ArrayList<>();
      for (PaperCell cell : row) {
        line.add(cell.printed());
        if (cell.recomputed().isPresent()) {
          line.add(cell.recomputedText() + (cell.agrees() ? AGREES : DEVIATES));
        }
      }
      shown.line(line);
    }
    return shown.text();
  }
}
