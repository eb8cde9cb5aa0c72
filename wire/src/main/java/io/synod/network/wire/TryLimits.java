package io.synod.network.wire;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.synod.core.settings.BatchLimits;

/**
 * Asks a leader to keep to these limits for a time, if it lets clients try some and within those
 * that it may choose, and for its {@link Status}; allowed behind a hello.
 *
 * @param nanos from now on, at least 0 and at most {@link #NANOS_MAX}; 0 ends an earlier trial
 */
public record TryLimits(BatchLimits limits, long nanos) {
  public static final long NANOS_MAX = 60_000_000_000L;

  private static final int BODY_BYTES = 16;

  /** The frame; the caller owns it. */
  public ByteBuf encode(ByteBufAllocator allocator) {
    ByteBuf out = Frame.begin(allocator, FrameType.TRY_LIMITS, BODY_BYTES);
    out.writeInt(limits.maxBytes()).writeInt(limits.window()).writeLong(nanos);
    return Frame.end(out, 0);
  }

  public static TryLimits decode(ByteBuf body) throws MalformedFrame {
    BodyReader in = new BodyReader(body);
    int maxBytes = in.positive("bytes of a batch");
    int window = in.positive("window");
    long nanos = in.natural("nanoseconds");
    in.end();
    if (nanos > NANOS_MAX) {
      throw MalformedFrame.body("a trial of %d ns", nanos);
    }
    return new TryLimits(new BatchLimits(maxBytes, window), nanos);
  }
}
