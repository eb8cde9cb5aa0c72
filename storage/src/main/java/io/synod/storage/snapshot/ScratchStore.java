package io.synod.storage.snapshot;

import io.synod.storage.directory.ScratchDirectory;
import io.synod.storage.disk.Disk;
import io.synod.storage.disk.FileDisk;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.function.LongSupplier;

/**
 * Snapshots that are never used for recovery: in a directory that is made when one is needed, and
 * deleted with its files. Others may delete it too, as systems clean their temporary files. Any
 * thread.
 */
public final class ScratchStore implements AutoCloseable {
  private final Path parent;
  private final SnapshotIdentity identity;
  private final LongSupplier clock;

  // Null if a directory is made in the parent, which is null otherwise.
  private final Disk disk;
  private ScratchDirectory directory;
  private SnapshotStore store;

  /**
   * @param parent where the directory is made; null for the system's directory of temporary files
   */
  public ScratchStore(Path parent, SnapshotIdentity identity) {
    this(
        parent == null ? Path.of(System.getProperty("java.io.tmpdir")) : parent,
        null,
        identity,
        System::currentTimeMillis);
  }

  /**
   * On a disk that is there, and whose owner empties it.
   *
   * @param clock the time of day in milliseconds
   */
  public ScratchStore(Disk disk, SnapshotIdentity identity, LongSupplier clock) {
    this(null, disk, identity, clock);
  }

  private ScratchStore(Path parent, Disk disk, SnapshotIdentity identity, LongSupplier clock) {
    this.parent = parent;
    this.disk = disk;
    this.identity = identity;
    this.clock = clock;
  }

  /**
   * The store, made if it is not there. One without its directory is replaced by an empty one.
   * While no directory can be made, it is empty and has no space; no replica needs its snapshots to
   * recover.
   */
  public synchronized SnapshotStore store() {
    try {
      if (store != null && disk == null && !Files.isDirectory(directory.path())) {
        store.close();
        store = null;
        directory.delete();
      }
      Disk used = store == null && disk == null ? makeDisk() : disk;
      if (used instanceof NoDirectory) {
        return SnapshotStore.openScratch(used, identity, clock);
      }
      if (store == null) {
        store = SnapshotStore.openScratch(used, identity, clock);
      }
      return store;
    } catch (IOException failure) {
      throw new UncheckedIOException(failure);
    }
  }

  /**
   * Deletes the directories that killed processes of this user have left where this store makes its
   * own, as {@link #store} does when it makes one.
   *
   * @return those that it has deleted; none on a disk that is there
   */
  public List<Path> deleteAbandoned() {
    return disk == null ? ScratchDirectory.deleteAbandoned(parent) : List.of();
  }

  private Disk makeDisk() {
    ScratchDirectory.deleteAbandoned(parent);
    try {
      directory = ScratchDirectory.make(parent);
      return FileDisk.of(directory.path());
    } catch (IOException failure) {
      return new NoDirectory(parent, failure);
    }
  }

  /** Deletes it with what it holds; the next {@link #store} makes another. */
  @Override
  public synchronized void close() {
    if (store == null) {
      return;
    }
    try {
      store.close();
      store = null;
      if (disk == null) {
        directory.delete();
      }
    } catch (IOException failure) {
      throw new UncheckedIOException(failure);
    }
  }
}
