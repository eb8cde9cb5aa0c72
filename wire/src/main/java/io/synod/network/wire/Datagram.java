package io.synod.network.wire;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;

/**
 * One UDP datagram from a replica to another: a header, and behind it one whole {@link Frame}.
 * Big-endian:
 *
 * <pre>
 *   0  u16  magic
 *   2  u8   wire version
 *   3  u8   number of the replica that sends it
 *   4  i64  token that the receiver has sent the sender, see {@link DatagramOffer}
 *  12       frame
 * </pre>
 */
public final class Datagram {
  public static final int HEADER_BYTES = 12;

  /** What UDP carries over IPv4; over IPv6 it is 20 bytes more. */
  public static final int BYTES_MAX = 65_507;

  /** Longest frame that a datagram holds, the frame's header included. */
  public static final int FRAME_BYTES_MAX = BYTES_MAX - HEADER_BYTES;

  static final int MAGIC = 0x5355;

  private static final int VERSION_AT = 2;
  private static final int SENDER_AT = 3;
  private static final int TOKEN_AT = 4;

  private Datagram() {}

  /**
   * The datagram in a direct buffer of its own, which the caller owns.
   *
   * @param frame one whole frame, copied from reader to writer index; at most {@link
   *     #FRAME_BYTES_MAX}
   */
  public static ByteBuf encode(int sender, long token, ByteBuf frame, ByteBufAllocator allocator) {
    int frameBytes = frame.readableBytes();
    ByteBuf out = allocator.directBuffer(HEADER_BYTES + frameBytes);
    out.writeShort(MAGIC).writeByte(Frame.VERSION).writeByte(sender).writeLong(token);
    return out.writeBytes(frame, frame.readerIndex(), frameBytes);
  }

  /**
   * The number that the sender claims to have, 0 to 255.
   *
   * @param datagram from reader to writer index
   * @throws MalformedFrame if its header is not that of a replica's datagram
   */
  public static int sender(ByteBuf datagram) throws MalformedFrame {
    int at = datagram.readerIndex();
    if (datagram.readableBytes() < HEADER_BYTES) {
      throw new MalformedFrame(MalformedFrame.Kind.LENGTH, "not even a datagram's header");
    }
    int magic = datagram.getUnsignedShort(at);
    if (magic != MAGIC) {
      throw new MalformedFrame(
          MalformedFrame.Kind.MAGIC, "bad magic 0x%04X, a datagram has 0x%04X", magic, MAGIC);
    }
    int version = datagram.getUnsignedByte(at + VERSION_AT);
    if (version != Frame.VERSION) {
      throw new MalformedFrame(
          MalformedFrame.Kind.VERSION,
          "wire version %d where %d is spoken",
          version,
          Frame.VERSION);
    }
    return datagram.getUnsignedByte(at + SENDER_AT);
  }

  /** What a datagram shows that has a {@link #sender}. */
  public static long token(ByteBuf datagram) {
    return datagram.getLong(datagram.readerIndex() + TOKEN_AT);
  }

  /** What is behind the header of such a datagram, to be checked; not retained. */
  public static ByteBuf frame(ByteBuf datagram) {
    return datagram.slice(
        datagram.readerIndex() + HEADER_BYTES, datagram.readableBytes() - HEADER_BYTES);
  }
}
