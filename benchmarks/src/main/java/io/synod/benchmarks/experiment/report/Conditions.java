package io.synod.benchmarks.experiment.report;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The conditions under which the results in a folder were measured, in a file beside them. A report
 * shows them once for all results, so results of other conditions must not be among these.
 */
public final class Conditions {
  private static final String FILE = "conditions.txt";
  private static final String SEPARATOR = ": ";

  private Conditions() {}

  /**
   * Compares them with those of the results that are there, or writes them if there are none. The
   * results of versions without this file are not checked.
   *
   * @throws IOException if they differ, or the file cannot be read or written
   */
  public static void check(Path folder, boolean hasResults, Map<String, ?> now) throws IOException {
    Path file = folder.resolve(FILE);
    if (!hasResults) {
      List<String> lines = new ArrayList<>();
      now.forEach((name, value) -> lines.add(name + SEPARATOR + value));
      Files.write(file, lines);
    } else if (Files.exists(file)) {
      compare(file, now);
    }
  }

  private static void compare(Path file, Map<String, ?> now) throws IOException {
    Map<String, String> then = new LinkedHashMap<>();
    for (String line : Files.readAllLines(file)) {
      String[] parts = line.split(SEPARATOR, 2);
      then.put(parts[0], parts[parts.length - 1]);
    }
    List<String> differences = new ArrayList<>();
    now.forEach(
        (name, value) -> {
          String before = then.get(name);
          if (!String.valueOf(value).equals(before)) {
            differences.add("%s: %s, not %s".formatted(name, before, value));
          }
        });
    if (!differences.isEmpty()) {
      throw new IOException(
          "the results there were measured otherwise (%s); choose another folder, or the same conditions"
              .formatted(String.join("; ", differences)));
    }
  }
}
