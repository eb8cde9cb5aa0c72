package io.synod.core.transcript;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** A transcript as it was read and found right. */
final class GoldenFile {
  private static final String WRITE = "synod.transcripts.write";

  private GoldenFile() {}

  /** Compares, or writes with {@code -Dsynod.transcripts.write=true}. */
  static void check(String name, List<String> lines) {
    Path file = Path.of("src", "test", "resources", "transcripts", name + ".txt");
    try {
      if (Boolean.getBoolean(WRITE)) {
        Files.createDirectories(file.getParent());
        Files.write(file, lines);
      }
      compare(file, Files.readAllLines(file), lines);
    } catch (IOException failure) {
      throw new UncheckedIOException(failure);
    }
  }

  private static void compare(Path file, List<String> expected, List<String> lines) {
    for (int index = 0; index < Math.max(expected.size(), lines.size()); index++) {
      String wanted = index < expected.size() ? expected.get(index) : "(the end)";
      String found = index < lines.size() ? lines.get(index) : "(the end)";
      if (!wanted.equals(found)) {
        throw new AssertionError(
            "%s:%d\n  expected: %s\n  found:    %s\nIf that is right, write it with -D%s=true and read the difference"
                .formatted(file, index + 1, wanted, found, WRITE));
      }
    }
  }
}
