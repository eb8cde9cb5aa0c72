package io.synod.tuning.fit;

/**
 * An observation beside the model.
 *
 * @param measuredMillis CPU of an instance
 * @param modelMillis what the fitted model gives for it
 */
public record FittedPoint(Observation observation, double measuredMillis, double modelMillis) {

  /** How much more was measured than the model gives, in parts of the latter. */
  public double relativeResidual() {
    return measuredMillis / modelMillis - 1;
  }
}
