package io.synod.storage.snapshot;

import io.synod.storage.disk.DiskFile;
import io.synod.storage.disk.DiskFull;
import java.io.IOException;
import java.nio.ByteBuffer;

/**
 * A file that becomes a snapshot or is deleted: after the first failure it is not used any more.
 * One thread.
 */
final class PartialFile {
  // So that no fsync has much to write: the journal's own would wait for it.
  private static final long FORCED_BYTES = 8 << 20;

  private final SnapshotTable table;
  private final String name;
  private final String path;
  private final DiskFile file;
  private long bytes;
  private long forcedBytes;

  // It was published, abandoned, or has failed.
  private boolean over;

  PartialFile(SnapshotTable table, String name, String path, DiskFile file) {
    this.table = table;
    this.name = name;
    this.path = path;
    this.file = file;
  }

  String path() {
    return path;
  }

  /** For reading what was appended. */
  DiskFile file() {
    return file;
  }

  long bytes() {
    return bytes;
  }

  void append(ByteBuffer from) throws IOException {
    requireUsable();
    int length = from.remaining();
    try {
      file.write(bytes, from);
      bytes += length;
      if (bytes - forcedBytes >= FORCED_BYTES) {
        file.force();
        forcedBytes = bytes;
      }
    } catch (IOException failure) {
      throw abandonedAfter(named(failure));
    }
  }

  /** Makes it a snapshot that lasts; see {@link SnapshotTable#publish}. */
  SnapshotInfo publish(long end, long createdMillis) throws IOException {
    requireUsable();
    try {
      file.force();
    } catch (IOException failure) {
      throw abandonedAfter(named(failure));
    }
    over = true;
    try {
      file.close();
    } catch (IOException failure) {
      throw table.deletedAfter(failure, name);
    }
    return table.publish(name, new SnapshotInfo(end, bytes, createdMillis));
  }

  /** Closes and deletes it unless it is over. */
  void abandon() throws IOException {
    if (over) {
      return;
    }
    over = true;
    try {
      file.close();
    } catch (IOException failure) {
      throw table.deletedAfter(failure, name);
    }
    table.delete(name);
  }

  /** The system's words are of no file. */
  private IOException named(IOException failure) {
    return failure instanceof DiskFull
        ? failure
        : new IOException(
            "could not write %s: %s; check the disk".formatted(path, failure.getMessage()),
            failure);
  }

  /** Closes and deletes it because of {@code failure}, which it returns. */
  IOException abandonedAfter(IOException failure) {
    over = true;
    try {
      file.close();
    } catch (IOException another) {
      failure.addSuppressed(another);
    }
    return table.deletedAfter(failure, name);
  }

  void requireUsable() throws IOException {
    if (over) {
      throw new IOException(
          path
              + " can no longer be written: it was published, closed or has failed; begin another snapshot");
    }
  }
}
