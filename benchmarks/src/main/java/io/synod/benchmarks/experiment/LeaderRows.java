package io.synod.benchmarks.experiment;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Rows of a replica's CSV file (docs/instrumentation.md) that it wrote as a leader in a stretch of
 * time.
 */
final class LeaderRows {
  private final String header;
  private final Map<String, Integer> columns = new HashMap<>();
  private final List<String> lines = new ArrayList<>();
  private final List<String[]> rows = new ArrayList<>();

  private LeaderRows(String header) {
    this.header = header;
    String[] names = header.split(",", -1);
    for (int index = 0; index < names.length; index++) {
      columns.put(names[index], index);
    }
  }

  /** Of the intervals that lie whole between two moments, in milliseconds since the epoch. */
  static LeaderRows read(Path file, long fromMillis, long toMillis) throws IOException {
    List<String> lines = Files.readAllLines(file);
    LeaderRows rows = new LeaderRows(lines.get(0));
    for (String line : lines.subList(1, lines.size())) {
      rows.add(line, fromMillis, toMillis);
    }
    return rows;
  }

  private void add(String line, long fromMillis, long toMillis) {
    String[] fields = line.split(",", -1);
    // The last line of a process that was ended may lack its end.
    if (fields.length != columns.size()) {
      return;
    }
    double end = number(fields, "time-ms");
    double begin = end - number(fields, "interval-ms");
    boolean leads =
        text(fields, "kind").equals("interval") && text(fields, "role").equals("leader");
    if (leads && begin >= fromMillis && end <= toMillis && number(fields, "instances") > 0) {
      lines.add(line);
      rows.add(fields);
    }
  }

  boolean isEmpty() {
    return rows.isEmpty();
  }

  /** Over all rows. */
  double sum(String column) {
    return rows.stream().mapToDouble(row -> number(row, column)).sum();
  }

  /** Over all rows, each counted by how much it has of {@code weight}. */
  double mean(String column, String weight) {
    double sum = rows.stream().mapToDouble(row -> number(row, column) * number(row, weight)).sum();
    return sum / sum(weight);
  }

  /** These rows alone, as a file of the same kind. */
  void write(Path file) throws IOException {
    Files.writeString(file, header + "\n" + String.join("\n", lines) + "\n");
  }

  private String text(String[] row, String column) {
    return row[columns.get(column)];
  }

  private double number(String[] row, String column) {
    return Double.parseDouble(text(row, column));
  }
}
