package io.synod.benchmarks.cluster;

import io.synod.benchmarks.process.Measured;
import io.synod.benchmarks.process.Stations;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/** Figures as a table for people, and as CSV and JSON for programs, under the same names. */
public final class Report {
  private static final double PERCENT = 100;

  // Of the rate, from the first to the last third of a measurement.
  private static final double RISE_MAX = 0.1;
  private static final int MEBIBYTE = 1 << 20;
  private static final double MEGABYTE = 1e6;

  private final Map<String, Object> circumstances;
  private final int failures;
  private final List<Row> rows = new ArrayList<>();

  /**
   * @param circumstances the conditions of the figures: load, sizes, machine
   * @param failures measurements that ended without a result
   */
  Report(Map<String, Object> circumstances, int failures) {
    this.circumstances = circumstances;
    this.failures = failures;
  }

  /** Of measurements that have all ended with a result. */
  Report(Map<String, Object> circumstances) {
    this(circumstances, 0);
  }

  /** Whether a measurement ended without a result. */
  public boolean hasFailures() {
    return failures > 0;
  }

  void add(Row row) {
    rows.add(row);
  }

  /** The table, a line for each system. */
  public String table() {
    StringBuilder text = new StringBuilder();
    circumstances.forEach(
        (name, value) -> text.append(name).append(' ').append(value).append(", "));
    text.setLength(text.length() - 2);
    text.append(System.lineSeparator()).append(System.lineSeparator());
    int width = rows.stream().mapToInt(row -> row.system().length()).max().orElse(0);
    String names = "%-" + width + "s";
    text.append(names.formatted("")).append(HEADER);
    for (Row row : rows) {
      text.append(names.formatted(row.system())).append(figures(row));
    }
    if (rows.stream().anyMatch(Report::hasJournal)) {
      text.append(System.lineSeparator()).append(names.formatted("")).append(JOURNAL_HEADER);
      rows.stream()
          .filter(Report::hasJournal)
          .forEach(row -> text.append(names.formatted(row.system())).append(journal(row)));
    }
    text.append(StationTable.of(rows));
    if (hasFailures()) {
      text.append(
          "%nmeasurements without a result, which are not in these figures: %d%n"
              .formatted(failures));
    }
    return text.toString();
  }

  private static boolean hasJournal(Row row) {
    return row.hasFigures() && row.median().journal().syncs() > 0;
  }

  private static final String JOURNAL_HEADER =
      "%12s %12s %12s   (the leader's journal)%n".formatted("syncs/s", "req/sync", "MB/s");

  private static String journal(Row row) {
    Measured median = row.median();
    double seconds = median.load().answered() / row.perSecond();
    return String.format(
        Locale.ROOT,
        "%,12.0f %,12.1f %,12.1f%n",
        median.journal().syncs() / seconds,
        (double) median.load().answered() / median.journal().syncs(),
        median.journal().bytes() / MEGABYTE / seconds);
  }

  private static final String HEADER =
      "%12s %21s %8s %8s %8s %9s %9s %7s %9s %8s%n"
          .formatted(
              "req/s",
              "(min..max)",
              "p50 ms",
              "p99 ms",
              "p99.9 ms",
              "CPU us/rq",
              "leader",
              "RSS M",
              "BUSY",
              "no answer");

  private static String figures(Row row) {
    if (!row.hasFigures()) {
      return "  the leader changed while it was measured: no figures%n".formatted();
    }
    Measured median = row.median();
    return String.format(
        Locale.ROOT,
        "%,12.0f %21s %8.2f %8.2f %8.2f %9.2f %9.2f %7d %9d %8d%s%n",
        row.perSecond(),
        row.counted() == 1
            ? ""
            : "(%,.0f..%,.0f)".formatted(row.perSecondMin(), row.perSecondMax()),
        median.load().latencyMillis(50),
        median.load().latencyMillis(99),
        median.load().latencyMillis(99.9),
        median.cpuMicrosPerRequest(),
        median.leaderCpuMicrosPerRequest(),
        median.residentBytesPeak() / MEBIBYTE,
        median.busy(),
        median.load().failed() + median.load().unknown(),
        notes(row));
  }

