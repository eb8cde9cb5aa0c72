package io.synod.benchmarks.experiment;

import io.synod.benchmarks.experiment.report.CsvRow;
import io.synod.benchmarks.experiment.report.Measure;
import io.synod.benchmarks.process.Measured;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * The rows of a replica's CSV file (docs/instrumentation.md) that it wrote while it led, in a span
 * of time.
 */
final class LeaderRows {
  private final String header;
  private final List<String> lines = new ArrayList<>();
  private final List<CsvRow> rows = new ArrayList<>();

  private LeaderRows(String header) {
    this.header = header;
  }

  /** Reads the intervals that lie entirely between two moments, in milliseconds since the epoch. */
  static LeaderRows read(Path file, long fromMillis, long toMillis) throws IOException {
    List<String> lines = Files.readAllLines(file);
    LeaderRows rows = new LeaderRows(lines.get(0));
    for (String line : lines.subList(1, lines.size())) {
      rows.add(line, fromMillis, toMillis);
    }
    return rows;
  }

  /** Of a replica that measures nothing. */
  static LeaderRows none() {
    return new LeaderRows("");
  }

  private void add(String line, long fromMillis, long toMillis) {
    CsvRow row;
    try {
      row = CsvRow.parse(header, line);
    } catch (IllegalArgumentException incomplete) {
      // The last line of a killed process may be incomplete.
      return;
    }
    double end = row.number("time-ms");
    double begin = end - row.number("interval-ms");
    boolean leads = row.text("kind").equals("interval") && row.text("role").equals("leader");
    if (leads && begin >= fromMillis && end <= toMillis && row.number("instances") > 0) {
      lines.add(line);
      rows.add(row);
    }
  }

  boolean isEmpty() {
    return rows.isEmpty();
  }

  /** Adds the figures of leader and load; without a decided instance, no figures of instances. */
  void addTo(Map<Measure, Double> values, Measured measured) {
    double instances = sum("instances");
    double batchRequests = sum("requests") / instances;
    values.put(Measure.THROUGHPUT, measured.load().answeredPerSecond());
    values.put(Measure.P50, measured.load().latencyMillis(50));
    values.put(Measure.P99, measured.load().latencyMillis(99));
    values.put(Measure.CPU, measured.cpuMicrosPerRequest());
    values.put(Measure.LEADER_CPU, measured.leaderCpuMicrosPerRequest());
    values.put(Measure.INSTANCES, measured.load().answeredPerSecond() / batchRequests);
    values.put(Measure.BATCH_REQUESTS, batchRequests);
    values.put(Measure.WINDOW_MEAN, mean("window-mean", "interval-ms"));
    values.put(Measure.ACCEPT_BYTES, mean("accept-bytes", "instances"));
    values.put(Measure.ACCEPTED_BYTES, mean("accepted-bytes", "instances"));
    values.put(Measure.INSTANCE_CPU, sum("cpu-ms") / instances);
    values.put(Measure.INSTANCE_LATENCY, mean("instance-latency-us", "instances"));
    values.put(Measure.QUEUE_DELAY, mean("queue-delay-us", "requests"));
    values.put(Measure.DATAGRAMS, sum("datagrams-sent") / instances);
    values.put(Measure.LEADER_MESSAGES, (sum("phase2-sent") + sum("phase2-received")) / instances);
    Stream.of(Measure.values())
        .filter(Measure::isCounted)
        .forEach(counter -> values.put(counter, sum(counter.column())));
  }

  /** The sum over all rows. */
  double sum(String column) {
    return rows.stream().mapToDouble(row -> row.number(column)).sum();
  }

  /** The mean over all rows, weighted by {@code weight}. */
  double mean(String column, String weight) {
    double sum = rows.stream().mapToDouble(row -> row.number(column) * row.number(weight)).sum();
    return sum / sum(weight);
  }

  /** Writes these rows as a file of the same format. */
  void write(Path file) throws IOException {
    Files.writeString(file, header + "\n" + String.join("\n", lines) + "\n");
  }
}
