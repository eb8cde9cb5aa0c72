package io.synod.benchmarks.experiment;

import io.synod.benchmarks.experiment.catalogue.Point;
import io.synod.benchmarks.experiment.report.Conditions;
import io.synod.benchmarks.experiment.report.FolderLock;
import io.synod.benchmarks.experiment.report.Result;
import io.synod.benchmarks.experiment.report.RowFile;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * The files of an experiment. {@code points.csv} has a line for each point as soon as it is
 * measured. {@code measurements/ID.csv} has the leader's rows of that time, for {@code synod fit}.
 * The report and its pictures are written at the end. Only one run may have it open. Confined to
 * one thread.
 */
final class ResultFolder implements AutoCloseable {
  private static final String ID = "id";

  private final Path folder;
  private final RowFile points;
  private final List<String> columns;
  private final Map<String, Result> results = new LinkedHashMap<>();
  private final FolderLock lock;

  private ResultFolder(Path folder, List<String> columns, FolderLock lock) throws IOException {
    this.folder = folder;
    this.columns = List.copyOf(columns);
    this.lock = lock;
    points = new RowFile(folder.resolve("points.csv"), ID + "," + String.join(",", columns));
  }

  /**
   * Creates the folder, or reads its existing files.
   *
   * @param conditions of all points, which their ids do not contain
   * @throws UncheckedIOException if it cannot be used, is in use, has other columns, or points of
   *     other conditions
   */
  static ResultFolder open(Path folder, List<String> columns, Map<String, Object> conditions) {
    try {
      Files.createDirectories(folder.resolve("measurements"));
      FolderLock lock = FolderLock.of(folder);
      try {
        ResultFolder opened = new ResultFolder(folder, columns, lock);
        opened.load(conditions);
        return opened;
      } catch (IOException refused) {
        lock.close();
        throw refused;
      }
    } catch (IOException refused) {
      throw new UncheckedIOException(
          "the results cannot be kept in %s: %s".formatted(folder, reason(refused)), refused);
    }
  }

  /** Reads the complete lines; the points of others are measured again. */
  private void load(Map<String, Object> conditions) throws IOException {
    for (String line : points.rows()) {
      try {
        Result result = parsed(line.split(",", -1));
        results.put(result.id(), result);
      } catch (NumberFormatException | ArrayIndexOutOfBoundsException broken) {
        throw new IOException(
            file("points.csv") + " has a line that is no result: " + line, broken);
      }
    }
    Conditions.check(folder, !results.isEmpty(), conditions);
  }

  /** Many exceptions of the file system name only the file. */
  private static String reason(IOException refused) {
    return refused instanceof FileSystemException
        ? refused.getClass().getSimpleName() + " " + refused.getMessage()
        : refused.getMessage();
  }

  private Result parsed(String[] fields) {
    Map<String, Double> values = new LinkedHashMap<>();
    for (int index = 0; index < columns.size(); index++) {
      values.put(columns.get(index), Double.parseDouble(fields[index + 1]));
    }
    return new Result(fields[0], values);
  }

  boolean has(String id) {
    return results.containsKey(id);
  }

  /** Writes the figures for which there are columns. */
  void add(Result result) {
    points.add(
        result.id()
            + ","
            + columns.stream()
                .map(column -> String.format(Locale.ROOT, "%.6g", result.value(column)))
                .collect(Collectors.joining(",")));
    results.put(result.id(), result);
  }

  /** The results of these points, in their order, without unmeasured ones. */
  List<Result> of(List<Point> wanted) {
    List<Result> found = new ArrayList<>();
    for (Point point : wanted) {
      if (has(point.id())) {
        found.add(results.get(point.id()));
      }
    }
    return found;
  }

  Path file(String name) {
    return folder.resolve(name);
  }

  /** The leader's rows of one point. */
  Path measurements(String id) {
    return folder.resolve("measurements").resolve(id + ".csv");
  }

  @Override
  public void close() {
    lock.close();
  }
}