  private static String notes(Row row) {
    String changes =
        row.leaderChanges() == 0
            ? ""
            : "  (of %d measurements; in %d others the leader changed)"
                .formatted(row.counted(), row.leaderChanges());
    double rise = row.median().rise();
    return rise < RISE_MAX
        ? changes
        : changes
            + String.format(Locale.ROOT, "  (still rising: by %.0f %% meanwhile)", PERCENT * rise);
  }

  /** A header and a line for each system; fields without quotes, none contains a comma. */
  public String csv() {
    StringBuilder text = new StringBuilder();
    for (Row row : rows) {
      Map<String, Object> fields = fields(row);
      if (text.isEmpty()) {
        text.append(String.join(",", fields.keySet())).append('\n');
      }
      List<String> values = fields.values().stream().map(String::valueOf).toList();
      text.append(String.join(",", values)).append('\n');
    }
    return text.toString();
  }

  /** For JSON: the circumstances, and under {@code systems} the figures of each. */
  Map<String, Object> toMap() {
    Map<String, Object> all = new LinkedHashMap<>(circumstances);
    all.put("failedMeasurements", failures);
    all.put("systems", rows.stream().map(Report::withSeconds).toList());
    return all;
  }

  private static Map<String, Object> withSeconds(Row row) {
    Map<String, Object> fields = fields(row);
    if (!row.hasFigures()) {
      return fields;
    }
    fields.put("answeredEachSecond", row.median().perSecond());
    Stations stations = row.median().stations();
    fields.put("requestsOfInstance", stations.isKnown() ? rounded(stations.batchRequests()) : 0);
    fields.put("cpuNanosOfStations", stations.nanos());
    return fields;
  }

  /** Whether each system has a valid measurement. */
  boolean hasAllFigures() {
    return rows.stream().allMatch(Row::hasFigures);
  }

  /**
   * The median measurement of each system with a valid one, in the order in which they were
   * measured.
   */
  Map<String, Measured> medians() {
    Map<String, Measured> medians = new LinkedHashMap<>();
    rows.stream().filter(Row::hasFigures).forEach(row -> medians.put(row.system(), row.median()));
    return medians;
  }

  private static Map<String, Object> fields(Row row) {
    Measured median = row.median();
    Map<String, Object> fields = new LinkedHashMap<>();
    fields.put("system", row.system());
    fields.put("requestsPerSecond", rounded(row.perSecond()));
    fields.put("requestsPerSecondMin", rounded(row.perSecondMin()));
    fields.put("requestsPerSecondMax", rounded(row.perSecondMax()));
    fields.put("p50Millis", rounded(median.load().latencyMillis(50)));
    fields.put("p99Millis", rounded(median.load().latencyMillis(99)));
    fields.put("p999Millis", rounded(median.load().latencyMillis(99.9)));
    fields.put("p9999Millis", rounded(median.load().latencyMillis(99.99)));
    fields.put("maxMillis", rounded(median.load().latencyMillis(PERCENT)));
    fields.put("cpuMicrosPerRequest", rounded(median.cpuMicrosPerRequest()));
    fields.put("leaderCpuMicrosPerRequest", rounded(median.leaderCpuMicrosPerRequest()));
    fields.put("residentBytesPeak", median.residentBytesPeak());
    fields.put("answered", median.load().answered());
    fields.put("failed", median.load().failed());
    fields.put("unknown", median.load().unknown());
    fields.put("busy", median.busy());
    fields.put("journalSyncs", median.journal().syncs());
    fields.put("journalBytes", median.journal().bytes());
    fields.put("riseMeanwhile", rounded(median.rise()));
    fields.put("leaderChanges", row.leaderChanges());
    if (!row.hasFigures()) {
      Set<String> known = Set.of("system", "leaderChanges");
      fields.replaceAll((name, value) -> known.contains(name) ? value : "");
    }
    return fields;
  }

  private static double rounded(double value) {
    return Math.round(value * PERCENT) / PERCENT;
  }
}
