package io.synod.chaos.hostile;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/**
 * The log of one replica.
 *
 * @param errors the first few lines at level ERROR, or of an error that was printed without logging
 * @param last the last few lines
 */
record ReplicaLog(long bytes, List<String> errors, List<String> last) {
  private static final Pattern ERROR =
      Pattern.compile(
          "(?:\\d{4}-\\d\\d-\\d\\d )?\\d\\d:\\d\\d:\\d\\d\\.\\d{3} ERROR .*"
              + "|Exception in thread .*|Terminating due to .*|# .*");
  private static final int ERRORS_MAX = 5;
  private static final int LAST_MAX = 5;
  private static final int LINE_CHARS_MAX = 400;

  static ReplicaLog read(Path file) throws IOException {
    List<String> errors = new ArrayList<>();
    ArrayDeque<String> last = new ArrayDeque<>();
    try (BufferedReader lines = Files.newBufferedReader(file, StandardCharsets.ISO_8859_1)) {
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        if (errors.size() < ERRORS_MAX && ERROR.matcher(line).matches()) {
          errors.add(shortened(line));
        }
        last.add(shortened(line));
        if (last.size() > LAST_MAX) {
          last.remove();
        }
      }
    }
    return new ReplicaLog(Files.size(file), List.copyOf(errors), List.copyOf(last));
  }

  private static String shortened(String line) {
    return line.length() <= LINE_CHARS_MAX ? line : line.substring(0, LINE_CHARS_MAX) + "…";
  }
}
