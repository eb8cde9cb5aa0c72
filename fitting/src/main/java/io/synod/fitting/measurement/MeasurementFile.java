package io.synod.fitting.measurement;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Reads one file: a header, then a row in each line; empty lines are skipped. */
final class MeasurementFile {
  // One replica's seconds of eleven days.
  private static final int ROWS_MAX = 1_000_000;

  private MeasurementFile() {}

  /**
   * @throws MeasurementException if the file cannot be read or holds no measurements
   */
  static List<Row> read(Path file) {
    try (BufferedReader lines = Files.newBufferedReader(file)) {
      return rows(file, lines);
    } catch (NoSuchFileException missing) {
      throw new MeasurementException(file + ": there is no such file");
    } catch (AccessDeniedException denied) {
      throw new MeasurementException(file + ": may not be read");
    } catch (CharacterCodingException notText) {
      throw new MeasurementException(file + ": is not text in UTF-8");
    } catch (IOException broken) {
      String what = Files.isDirectory(file) ? "is a directory" : "cannot be read: " + broken;
      throw new MeasurementException(file + ": " + what);
    }
  }

  private static List<Row> rows(Path file, BufferedReader lines) throws IOException {
    String header = lines.readLine();
    if (header == null) {
      throw new MeasurementException(file + ": is empty");
    }
    Columns columns = new Columns(file + ":1", header);
    List<Row> rows = new ArrayList<>();
    int number = 1;
    for (String line = lines.readLine(); line != null; line = lines.readLine()) {
      number++;
      if (!line.isBlank()) {
        rows.add(new Row(columns, file + ":" + number, line));
      }
      if (rows.size() > ROWS_MAX) {
        throw new MeasurementException("%s: more than %,d rows".formatted(file, ROWS_MAX));
      }
    }
    return rows;
  }
}
