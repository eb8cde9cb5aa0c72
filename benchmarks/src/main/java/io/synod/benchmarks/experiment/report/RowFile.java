package io.synod.benchmarks.experiment.report;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;

/** A file with a header and a row for each result, of this run and of earlier ones. */
public final class RowFile {
  private final Path file;
  private final String header;

  /**
   * Begins the file, or goes on with it. Drops a last row that was not written to its end, as by a
   * process that was killed: the next one would go on in it.
   *
   * @throws IOException if it has another header, or cannot be read or written
   */
  public RowFile(Path file, String header) throws IOException {
    this.file = file;
    this.header = header + "\n";
    if (!Files.exists(file)) {
      Files.writeString(file, this.header);
    }
    String text = text();
    int end = text.lastIndexOf('\n') + 1;
    if (end < text.length()) {
      Files.writeString(file, text.substring(0, end));
    }
  }

  private String text() throws IOException {
    String text = Files.readString(file);
    if (!text.startsWith(header)) {
      throw new IOException(file + " is of another version; choose another folder, or remove it");
    }
    return text;
  }

  /**
   * All rows that are there.
   *
   * @throws IOException as at the beginning
   */
  public List<String> rows() throws IOException {
    return text().lines().skip(1).toList();
  }

  /**
   * Writes one more row.
   *
   * @throws UncheckedIOException if that is refused
   */
  public void add(String row) {
    try {
      Files.writeString(file, row + "\n", StandardOpenOption.APPEND);
    } catch (IOException full) {
      throw new UncheckedIOException("cannot write " + file, full);
    }
  }
}
