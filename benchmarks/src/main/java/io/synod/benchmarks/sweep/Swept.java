package io.synod.benchmarks.sweep;

import io.synod.benchmarks.experiment.report.CsvRow;
import io.synod.core.settings.BatchLimits;
import io.synod.fitting.fit.Observation;
import io.synod.fitting.fit.WindowedObservation;
import io.synod.fitting.measurement.Activity;
import io.synod.fitting.measurement.CpuTime;
import io.synod.fitting.measurement.Interval;
import io.synod.fitting.measurement.Traffic;
import java.util.EnumMap;
import java.util.Map;

/**
 * A line of a {@link SweepFile}: an interval under fixed limits.
 *
 * @param offered requests per second; 0 in a closed loop
 * @param outstanding requests of all clients
 * @param millis length of the leader's interval
 */
public record Swept(
    Scenario scenario,
    int requestBytes,
    double offered,
    double outstanding,
    BatchLimits limits,
    Interval leader,
    double millis) {

  /** A point of the grid: all lines of it are repetitions. */
  record Point(int requestBytes, BatchLimits limits) {}

  Point point() {
    return new Point(requestBytes, limits);
  }

  double requestsPerSecond() {
    return leader.traffic().requests() / millis * 1_000;
  }

  /** With the window that the clients' requests allow. */
  WindowedObservation observation() {
    Observation seen = new Observation(leader);
    double most = Math.max(1, outstanding / seen.requests());
    return new WindowedObservation(seen, Math.min(limits.window(), most), millis);
  }

  /**
   * @throws IllegalArgumentException if it is no line of a sweep
   */
  static Swept parse(CsvRow row) {
    Scenario scenario = Scenario.named(row.text("scenario"));
    BatchLimits limits = new BatchLimits((int) row.number("max-bytes"), (int) row.number("window"));
    Map<Activity, Double> cpu = new EnumMap<>(Activity.class);
    double total = 0;
    for (Activity activity : Activity.values()) {
      double millis = row.number("cpu-" + activity.word() + "-ms");
      cpu.put(activity, millis);
      total += millis;
    }
    Traffic traffic =
        new Traffic(
            row.number("instances"),
            row.number("requests"),
            row.number("request-bytes"),
            row.number("answer-bytes"),
            row.number("accept-bytes"),
            row.number("accepted-bytes"));
    Interval leader =
        new Interval(
            scenario.word() + " " + limits, scenario.replicas(), traffic, new CpuTime(total, cpu));
    return new Swept(
        scenario,
        (int) row.number("request-bytes"),
        row.number("offered"),
        row.number("outstanding"),
        limits,
        leader,
        row.number("interval-ms"));
  }
}
