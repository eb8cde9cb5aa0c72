package io.synod.fitting.fit;

/**
 * An observation of which the window is known.
 *
 * @param window w, instances that were under way: {@code pipeline.window}, or what the clients'
 *     requests allow if that is less; more than 0
 * @param millis length of the interval
 */
public record WindowedObservation(Observation observation, double window, double millis) {

  /** Milliseconds from one instance to the next. */
  public double periodMillis() {
    return millis / observation.instances();
  }
}
