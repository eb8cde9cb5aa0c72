package io.synod.benchmarks.peers;

import io.synod.benchmarks.cluster.Row;
import io.synod.benchmarks.process.Measured;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalDouble;

/** The report for people: a table for each point, a line for each contender. */
final class PeersTable {
  private static final int MEBIBYTE = 1 << 20;
  private static final String NAMES = "%-13s";
  private static final int RATIO_WIDTH = 9;
  private static final String HEADER =
      "%12s %21s %9s %9s %9s %9s %7s %8s %8s"
          .formatted(
              "req/s",
              "(min..max)",
              "p50 ms",
              "p99 ms",
              "CPU us/rq",
              "leader",
              "RSS M",
              "staged x",
              "merged x");

  private final PeersReport report;
  private final StringBuilder text = new StringBuilder();

  private PeersTable(PeersReport report) {
    this.report = report;
  }

  /** The tables, and the meaning of "x". */
  static String of(PeersReport report) {
    PeersTable table = new PeersTable(report);
    report.options().points().forEach(table::addPoint);
    table.line("x: the ratio of Synod's answer rate in that layout to this system's, in this run");
    return table.text.toString();
  }

  private void addPoint(Point point) {
    line(point.toString());
    line(NAMES.formatted("") + HEADER);
    for (Outcome outcome : report.at(point)) {
      String name = NAMES.formatted(outcome.contender());
      Optional<Row> row = outcome.row();
      row.ifPresent(figures -> line(name + figures(figures) + ratios(outcome, point)));
      outcome.failures().forEach(reason -> line(name + "  failed: " + reason));
    }
    line("");
  }

  private static String figures(Row row) {
    Measured median = row.median();
    return String.format(
        Locale.ROOT,
        "%,12.0f %21s %9.3f %9.2f %9.2f %9.2f %7d",
        row.perSecond(),
        row.counted() == 1
            ? ""
            : String.format(Locale.ROOT, "(%,.0f..%,.0f)", row.perSecondMin(), row.perSecondMax()),
        median.load().latencyMillis(50),
        median.load().latencyMillis(99),
        median.cpuMicrosPerRequest(),
        median.leaderCpuMicrosPerRequest(),
        median.residentBytesPeak() / MEBIBYTE);
  }

  private String ratios(Outcome outcome, Point point) {
    StringBuilder ratios = new StringBuilder();
    for (Contender synod : List.of(Contender.SYNOD_STAGED, Contender.SYNOD_MERGED)) {
      OptionalDouble times = report.timesThroughput(synod, outcome.contender(), point);
      ratios.append(
          times.isPresent()
              ? String.format(Locale.ROOT, " %8.2f", times.getAsDouble())
              : " ".repeat(RATIO_WIDTH));
    }
    long unanswered =
        outcome
            .row()
            .map(row -> row.median().load().failed() + row.median().load().unknown())
            .get();
    return ratios + (unanswered == 0 ? "" : "  (%,d not answered)".formatted(unanswered));
  }

  private void line(String line) {
    text.append(line.stripTrailing()).append(System.lineSeparator());
  }
}
