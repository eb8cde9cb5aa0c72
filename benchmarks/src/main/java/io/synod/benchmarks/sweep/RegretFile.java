package io.synod.benchmarks.sweep;

import io.synod.benchmarks.experiment.report.Conditions;
import io.synod.benchmarks.experiment.report.CsvRow;
import io.synod.benchmarks.experiment.report.FolderLock;
import io.synod.benchmarks.experiment.report.RowFile;
import io.synod.benchmarks.experiment.report.Table;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Stream;

/**
 * The rows of {@link Regret} in a folder, of this run and of earlier ones. Only one run may have it
 * open.
 */
public final class RegretFile implements AutoCloseable {
  private static final double PERCENT = 100;
  private static final double KIB = 1024;

  private final Path folder;
  private final FolderLock lock;
  private final RowFile file;
  private final List<String> lines;

  /**
   * Reads the rows that are there.
   *
   * @param conditions of all rows, which the rows do not contain
   * @throws UncheckedIOException if they are in use, of another version or of other conditions, or
   *     cannot be read
   */
  public RegretFile(Path folder, Map<String, Object> conditions) {
    this.folder = folder;
    try {
      lock = FolderLock.of(folder);
      try {
        file = new RowFile(folder.resolve("regret.csv"), Regret.HEADER);
        lines = new ArrayList<>(file.rows());
        boolean hasSweeps = Files.exists(folder.resolve(SweepFile.NAME));
        Conditions.check(folder, hasSweeps || !lines.isEmpty(), conditions);
      } catch (IOException refused) {
        lock.close();
        throw refused;
      }
    } catch (IOException refused) {
      throw new UncheckedIOException(refused.getMessage(), refused);
    }
  }

  /** The loads of this scenario and length that have no row yet. */
  public List<LoadShare> missing(Scenario scenario, int requestBytes) {
    return Stream.of(LoadShare.values())
        .filter(
            load ->
                lines.stream()
                    .noneMatch(
                        line ->
                            line.startsWith(
                                "%s,%d,%s,".formatted(scenario.word(), requestBytes, load.word()))))
        .toList();
  }

  /** Writes one more row. */
  public void add(Regret regret) {
    lines.add(regret.line());
    file.add(regret.line());
  }

  /** Keeps what a leader has said of its limits. */
  public void explain(String text) {
    Path explanations = folder.resolve("explanations.txt");
    try {
      Files.writeString(explanations, text, StandardOpenOption.CREATE, StandardOpenOption.APPEND);
    } catch (IOException full) {
      throw new UncheckedIOException("cannot write " + explanations, full);
    }
  }

  /** All rows in Markdown. */
  public String table() {
    return new Table<CsvRow>()
        .text("scenario", row -> row.text("scenario"))
        .text("request", row -> row.text("request-bytes"))
        .text("load", row -> row.text("load"))
        .number("requests/s", row -> row.number("requests-per-second"))
        .number("auto", row -> row.number("auto"))
        .number("best", row -> row.number("best"))
        .number("default", row -> row.number("default"))
        .text("auto/best", row -> ratio(row, "auto-to-best", "factor"))
        .text("chosen/best", row -> ratio(row, "chosen-to-best", "factor-chosen"))
        .text("auto/default", row -> ratio(row, "auto-to-default", "factor-default"))
        .ratio("auto/chosen", row -> row.number("auto-to-chosen"))
        .text("limits: auto", row -> limits(row, "auto"))
        .text("best", row -> limits(row, "best"))
        .of(lines.stream().map(line -> CsvRow.parse(Regret.HEADER, line)).toList());
  }

  private static String ratio(CsvRow row, String mean, String factor) {
    return String.format(
        Locale.ROOT, "%.2f ± %.0f %%", row.number(mean), PERCENT * (row.number(factor) - 1));
  }

  private static String limits(CsvRow row, String whose) {
    return String.format(
        Locale.ROOT,
        "%.0fKiB/%.0f",
        row.number(whose + "-max-bytes") / KIB,
        row.number(whose + "-window"));
  }

  /** Lets another run go on with it. */
  @Override
  public void close() {
    lock.close();
  }
}
