package io.synod.storage.journal;

import io.synod.storage.disk.WriteMode;
import java.nio.ByteBuffer;

/** Opens segments to be written as the settings want it and as their lengths allow. */
final class SegmentOutput {
  private final FailStopDisk disk;
  private final WriteMode wanted;
  private final LastBlock lastBlock;

  SegmentOutput(FailStopDisk disk, WriteMode wanted) {
    this.disk = disk;
    this.wanted = wanted;
    lastBlock = new LastBlock(wanted.direct() ? blockBytes(disk) : 1);
  }

  private static int blockBytes(FailStopDisk disk) {
    int bytes = disk.directBlockBytes();
    if (bytes == 0) {
      throw new JournalRefused(
          "%s cannot be written directly: the file system does not allow it"
              .formatted(disk.path("")));
    }
    return bytes;
  }

  /** Of the segment that is written. */
  LastBlock lastBlock() {
    return lastBlock;
  }

  /** How a segment of that length is written: directly if it consists of whole blocks. */
  WriteMode mode(long segmentBytes) {
    boolean isWhole = lastBlock.before(segmentBytes) == 0;
    return new WriteMode(wanted.direct() && isWhole, wanted.synced());
  }

  FailStopDisk.FailStopFile open(Segment segment) {
    return disk.open(segment.name, mode(segment.bytes));
  }

  /** Opens {@code segment}, which does not have its length yet, to be filled with zeros. */
  FailStopDisk.FailStopFile openToGrow(Segment segment) {
    return disk.open(segment.name, new WriteMode(mode(segment.bytes).direct(), false));
  }

  /** Opens {@code segment} to be continued behind its last record. */
  FailStopDisk.FailStopFile openBehind(Segment segment) {
    ByteBuffer bytes = ByteBuffer.allocate(lastBlock.before(segment.end));
    try (FailStopDisk.FailStopFile file = disk.open(segment.name)) {
      file.read(segment.end - bytes.capacity(), bytes);
    }
    lastBlock.keep(segment.number, segment.end, bytes, bytes.capacity());
    return open(segment);
  }
}
