package io.synod.tuning.fit;

/**
 * An observation beside the model.
 *
 * @param measuredMillis CPU of an instance
 * @param modelMillis what the fitted model gives for it
 */
public record FittedPoint(Observation observation, double measuredMillis, double modelMillis) {

  /** How far the model is off, in parts of what was measured. */
  public double error() {
    return Math.abs(modelMillis / measuredMillis - 1);
  }

  /** How much more was measured than the model gives, in parts of the latter. */
  public double relativeResidual() {
    return measuredMillis / modelMillis - 1;
  }
}
