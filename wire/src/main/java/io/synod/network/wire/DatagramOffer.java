package io.synod.network.wire;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;

/**
 * The sender accepts datagrams of the receiver that show {@code token}, while the connection is
 * open over which this frame came. At most one on each, from either side.
 */
public record DatagramOffer(long token) {

  /** The frame; the caller owns it. */
  public ByteBuf encode(ByteBufAllocator allocator) {
    ByteBuf out = Frame.begin(allocator, FrameType.DATAGRAM_OFFER, Long.BYTES);
    return Frame.end(out.writeLong(token), 0);
  }

  public static DatagramOffer decode(ByteBuf body) throws MalformedFrame {
    BodyReader in = new BodyReader(body);
    DatagramOffer offer = new DatagramOffer(in.int64("token"));
    in.end();
    return offer;
  }
}
