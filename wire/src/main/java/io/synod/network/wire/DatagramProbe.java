package io.synod.network.wire;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.netty.util.ByteProcessor;

/**
 * Shows the receiver that datagrams of the sender arrive, of this length too: a path may lose all
 * that it would have to cut into fragments. Travels as a datagram.
 *
 * @param heard whether probes of the receiver have lately come to the sender
 * @param paddingBytes zeros behind it
 */
public record DatagramProbe(boolean heard, int paddingBytes) {
  private static final int FRAME_BYTES_MIN = Frame.HEADER_BYTES + Byte.BYTES;

  /** Whose frame is {@code frameBytes} long, header included, or as short as it can be. */
  public static DatagramProbe ofLength(boolean heard, int frameBytes) {
    return new DatagramProbe(heard, Math.max(0, frameBytes - FRAME_BYTES_MIN));
  }

  /** The frame; the caller owns it. */
  public ByteBuf encode(ByteBufAllocator allocator) {
    ByteBuf out = Frame.begin(allocator, FrameType.DATAGRAM_PROBE, Byte.BYTES + paddingBytes);
    return Frame.end(out.writeBoolean(heard).writeZero(paddingBytes), 0);
  }

  public static DatagramProbe decode(ByteBuf body) throws MalformedFrame {
    boolean heard = new BodyReader(body).flag("heard");
    if (body.forEachByte(ByteProcessor.FIND_NON_NUL) >= 0) {
      throw MalformedFrame.body("the padding is not of zeros");
    }
    return new DatagramProbe(heard, body.readableBytes());
  }
}
