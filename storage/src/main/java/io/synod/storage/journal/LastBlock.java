package io.synod.storage.journal;

import io.synod.core.check.Check;
import java.nio.ByteBuffer;

/**
 * What the last commit has written of the block in which the next one begins. Blocks are written as
 * a whole, so the next commit writes these bytes again, in front of its own. One thread.
 */
final class LastBlock {
  private final int blockBytes;
  private final byte[] bytes;

  // Holds [start, start + length) of the segment.
  private long segment;
  private long start;
  private int length;

  /**
   * @param blockBytes 1 if bytes are written one by one: then nothing is kept
   */
  LastBlock(int blockBytes) {
    this.blockBytes = blockBytes;
    bytes = new byte[blockBytes];
  }

  /** How many bytes of its block lie before {@code offset}. */
  int before(long offset) {
    return (int) (offset % blockBytes);
  }

  /** {@code end} is the end of the block or, rounded up, the beginning of the next one. */
  long roundUp(long end) {
    return (end + blockBytes - 1) / blockBytes * blockBytes;
  }

  /** {@code from} is written up to {@code position}, which is {@code end} in the segment. */
  void keep(long ofSegment, long end, ByteBuffer from, int position) {
    segment = ofSegment;
    length = before(end);
    start = end - length;
    from.get(position - length, bytes, 0, length);
  }

  /** Puts the bytes of the block before {@code offset} in front of {@code position}. */
  void put(long ofSegment, long offset, ByteBuffer into, int position) {
    if (before(offset) == 0) {
      return;
    }
    Check.that(
        segment == ofSegment && start + length == offset,
        "the next record begins at %d, not behind the last block, which ends at %d",
        offset,
        start + length);
    into.put(position - length, bytes, 0, length);
  }

  /** {@code patch} was written at {@code offset}, in the place of what was there. */
  void replace(long ofSegment, long offset, ByteBuffer patch) {
    long from = Math.max(start, offset);
    long end = Math.min(start + length, offset + patch.remaining());
    if (ofSegment == segment && from < end) {
      int patchAt = patch.position() + (int) (from - offset);
      patch.get(patchAt, bytes, (int) (from - start), (int) (end - from));
    }
  }

  /**
   * A buffer whose address is a multiple of a block, and its length, which is {@code bytes} at
   * least.
   */
  ByteBuffer allocate(int bytes) {
    int blocks = (int) roundUp(bytes);
    return ByteBuffer.allocateDirect(blocks + blockBytes - 1).alignedSlice(blockBytes);
  }
}
