package io.synod.benchmarks.cluster;

import com.fasterxml.jackson.jr.ob.JSON;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Writes reports for programs. */
public final class ReportFiles {
  private ReportFiles() {}

  /** Replaces {@code file}. */
  public static void writeJson(Report report, Path file) {
    try {
      Files.writeString(
          file, JSON.std.with(JSON.Feature.PRETTY_PRINT_OUTPUT).asString(report.toMap()));
    } catch (IOException refused) {
      throw new UncheckedIOException("cannot write " + file, refused);
    }
  }

  /**
   * Writes {@code report.json}, {@code report.csv}, {@code throughput.png} and {@code latency.png},
   * replacing existing files; creates the folder if there is none.
   */
  public static void writeAll(Report report, Path folder) {
    try {
      Files.createDirectories(folder);
      writeJson(report, folder.resolve("report.json"));
      Files.writeString(folder.resolve("report.csv"), report.csv());
      ReportPlots.throughput(report.medians(), folder.resolve("throughput.png"));
      ReportPlots.latency(report.medians(), folder.resolve("latency.png"));
    } catch (IOException refused) {
      throw new UncheckedIOException("cannot write into " + folder, refused);
    }
  }
}
