package io.synod.benchmarks.cluster;

import io.synod.benchmarks.process.Stations;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.function.Function;

/** The costs of a request and of an instance at each station of their path, a line for each. */
final class StationTable {
  // A station without cost in any system has no line.
  private static final double MICROS_SHOWN = 0.0005;

  private StationTable() {}

  /** The table of the systems whose replicas report stations; empty if none does. */
  static String of(List<Row> all) {
    List<Row> rows =
        all.stream().filter(row -> row.hasFigures() && row.median().stations().isKnown()).toList();
    if (rows.isEmpty()) {
      return "";
    }
    StringBuilder text = new StringBuilder(System.lineSeparator());
    line(text, "CPU us of a request | of an instance", rows, Row::system);
    line(text, "requests of an instance", rows, row -> "%.0f".formatted(batchRequests(row)));
    for (String station : stations(rows)) {
      line(text, station, rows, row -> cost(row.median().stations(), station));
    }
    return text.toString();
  }

  private static double batchRequests(Row row) {
    return row.median().stations().batchRequests();
  }

  private static Set<String> stations(List<Row> rows) {
    Set<String> stations = new LinkedHashSet<>();
    for (Row row : rows) {
      Stations median = row.median().stations();
      median.nanos().keySet().stream()
          .filter(station -> median.microsPerRequest(station) >= MICROS_SHOWN)
          .forEach(stations::add);
    }
    return stations;
  }

  private static String cost(Stations stations, String station) {
    return String.format(
        Locale.ROOT,
        "%.3f | %.1f",
        stations.microsPerRequest(station),
        stations.microsPerInstance(station));
  }

  private static void line(
      StringBuilder text, String name, List<Row> rows, Function<Row, String> cell) {
    text.append("%-36s".formatted(name));
    rows.forEach(row -> text.append("  %26s".formatted(cell.apply(row))));
    text.append(System.lineSeparator());
  }
}
