package io.synod.chaos.hostile;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;

/** Operating system resources of one process. */
record ProcessFigures(int descriptors, int threads) {

  /**
   * @throws IOException if the process has ended
   */
  static ProcessFigures of(long pid) throws IOException {
    Path proc = Path.of("/proc", Long.toString(pid));
    return new ProcessFigures(count(proc.resolve("fd")), count(proc.resolve("task")));
  }

  private static int count(Path folder) throws IOException {
    try (Stream<Path> entries = Files.list(folder)) {
      return (int) entries.count();
    }
  }

  ProcessFigures max(ProcessFigures other) {
    return new ProcessFigures(
        Math.max(descriptors, other.descriptors), Math.max(threads, other.threads));
  }
}
