package io.synod.network.wire;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;

/**
 * Answers a {@link Ping}.
 *
 * @param number the ping's
 */
public record Pong(long number) {

  /** The frame; the caller owns it. */
  public ByteBuf encode(ByteBufAllocator allocator) {
    return Frame.end(Frame.begin(allocator, FrameType.PONG, Long.BYTES).writeLong(number), 0);
  }

  public static Pong decode(ByteBuf body) throws MalformedFrame {
    BodyReader in = new BodyReader(body);
    Pong pong = new Pong(in.natural("pong's number"));
    in.end();
    return pong;
  }
}
