package io.synod.storage.snapshot;

import io.synod.storage.disk.FileDisk;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/**
 * Snapshots that nothing is ever recovered from: in a directory that is made when one is needed,
 * and deleted with what it holds. Any thread.
 */
public final class ScratchStore implements AutoCloseable {
  private final Path parent;
  private final SnapshotIdentity identity;
  private Path directory;
  private SnapshotStore store;

  /**
   * @param parent where the directory is made; null for the system's directory of temporary files
   */
  public ScratchStore(Path parent, SnapshotIdentity identity) {
    this.parent = parent;
    this.identity = identity;
  }

  /** The store, made if it is not there. */
  public synchronized SnapshotStore store() {
    if (store == null) {
      try {
        directory = makeDirectory();
        store = SnapshotStore.open(FileDisk.of(directory), identity, System::currentTimeMillis);
      } catch (IOException failure) {
        throw new UncheckedIOException(failure);
      }
    }
    return store;
  }

  private Path makeDirectory() throws IOException {
    String prefix = "synod-snapshots-";
    return parent == null
        ? Files.createTempDirectory(prefix)
        : Files.createTempDirectory(Files.createDirectories(parent), prefix);
  }

  /** Deletes it with what it holds; the next {@link #store} makes another. */
  @Override
  public synchronized void close() {
    if (store == null) {
      return;
    }
    try {
      store.close();
      try (Stream<Path> files = Files.list(directory)) {
        for (Path file : List.copyOf(files.toList())) {
          Files.delete(file);
        }
      }
      Files.delete(directory);
      store = null;
    } catch (IOException failure) {
      throw new UncheckedIOException(failure);
    }
  }
}
