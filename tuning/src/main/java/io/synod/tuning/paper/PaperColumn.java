package io.synod.tuning.paper;

/**
 * A column of a printed table.
 *
 * @param heading the paper's symbol, or the measured quantity
 * @param isRecomputed whether its cells have a value of the model
 */
public record PaperColumn(String heading, boolean isRecomputed) {

  static PaperColumn copied(String heading) {
    return new PaperColumn(heading, false);
  }

  static PaperColumn recomputed(String heading) {
    return new PaperColumn(heading, true);
  }
}
