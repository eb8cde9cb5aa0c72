package io.synod.simulation;

import java.util.List;

/**
 * What all seeds of a run have brought.
 *
 * @param elapsedNanos wall-clock time of the run
 * @param failures of the seeds that found something wrong, in the order of the seeds
 */
public record RunSummary(
    int seeds,
    long events,
    long virtualNanos,
    long operations,
    long elapsedNanos,
    List<SimulationFailure> failures) {

  public RunSummary {
    failures = List.copyOf(failures);
  }

  public boolean passed() {
    return failures.isEmpty();
  }

  public double eventsPerSecond() {
    return events * 1e9 / Math.max(1, elapsedNanos);
  }
}
