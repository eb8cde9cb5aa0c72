package io.synod.benchmarks.yardstick;

import io.netty.buffer.ByteBuf;
import io.netty.handler.codec.LengthFieldBasedFrameDecoder;
import java.util.zip.CRC32C;

/**
 * What the skeleton's leader sends its followers, big-endian; each is answered with its slot.
 *
 * <pre>
 *   0  i32  bytes of what follows
 *   4  i64  slot
 *  12  u32  CRC32C over the entries
 *  16       entries, as clients have sent them
 * </pre>
 */
final class SkeletonFrame {
  static final int HEADER_BYTES = 16;
  static final int ACK_BYTES = Long.BYTES;

  private static final int SLOT_AT = 4;
  private static final int CRC_AT = 12;

  private SkeletonFrame() {}

  /** Fills in the header before the entries in {@code frame}. */
  static void seal(ByteBuf frame, long slot, CRC32C crc) {
    frame.setInt(0, frame.writerIndex() - Integer.BYTES);
    frame.setLong(SLOT_AT, slot);
    frame.setInt(CRC_AT, checksum(frame, crc));
  }

  /** The slot of a complete frame, whose checksum is verified. */
  static long checkedSlot(ByteBuf frame, CRC32C crc) {
    int at = frame.readerIndex();
    if (frame.getInt(at + CRC_AT) != checksum(frame, crc)) {
      throw new IllegalStateException("the checksum of a batch does not hold");
    }
    return frame.getLong(at + SLOT_AT);
  }

  static LengthFieldBasedFrameDecoder decoder() {
    return new LengthFieldBasedFrameDecoder(Integer.MAX_VALUE, 0, Integer.BYTES);
  }

  private static int checksum(ByteBuf frame, CRC32C crc) {
    int entries = frame.readableBytes() - HEADER_BYTES;
    crc.reset();
    crc.update(frame.nioBuffer(frame.readerIndex() + HEADER_BYTES, entries));
    return (int) crc.getValue();
  }
}
