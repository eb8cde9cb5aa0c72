package io.synod.testkit.cluster;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/** A new folder, for the files of one cluster. */
final class TemporaryFolder implements AutoCloseable {
  private final Path path;

  /**
   * @throws UncheckedIOException if it cannot be made
   */
  TemporaryFolder() {
    try {
      path = Files.createTempDirectory("synod-test");
    } catch (IOException failure) {
      throw new UncheckedIOException("cannot make a temporary folder", failure);
    }
  }

  Path path() {
    return path;
  }

  /**
   * Deletes it with all that is in it. A second call does nothing.
   *
   * @throws UncheckedIOException if it cannot be deleted
   */
  @Override
  public void close() {
    if (!Files.exists(path)) {
      return;
    }
    try (Stream<Path> inside = Files.walk(path)) {
      List<Path> deepestFirst = inside.sorted(Comparator.reverseOrder()).toList();
      for (Path one : deepestFirst) {
        Files.delete(one);
      }
    } catch (IOException failure) {
      throw new UncheckedIOException("cannot delete " + path, failure);
    }
  }
}
