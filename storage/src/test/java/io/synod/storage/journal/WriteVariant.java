package io.synod.storage.journal;

import io.synod.storage.disk.WriteMode;

/** The ways in which the journal is written; what it keeps does not depend on them. */
enum WriteVariant {
  BUFFERED(0, WriteMode.BUFFERED),
  BUFFERED_SYNCED(0, new WriteMode(false, true)),
  SECTORS(512, new WriteMode(true, false)),
  SECTORS_SYNCED(512, new WriteMode(true, true)),
  PAGES(4096, new WriteMode(true, false));

  final int blockBytes;
  final WriteMode mode;

  WriteVariant(int blockBytes, WriteMode mode) {
    this.blockBytes = blockBytes;
    this.mode = mode;
  }

  /** An empty disk. */
  MemoryDisk disk() {
    return new MemoryDisk(this);
  }
}
