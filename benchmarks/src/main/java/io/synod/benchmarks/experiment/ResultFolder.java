package io.synod.benchmarks.experiment;

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
import java.util.stream.Stream;

/**
 * Everything that an experiment leaves: {@code points.csv}, a line for each point as soon as it is
 * measured; {@code measurements/ID.csv}, the leader's rows meanwhile, for {@code synod fit}; and
 * what is made of them in the end. Confined to one thread.
 */
final class ResultFolder {
  private static final String ID = "id";

  private final Path folder;
  private final Path points;
  private final Map<String, Result> results = new LinkedHashMap<>();

  private ResultFolder(Path folder) {
    this.folder = folder;
    points = folder.resolve("points.csv");
  }

  /**
   * Makes the folder, or reads what is there already.
   *
   * @throws UncheckedIOException if it cannot be used, or holds other columns
   */
  static ResultFolder open(Path folder, List<String> columns) {
    ResultFolder opened = new ResultFolder(folder);
    try {
      Files.createDirectories(folder.resolve("measurements"));
      if (Files.exists(opened.points)) {
        opened.read(columns);
      } else {
        Files.writeString(opened.points, ID + "," + String.join(",", columns) + "\n");
      }
    } catch (IOException refused) {
      throw new UncheckedIOException(
          "the results cannot be kept in %s: %s".formatted(folder, reason(refused)), refused);
    }
    return opened;
  }

  /** What the file system throws often names the file alone. */
  private static String reason(IOException refused) {
    return refused instanceof FileSystemException
        ? refused.getClass().getSimpleName() + " " + refused.getMessage()
        : refused.getMessage();
  }

  private void read(List<String> columns) throws IOException {
    List<String> lines = Files.readAllLines(points);
    String expected = ID + "," + String.join(",", columns);
    if (lines.isEmpty() || !lines.get(0).equals(expected)) {
      throw new IOException(
          points + " is of another experiment or version; choose another folder, or remove it");
    }
    for (String line : lines.subList(1, lines.size())) {
      String[] fields = line.split(",", -1);
      // A line that was not written to its end is measured again.
      if (fields.length == columns.size() + 1) {
        Map<String, Double> values = new LinkedHashMap<>();
        for (int index = 0; index < columns.size(); index++) {
          values.put(columns.get(index), Double.parseDouble(fields[index + 1]));
        }
        results.put(fields[0], new Result(fields[0], values));
      }
    }
  }

  boolean has(String id) {
    return results.containsKey(id);
  }

  void add(Result result) {
    String line =
        result.id()
            + ","
            + result.values().values().stream()
                .map(value -> String.format(Locale.ROOT, "%.6g", value))
                .collect(Collectors.joining(","));
    try {
      Files.writeString(points, line + "\n", StandardOpenOption.APPEND);
    } catch (IOException full) {
      throw new UncheckedIOException("cannot write " + points, full);
    }
    results.put(result.id(), result);
  }

  /** Of these points, in their order; those that are not measured are left out. */
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

  /** Those of all points that were measured. */
  List<Path> measurements() {
    try (Stream<Path> files = Files.list(folder.resolve("measurements"))) {
      return files.filter(file -> file.toString().endsWith(".csv")).sorted().toList();
    } catch (IOException gone) {
      throw new UncheckedIOException("cannot list " + folder, gone);
    }
  }
}
