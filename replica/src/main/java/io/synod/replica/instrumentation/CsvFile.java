package io.synod.replica.instrumentation;

import java.io.BufferedWriter;
import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.StringJoiner;

/**
 * One row for each period, under a header that names the columns; whatever the file held before is
 * replaced. A row is in the file when {@link #write} returns. Confined to one thread.
 */
final class CsvFile implements Closeable {
  private final List<Column> columns;
  private final BufferedWriter out;

  /**
   * @throws IOException if the file cannot be written
   */
  CsvFile(Path path, List<Column> columns) throws IOException {
    this.columns = columns;
    Path folder = path.toAbsolutePath().getParent();
    if (folder != null) {
      Files.createDirectories(folder);
    }
    out = Files.newBufferedWriter(path);
    StringJoiner header = new StringJoiner(",", "", "\n");
    for (String fixed : new String[] {"time-ms", "interval-ms", "kind", "replica", "replicas"}) {
      header.add(fixed);
    }
    header.add("role").add("view");
    columns.forEach(column -> header.add(column.name()));
    out.write(header.toString());
    out.flush();
  }

  /**
   * @param kind {@code interval}, or {@code run} for all of them together
   */
  void write(String kind, Period period) throws IOException {
    StringJoiner row = new StringJoiner(",", "", "\n");
    row.add(Long.toString(period.to().timeMillis())).add(number(period.millis())).add(kind);
    row.add(Integer.toString(period.replica())).add(Integer.toString(period.replicas()));
    row.add(period.role()).add(period.to().standing().view());
    columns.forEach(column -> row.add(number(column.value().applyAsDouble(period))));
    out.write(row.toString());
    out.flush();
  }

  /** Whole numbers as such, others with what a microsecond needs; what is not known is empty. */
  static String number(double value) {
    if (Double.isNaN(value)) {
      return "";
    }
    return value == Math.rint(value)
        ? Long.toString((long) value)
        : String.format(Locale.ROOT, "%.6f", value);
  }

  @Override
  public void close() throws IOException {
    out.close();
  }
}
