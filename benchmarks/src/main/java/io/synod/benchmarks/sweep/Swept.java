package io.synod.benchmarks.sweep;

import io.synod.core.settings.BatchLimits;
import io.synod.fitting.fit.Observation;
import io.synod.fitting.fit.WindowedObservation;
import io.synod.fitting.measurement.Activity;
import io.synod.fitting.measurement.CpuTime;
import io.synod.fitting.measurement.Interval;
import io.synod.fitting.measurement.Traffic;
import java.util.EnumMap;
import java.util.List;
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
   * @throws IllegalArgumentException if it is no such line
   */
  static Swept parse(List<String> columns, String line) {
    String[] fields = line.split(",", -1);
    if (fields.length != columns.size()) {
      throw new IllegalArgumentException("not " + columns.size() + " columns: " + line);
    }
    Fields at = new Fields(columns, fields);
    Scenario scenario = Scenario.named(fields[0]);
    BatchLimits limits = new BatchLimits((int) at.of("max-bytes"), (int) at.of("window"));
    Map<Activity, Double> cpu = new EnumMap<>(Activity.class);
    double total = 0;
    for (Activity activity : Activity.values()) {
      double millis = at.of("cpu-" + activity.word() + "-ms");
      cpu.put(activity, millis);
      total += millis;
    }
    Traffic traffic =
        new Traffic(
            at.of("instances"),
            at.of("requests"),
            at.of("request-bytes"),
            at.of("answer-bytes"),
            at.of("accept-bytes"),
            at.of("accepted-bytes"));
    Interval leader =
        new Interval(
            scenario.word() + " " + limits, scenario.replicas(), traffic, new CpuTime(total, cpu));
    return new Swept(
        scenario,
        (int) at.of("request-bytes"),
        at.of("offered"),
        at.of("outstanding"),
        limits,
        leader,
        at.of("interval-ms"));
  }

  private record Fields(List<String> columns, String[] values) {
    double of(String column) {
      return Double.parseDouble(values[columns.indexOf(column)]);
    }
  }
}
