package io.synod.tuning.paper;

import java.util.OptionalDouble;

/**
 * One place of a printed table.
 *
 * @param printed what stands there; a plain number if it is recomputed
 * @param recomputed what the model gives for it; empty if it is an input or was measured
 */
public record PaperCell(String printed, OptionalDouble recomputed) {

  static PaperCell copied(String printed) {
    return new PaperCell(printed, OptionalDouble.empty());
  }

  static PaperCell of(String printed, double recomputed) {
    return new PaperCell(printed, OptionalDouble.of(recomputed));
  }

  /** Whether the printed digits are the recomputed value's, rounded or cut off. */
  public boolean agrees() {
    return recomputed.isEmpty() || PrintedNumber.is(recomputed.getAsDouble(), printed);
  }

  /** What the model gives, with one digit more than is printed; empty if it is not recomputed. */
  public String recomputedText() {
    return recomputed.isEmpty() ? "" : PrintedNumber.closer(recomputed.getAsDouble(), printed);
  }
}
