package io.synod.simulation;

import java.util.List;
import java.util.Map;

/**
 * What all seeds of a run have brought.
 *
 * @param elapsedNanos wall-clock time of the run
 * @param faults how many of each kind were begun
 * @param failures of the seeds that found something wrong, in the order of the seeds
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

  /** Virtual hours that pass in a minute of the clock on the wall. */
  public double virtualHoursPerMinute() {
    return (double) virtualNanos / elapsed() / 60;
  }

  private long elapsed() {
    return Math.max(1, elapsedNanos);
  }
}
