package io.synod.network.wire;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;

/** Asks a replica for its {@link Status}; allowed before any other frame. */
public record StatusRequest() {

  /** The frame; the caller owns it. */
  public ByteBuf encode(ByteBufAllocator allocator) {
    return Frame.end(Frame.begin(allocator, FrameType.STATUS_REQUEST, 0), 0);
  }

  public static StatusRequest decode(ByteBuf body) throws MalformedFrame {
    new BodyReader(body).end();
    return new StatusRequest();
  }
}
