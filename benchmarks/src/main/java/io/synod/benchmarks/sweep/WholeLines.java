package io.synod.benchmarks.sweep;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Files to which lines are appended, perhaps by a process that was killed meanwhile. */
final class WholeLines {
  private WholeLines() {}

  /**
   * Drops a last line that was not written to its end: the next one would go on in it. A file with
   * another header stays as it is.
   */
  static void keep(Path file, String header) throws IOException {
    String text = Files.readString(file);
    int end = text.lastIndexOf('\n') + 1;
    if (text.startsWith(header + "\n") && end < text.length()) {
      Files.writeString(file, text.substring(0, end));
    }
  }
}
