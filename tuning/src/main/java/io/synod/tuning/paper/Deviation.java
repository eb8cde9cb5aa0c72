package io.synod.tuning.paper;

/**
 * A printed number that does not follow from the inputs that the paper states.
 *
 * @param row the row's first cells
 * @param column its heading
 * @param cell the printed and the recomputed number
 */
public record Deviation(String row, String column, PaperCell cell) {

  /** Such as {@code 8KB 512KB, w_CPU: printed 1.17, recomputed 1.181}. */
  @Override
  public String toString() {
    return "%s, %s: printed %s, recomputed %s"
        .formatted(row, column, cell.printed(), cell.recomputedText());
  }
}
