package io.synod.replica;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** A row of a replica's CSV file, by the header's names. */
record CsvRow(Map<String, String> values) {

  static List<CsvRow> read(Path file) throws IOException {
    List<String> lines = Files.readAllLines(file);
    String[] names = lines.get(0).split(",", -1);
    List<CsvRow> rows = new ArrayList<>();
    for (String line : lines.subList(1, lines.size())) {
      String[] cells = line.split(",", -1);
      if (cells.length != names.length) {
        throw new AssertionError(cells.length + " cells under " + names.length + " names: " + line);
      }
      Map<String, String> values = new HashMap<>();
      for (int at = 0; at < names.length; at++) {
        if (values.put(names[at], cells[at]) != null) {
          throw new AssertionError("two columns are named " + names[at]);
        }
      }
      rows.add(new CsvRow(values));
    }
    return rows;
  }

  String text(String column) {
    return values.get(column);
  }

  double number(String column) {
    return Double.parseDouble(values.get(column));
  }
}
