package io.synod.simulation;

import java.util.List;
import java.util.Map;

/**
 * The results of all seeds of a run.
 *
 * @param elapsedNanos wall-clock time of the run
 * @param faults number of faults of each kind
 * @param failures of the failed seeds, in the order of the seeds
 */
public record RunSummary(
    int seeds,
    long events,
    long virtualNanos,
    long operations,
    long elapsedNanos,
    Map<String, Long> faults,
    List<SimulationFailure> failures) {

  private static final double NANOS_PER_SECOND = 1e9;

  public RunSummary {
    faults = Map.copyOf(faults);
    failures = List.copyOf(failures);
  }

  public boolean passed() {
    return failures.isEmpty();
  }

  public double eventsPerSecond() {
    return events * NANOS_PER_SECOND / elapsed();
  }

  public double seedsPerMinute() {
    return seeds * 60 * NANOS_PER_SECOND / elapsed();
  }

  /** Virtual hours per minute of wall-clock time. */
  public double virtualHoursPerMinute() {
    return (double) virtualNanos / elapsed() / 60;
  }

  private long elapsed() {
    return Math.max(1, elapsedNanos);
  }
}
