package io.synod.replica;

import io.synod.storage.disk.FileDisk;
import io.synod.storage.snapshot.SnapshotIdentity;
import io.synod.storage.snapshot.SnapshotStore;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/**
 * Snapshots of a replica of the level {@code memory}: in a temporary directory that is made when a
 * peer needs a snapshot, and deleted at the end. Nothing is ever recovered from it. Any thread.
 */
final class ScratchSnapshots implements AutoCloseable {
  private final SnapshotIdentity identity;
  private Path directory;
  private SnapshotStore store;

  ScratchSnapshots(String cluster, int id) {
    identity = new SnapshotIdentity(cluster, id);
  }

  synchronized SnapshotStore store() {
    if (store == null) {
      try {
        directory = Files.createTempDirectory("synod-snapshots-");
        store = SnapshotStore.open(FileDisk.of(directory), identity, System::currentTimeMillis);
      } catch (IOException failure) {
        throw new UncheckedIOException(failure);
      }
    }
    return store;
  }

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
    } catch (IOException failure) {
      throw new UncheckedIOException(failure);
    }
  }
}
