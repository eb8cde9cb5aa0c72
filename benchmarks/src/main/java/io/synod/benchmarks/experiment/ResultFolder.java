package io.synod.benchmarks.experiment;

import io.synod.benchmarks.experiment.catalogue.Point;
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
 * Everything that an experiment leaves: {@code points.csv}, a line for each point as soon as it is
 * measured; {@code measurements/ID.csv}, the leader's rows meanwhile, for {@code synod fit}; and
 * what is made of them in the end. Confined to one thread.
 */
final class ResultFolder {
  private static final String ID = "id";

  private final Path folder;
  private final Path points;
  private final List<String> columns;
  private final Map<String, Result> results = new LinkedHashMap<>();

  private ResultFolder(Path folder, List<String> columns) {
    this.folder = folder;
    this.columns = List.copyOf(columns);
    points = folder.resolve("points.csv");
  }

  /**
   * Makes the folder, or reads what is there already.
   *
   * @throws UncheckedIOException if it cannot be used, or holds other columns
   */
  static ResultFolder open(Path folder, List<String> columns) {
    ResultFolder opened = new ResultFolder(folder, columns);
    try {
      Files.createDirectories(folder.resolve("measurements"));
      String header = ID + "," + String.join(",", columns);
      List<String> kept = new ArrayList<>(List.of(header));
      if (Files.exists(opened.points)) {
        kept.addAll(opened.read(header));
      }
      // A line that was not written to its end must not begin the next one.
      Files.write(opened.points, kept);
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

  /** The lines that were written to their end; the others' points are measured again. */
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

  /** Keeps of it what there are columns for. */
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
}
