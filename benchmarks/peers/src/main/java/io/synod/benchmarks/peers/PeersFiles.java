package io.synod.benchmarks.peers;

import com.fasterxml.jackson.jr.ob.JSON;
import io.synod.benchmarks.cluster.Row;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/** The report for programs: the same fields as JSON and as CSV. */
final class PeersFiles {
  private static final double PRECISION = 1e3;

  /** The figures of each measured contender; those of the others are empty. */
  private static final Map<String, Function<Row, Object>> FIGURES = figures();

  private final PeersReport report;

  private PeersFiles(PeersReport report) {
    this.report = report;
  }

  /** Writes {@code peers.json}, {@code peers.csv} and the table, replacing existing files. */
  static void write(PeersReport report, Path folder) {
    PeersFiles files = new PeersFiles(report);
    try {
      Files.createDirectories(folder);
      Files.writeString(
          folder.resolve("peers.json"),
          JSON.std.with(JSON.Feature.PRETTY_PRINT_OUTPUT).asString(files.toMap()));
      Files.writeString(folder.resolve("peers.csv"), files.csv());
      Files.writeString(folder.resolve("peers.txt"), PeersTable.of(report));
    } catch (IOException refused) {
      throw new UncheckedIOException("cannot write into " + folder, refused);
    }
  }

  private Map<String, Object> toMap() {
    PeersOptions options = report.options();
    Map<String, Object> all = new LinkedHashMap<>();
    all.put("answerBytes", options.answerBytes());
    all.put("connections", options.connections());
    all.put("warmUpSeconds", options.span().warmUp().toMillis() / PRECISION);
    all.put("seconds", options.span().duration().toMillis() / PRECISION);
    all.put("repetitions", options.repetitions());
    all.put("processors", Runtime.getRuntime().availableProcessors());
    all.put("java", Runtime.version().toString());
    all.put("jvmOptions", String.join(" ", options.jvmOptions()));
    all.put("targets", Targets.of(report));
    all.put("systems", lines());
    return all;
  }

  /** A header and a line for each contender and point; fields without quotes. */
  private String csv() {
    StringBuilder text = new StringBuilder();
    for (Map<String, Object> fields : lines()) {
      if (text.isEmpty()) {
        text.append(String.join(",", fields.keySet())).append('\n');
      }
      List<String> values =
          fields.values().stream().map(value -> String.valueOf(value).replace(',', ';')).toList();
      text.append(String.join(",", values)).append('\n');
    }
    return text.toString();
  }

  private List<Map<String, Object>> lines() {
    List<Map<String, Object>> lines = new ArrayList<>();
    for (Point point : report.options().points()) {
      for (Outcome outcome : report.at(point)) {
        lines.add(line(outcome, point));
      }
    }
    return lines;
  }

  private Map<String, Object> line(Outcome outcome, Point point) {
    Map<String, Object> fields = new LinkedHashMap<>();
    fields.put("system", outcome.contender().toString());
    fields.put("mode", outcome.contender().isReplicated() ? point.mode() : "");
    fields.put("requestBytes", point.requestBytes());
    fields.put("outstanding", point.outstanding());
    Optional<Row> row = outcome.row();
    FIGURES.forEach((name, figure) -> fields.put(name, row.map(figure).orElse("")));
    fields.put("failures", String.join("; ", outcome.failures()));
    return fields;
  }

  private static Map<String, Function<Row, Object>> figures() {
    Map<String, Function<Row, Object>> figures = new LinkedHashMap<>();
    figures.put("requestsPerSecond", row -> rounded(row.perSecond()));
    figures.put("requestsPerSecondMin", row -> rounded(row.perSecondMin()));
    figures.put("requestsPerSecondMax", row -> rounded(row.perSecondMax()));
    figures.put("p50Millis", row -> rounded(row.median().load().latencyMillis(50)));
    figures.put("p99Millis", row -> rounded(row.median().load().latencyMillis(99)));
    figures.put("p999Millis", row -> rounded(row.median().load().latencyMillis(99.9)));
    figures.put("cpuMicrosPerRequest", row -> rounded(row.median().cpuMicrosPerRequest()));
    figures.put(
        "leaderCpuMicrosPerRequest", row -> rounded(row.median().leaderCpuMicrosPerRequest()));
    figures.put("residentBytesPeak", row -> row.median().residentBytesPeak());
    figures.put("answered", row -> row.median().load().answered());
    figures.put("failed", row -> row.median().load().failed());
    figures.put("unknown", row -> row.median().load().unknown());
    return figures;
  }

  private static double rounded(double value) {
    return Math.round(value * PRECISION) / PRECISION;
  }
}
