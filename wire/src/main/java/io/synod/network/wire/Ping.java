package io.synod.network.wire;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.synod.core.check.Check;

/**
 * Measures the link to a peer: answered with a {@link Pong} as soon as it is read.
 *
 * @param number chosen by the sender, at least 0
 * @param paddingBytes zeros that it carries for its size alone, at least 0
 */
public record Ping(long number, int paddingBytes) {
  /** Of a frame without padding. */
  public static final int FRAME_BYTES_MIN = Frame.HEADER_BYTES + Long.BYTES;

  public Ping {
    Check.that(
        number >= 0 && paddingBytes >= 0, "ping %d with %d bytes of padding", number, paddingBytes);
  }

  /** The frame; the caller owns it. */
  public ByteBuf encode(ByteBufAllocator allocator) {
    ByteBuf out = Frame.begin(allocator, FrameType.PING, Long.BYTES + paddingBytes);
    return Frame.end(out.writeLong(number).writeZero(paddingBytes), 0);
  }

  public static Ping decode(ByteBuf body) throws MalformedFrame {
    BodyReader in = new BodyReader(body);
    return new Ping(in.natural("ping's number"), in.lastZeros("padding"));
  }
}
