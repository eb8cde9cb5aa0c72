package io.synod.benchmarks.experiment;

import io.synod.benchmarks.experiment.catalogue.Point;
import io.synod.benchmarks.experiment.report.Conditions;
import io.synod.benchmarks.experiment.report.FolderLock;
import io.synod.benchmarks.experiment.report.Result;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
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
  private final Path points;
  private final List<String> columns;
  private final Map<String, Result> results = new LinkedHashMap<>();
  private final FolderLock lock;

  private ResultFolder(Path folder, List<String> columns, FolderLock lock) {
    this.folder = folder;
    this.columns = List.copyOf(columns);
    this.lock = lock;
    points = folder.resolve("points.csv");
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

  private void load(Map<String, Object> conditions) throws IOException {
    String header = ID + "," + String.join(",", columns);
    List<String> kept = new ArrayList<>(List.of(header));
    if (Files.exists(points)) {
      kept.addAll(read(header));
    }
    Conditions.check(folder, !results.isEmpty(), conditions);
    // An incomplete last line must not become the beginning of the next one.
    Files.write(points, kept);
  }

  /** Many exceptions of the file system name only the file. */
  private static String reason(IOException refused) {
    return refused instanceof FileSystemException
        ? refused.getClass().getSimpleName() + " " + refused.getMessage()
        : refused.getMessage();
  }

  /** Reads the complete lines; the points of others are measured again. */
  private List<String> read(String header) throws IOException {
    List<String> lines = Files.readAllLines(points);
    if (lines.isEmpty() || !lines.get(0).equals(header)) {
      throw new IOException(
          points + " is of another experiment or version; choose another folder, or remove it");
    }
    boolean lastEnds = Files.readString(points).endsWith("\n");
    List<String> whole = lines.subList(1, lastEnds ? lines.size() : lines.size() - 1);
    for (String line : whole) {
      try {
        Result result = parsed(line.split(",", -1));
        results.put(result.id(), result);
      } catch (NumberFormatException | ArrayIndexOutOfBoundsException broken) {
        throw new IOException(points + " has a line that is no result: " + line, broken);
      }
    }
    return whole;
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
    String line =
        result.id()
            + ","
            + columns.stream()
                .map(column -> String.format(Locale.ROOT, "%.6g", result.value(column)))
                .collect(Collectors.joining(","));
    try {
      Files.writeString(points, line + "\n", StandardOpenOption.APPEND);
    } catch (IOException full) {
      throw new UncheckedIOException("cannot write " + points, full);
    }
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
