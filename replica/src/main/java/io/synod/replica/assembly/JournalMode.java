package io.synod.replica.assembly;

import io.synod.core.settings.DirectIo;
import io.synod.core.settings.SyncMethod;
import io.synod.replica.config.StorageConfig;
import io.synod.storage.disk.Disk;
import io.synod.storage.disk.DiskTrial;
import io.synod.storage.disk.WriteMode;
import java.io.IOException;
import java.util.function.LongSupplier;

/** Chooses how a journal is written: as the settings say, and by the disk where they leave it. */
final class JournalMode {
  private final Disk disk;
  private final LongSupplier nanoTime;

  JournalMode(Disk disk, LongSupplier nanoTime) {
    this.disk = disk;
    this.nanoTime = nanoTime;
  }

  /**
   * Blocks, for 0.1 s at most if the disk works.
   *
   * @throws IOException if the disk fails, or cannot be written as the settings insist on
   */
  WriteMode choose(StorageConfig storage) throws IOException {
    boolean direct = isDirect(storage);
    if (storage.sync() == SyncMethod.AUTO) {
      return new DiskTrial(disk, nanoTime).faster(direct);
    }
    return new WriteMode(direct, storage.sync() == SyncMethod.DSYNC);
  }

  private boolean isDirect(StorageConfig storage) throws IOException {
    if (storage.direct() == DirectIo.OFF) {
      return false;
    }
    int blockBytes = disk.directBlockBytes();
    boolean isWhole = blockBytes > 0 && storage.segmentBytes() % blockBytes == 0;
    if (isWhole || storage.direct() == DirectIo.AUTO) {
      return isWhole;
    }
    throw new IOException(
        blockBytes == 0
            ? "journal.direct=on, but this file system does not allow direct writes; set it to auto"
            : "journal.direct=on, but journal.segment-bytes (%d) is not a multiple of the file system's blocks (%d bytes); change either"
                .formatted(storage.segmentBytes(), blockBytes));
  }

  /** For logs. */
  static String inWords(WriteMode mode) {
    return (mode.direct() ? "directly (O_DIRECT)" : "by way of the system's memory")
        + (mode.synced() ? ", each write waits for the disk (O_DSYNC)" : ", with fdatasync");
  }
}
