package io.synod.network.wire;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;

/**
 * Asks a replica or a learner to take a snapshot now, and for its {@link Status}; allowed behind a
 * hello.
 */
public record TakeSnapshot() {

  /** The frame; the caller owns it. */
  public ByteBuf encode(ByteBufAllocator allocator) {
    return Frame.end(Frame.begin(allocator, FrameType.TAKE_SNAPSHOT, 0), 0);
  }

  public static TakeSnapshot decode(ByteBuf body) throws MalformedFrame {
    new BodyReader(body).end();
    return new TakeSnapshot();
  }
}
