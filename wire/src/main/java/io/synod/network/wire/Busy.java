package io.synod.network.wire;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;

/**
 * Requests of {@code session} were refused because too many bytes are waiting.
 *
 * @param first the first sequence that was refused: the client sends from there on again, after a
 *     back-off
 */
public record Busy(long session, long first) {

  /** The frame; the caller owns it. */
  public ByteBuf encode(ByteBufAllocator allocator) {
    ByteBuf out = Frame.begin(allocator, FrameType.BUSY, 2 * 8);
    return Frame.end(out.writeLong(session).writeLong(first), 0);
  }

  public static Busy decode(ByteBuf body) throws MalformedFrame {
    BodyReader in = new BodyReader(body);
    Busy busy = new Busy(in.int64("session"), in.int64("sequence"));
    in.end();
    return busy;
  }
}
