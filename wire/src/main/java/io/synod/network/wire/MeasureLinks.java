package io.synod.network.wire;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;

/**
 * Asks a replica to measure the bandwidth of its links to its peers, and for its {@link Status},
 * which comes at once and has the results later; allowed before any other frame.
 */
public record MeasureLinks() {

  /** The frame; the caller owns it. */
  public ByteBuf encode(ByteBufAllocator allocator) {
    return Frame.end(Frame.begin(allocator, FrameType.MEASURE_LINKS, 0), 0);
  }

  public static MeasureLinks decode(ByteBuf body) throws MalformedFrame {
    new BodyReader(body).end();
    return new MeasureLinks();
  }
}
