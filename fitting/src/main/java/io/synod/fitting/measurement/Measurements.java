package io.synod.fitting.measurement;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * The measurements of leaders that decided requests.
 *
 * @param intervals in the order of the files
 * @param rows all rows read, of every kind and replica
 * @param warmUp intervals that were left out because they began during the warm-up
 */
public record Measurements(List<Interval> intervals, int rows, int warmUp) {

  public Measurements {
    intervals = List.copyOf(intervals);
  }

  /**
   * Reads all {@code files}, which may include files of followers.
   *
   * @param skip the warm-up of each replica in each file, counted from its first interval
   * @throws MeasurementException if a file cannot be read, or no interval of any file counts
   */
  public static Measurements read(List<Path> files, Duration skip) {
    List<Interval> intervals = new ArrayList<>();
    int rows = 0;
    int warmUp = 0;
    for (Path file : files) {
      List<Row> read = MeasurementFile.read(file);
      List<Row> counting = read.stream().filter(Measurements::counts).toList();
      List<Row> warm = warm(counting, firstStarts(read), skip.toMillis());
      warm.forEach(row -> intervals.add(row.interval()));
      rows += read.size();
      warmUp += counting.size() - warm.size();
    }
    if (intervals.isEmpty() && warmUp == 0) {
      String names = files.stream().map(Path::toString).collect(Collectors.joining(", "));
      throw new MeasurementException(
          "%s: none of %d rows is an interval in which a leader had requests decided"
              .formatted(names, rows));
    }
    return new Measurements(intervals, rows, warmUp);
  }

  private static boolean counts(Row row) {
    return row.isInterval()
        && row.isOfLeader()
        && row.traffic().instances() > 0
        && row.traffic().requests() > 0;
  }

  /** When each replica's first interval began, in any role. */
  private static Map<Integer, Double> firstStarts(List<Row> rows) {
    Map<Integer, Double> starts = new HashMap<>();
    for (Row row : rows) {
      if (row.isInterval()) {
        starts.merge(row.replica(), startMillis(row), Math::min);
      }
    }
    return starts;
  }

  private static List<Row> warm(List<Row> rows, Map<Integer, Double> starts, long skipMillis) {
    return rows.stream()
        .filter(row -> startMillis(row) - starts.get(row.replica()) >= skipMillis)
        .toList();
  }

  private static double startMillis(Row row) {
    return row.endMillis() - row.lengthMillis();
  }
}
