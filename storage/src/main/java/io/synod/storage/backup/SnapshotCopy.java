package io.synod.storage.backup;

import io.synod.core.execution.SnapshotContent;
import io.synod.storage.snapshot.SnapshotInfo;
import io.synod.storage.snapshot.SnapshotStore;
import io.synod.storage.snapshot.SnapshotWriter;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.security.DigestInputStream;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.function.LongConsumer;

/** Reads the content of a snapshot, digests it, and copies it into another store. */
final class SnapshotCopy {
  private static final int BUFFER_BYTES = 64 << 10;

  private SnapshotCopy() {}

  /**
   * What a snapshot holds.
   *
   * @param digest of the content; not yet completed
   * @param leaderTimeMillis of its last slot, since 1970
   */
  record Summary(MessageDigest digest, long leaderTimeMillis) {}

  static MessageDigest sha256() {
    try {
      return MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException everyJdkHasIt) {
      throw new IllegalStateException(everyJdkHasIt);
    }
  }

  /** The digest of what {@code digest} has received so far. */
  static String hex(MessageDigest digest) {
    try {
      return HexFormat.of().formatHex(((MessageDigest) digest.clone()).digest());
    } catch (CloneNotSupportedException everyJdkCan) {
      throw new IllegalStateException(everyJdkCan);
    }
  }

  static SnapshotInfo find(SnapshotStore store, long end) throws BackupRefused {
    for (SnapshotInfo snapshot : store.list()) {
      if (snapshot.end() == end) {
        return snapshot;
      }
    }
    throw new BackupRefused(
        "the snapshot of all slots before %d is missing; use another copy of this backup"
            .formatted(end));
  }

  /**
   * Reads a snapshot to its end, each chunk verified.
   *
   * @param progress receives the bytes that were read
   */
  static Summary read(SnapshotStore store, SnapshotInfo snapshot, LongConsumer progress)
      throws IOException {
    return copy(store, snapshot, OutputStream.nullOutputStream(), progress);
  }

  /** As {@link #read}, into a snapshot of another store, which is published. */
  static Summary copy(
      SnapshotStore store, SnapshotInfo snapshot, SnapshotStore into, LongConsumer progress)
      throws IOException {
    try (SnapshotWriter writer = into.begin(snapshot.end())) {
      Summary summary = copy(store, snapshot, writer, progress);
      writer.publish();
      return summary;
    }
  }

  private static Summary copy(
      SnapshotStore store, SnapshotInfo snapshot, OutputStream out, LongConsumer progress)
      throws IOException {
    MessageDigest digest = sha256();
    byte[] buffer = new byte[BUFFER_BYTES];
    long bytes = 0;
    try (InputStream content = store.read(snapshot);
        DigestInputStream digested = new DigestInputStream(content, digest)) {
      int read = digested.read(buffer);
      while (read >= 0) {
        out.write(buffer, 0, read);
        bytes += read;
        progress.accept(bytes);
        read = digested.read(buffer);
      }
    }
    try (InputStream content = store.read(snapshot)) {
      return new Summary(digest, SnapshotContent.read(content).leaderTimeMillis());
    }
  }
}
