package io.synod.client.log;

import io.synod.storage.disk.FileDisk;
import io.synod.storage.snapshot.SnapshotIdentity;
import io.synod.storage.snapshot.SnapshotStore;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/**
 * A directory for one snapshot, made when it is needed and deleted with what it holds. Confined to
 * one thread.
 */
final class ScratchStore {
  private final Path parent;
  private Path directory;
  private SnapshotStore store;

  /**
   * @param parent null for the system's directory of temporary files
   */
  ScratchStore(Path parent) {
    this.parent = parent;
  }

  SnapshotStore open(String cluster) throws IOException {
    if (store == null) {
      if (parent == null) {
        directory = Files.createTempDirectory("synod-log-");
      } else {
        directory = Files.createTempDirectory(Files.createDirectories(parent), "synod-log-");
      }
      SnapshotIdentity identity = new SnapshotIdentity(cluster, 0);
      store = SnapshotStore.open(FileDisk.of(directory), identity, System::currentTimeMillis);
    }
    return store;
  }

  void delete() throws IOException {
    if (store == null) {
      return;
    }
    store.close();
    store = null;
    try (Stream<Path> files = Files.list(directory)) {
      for (Path file : List.copyOf(files.toList())) {
        Files.delete(file);
      }
    }
    Files.delete(directory);
  }
}
