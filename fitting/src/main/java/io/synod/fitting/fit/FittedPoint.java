package io.synod.fitting.fit;

/**
 * An observation beside the model.
 *
 * @param measuredMillis CPU time of an instance
 * @param modelMillis the fitted model's value for it
 */
public record FittedPoint(Observation observation, double measuredMillis, double modelMillis) {

  /** The relative error of the model. */
  public double error() {
    return Math.abs(modelMillis / measuredMillis - 1);
  }

  /** The measured excess over the model, relative to the model. */
  public double relativeResidual() {
    return measuredMillis / modelMillis - 1;
  }
}
