package io.synod.storage.snapshot;

import java.nio.ByteBuffer;
import java.util.zip.CRC32C;

/**
 * A part of a snapshot's file; chunks follow the header. Big-endian:
 *
 * <pre>
 * i32  length of the content; 0 in the last chunk
 * i32  CRC32C over the header's last four bytes, i64 index of the chunk, the length and what follows
 *      content; in the last chunk: i64 bytes of content, i64 chunks with content
 * </pre>
 *
 * The header's bytes and the index reveal a chunk that the disk has put in another chunk's place,
 * or left there from an earlier file.
 */
final class Chunk {
  /** Before the content. */
  static final int HEADER_BYTES = 2 * Integer.BYTES;

  /** What the last chunk holds. */
  static final int END_BYTES = 2 * Long.BYTES;

  private static final int SEALED_BYTES = 2 * Integer.BYTES + Long.BYTES;

  private Chunk() {}

  /** Fits any chunk with up to {@code chunkBytes} of content. */
  static ByteBuffer buffer(int chunkBytes) {
    return ByteBuffer.allocate(HEADER_BYTES + Math.max(chunkBytes, END_BYTES));
  }

  /**
   * The checksum of the chunk that begins at 0 in {@code chunk}.
   *
   * @param seal {@link SnapshotHeader#seal}
   * @param bodyBytes what follows the chunk's header
   */
  static int crc(int seal, long index, ByteBuffer chunk, int bodyBytes) {
    ByteBuffer place = ByteBuffer.allocate(SEALED_BYTES);
    place.putInt(seal).putLong(index).putInt(chunk.getInt(0));
    CRC32C crc = new CRC32C();
    crc.update(place.flip());
    crc.update(chunk.slice(HEADER_BYTES, bodyBytes));
    return (int) crc.getValue();
  }
}
