package io.synod.replica.config;

import io.synod.core.settings.DirectIo;
import io.synod.core.settings.SyncMethod;
import java.nio.file.Path;
import java.util.Objects;

/**
 * What a replica keeps on disk.
 *
 * @param directory of all replicas; each has a directory of its own below it
 * @param maxBytes bytes that the directory of one replica may hold; {@link Long#MAX_VALUE} without
 *     a limit
 * @param reserveBytes free space below which no new journal segment is allocated
 * @param repairTimeoutNanos how long a damaged slot may wait for a peer before the replica stops
 * @param segmentBytes length of a journal segment
 * @param direct whether the journal is written past the system's memory
 * @param sync how the journal waits for the disk
 */
public record StorageConfig(
    Path directory,
    long maxBytes,
    long reserveBytes,
    long repairTimeoutNanos,
    long segmentBytes,
    DirectIo direct,
    SyncMethod sync) {

  public StorageConfig {
    Objects.requireNonNull(directory, "directory");
    Objects.requireNonNull(direct, "direct");
    Objects.requireNonNull(sync, "sync");
    if (maxBytes < 1 || reserveBytes < 0 || repairTimeoutNanos < 1 || segmentBytes < 1) {
      throw new IllegalArgumentException(
          "%d bytes at most, reserve of %d bytes, repair in %d ns, segments of %d bytes"
              .formatted(maxBytes, reserveBytes, repairTimeoutNanos, segmentBytes));
    }
  }

  /** Whether {@code storage.max-bytes} is set. */
  public boolean isLimited() {
    return maxBytes != Long.MAX_VALUE;
  }

  /** The directory of replica {@code id} alone. */
  public Path directoryOf(int id) {
    return directory.resolve("replica-" + id);
  }
}
