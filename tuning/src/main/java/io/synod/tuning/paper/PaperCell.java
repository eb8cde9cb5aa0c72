package io.synod.tuning.paper;

import java.util.OptionalDouble;

/**
 * A cell of a printed table.
 *
 * @param printed its text; a plain number if it is recomputed
 * @param recomputed the model's value; empty if the cell is an input or was measured
 */
public record PaperCell(String printed, OptionalDouble recomputed) {

  static PaperCell copied(String printed) {
    return new PaperCell(printed, OptionalDouble.empty());
  }

  static PaperCell of(String printed, double recomputed) {
    return new PaperCell(printed, OptionalDouble.of(recomputed));
  }

  /** Whether the printed digits are those of the recomputed value, rounded or truncated. */
  public boolean agrees() {
    return recomputed.isEmpty() || PrintedNumber.is(recomputed.getAsDouble(), printed);
  }

  /** The model's value with one digit more than is printed; empty if the cell is not recomputed. */
  public String recomputedText() {
    return recomputed.isEmpty() ? "" : PrintedNumber.closer(recomputed.getAsDouble(), printed);
  }
}
