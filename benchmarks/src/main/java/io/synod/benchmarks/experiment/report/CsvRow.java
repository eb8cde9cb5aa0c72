package io.synod.benchmarks.experiment.report;

import java.util.List;

/** A line of a file with named columns. */
public record CsvRow(List<String> columns, List<String> values) {

  /**
   * @param header of the file
   * @throws IllegalArgumentException if the line has another number of columns
   */
  public static CsvRow parse(String header, String line) {
    CsvRow row = new CsvRow(List.of(header.split(",")), List.of(line.split(",", -1)));
    if (row.values.size() != row.columns.size()) {
      throw new IllegalArgumentException("not " + row.columns.size() + " columns: " + line);
    }
    return row;
  }

  public String text(String column) {
    return values.get(columns.indexOf(column));
  }

  /**
   * @throws NumberFormatException if it is none
   */
  public double number(String column) {
    return Double.parseDouble(text(column));
  }
}
