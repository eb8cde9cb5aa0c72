package io.synod.network.wire;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;

/**
 * The source may send the subscriber {@code bytes} more.
 *
 * @param bytes more than 0
 */
public record Credit(long bytes) {

  /** The frame; the caller owns it. */
  public ByteBuf encode(ByteBufAllocator allocator) {
    return Frame.end(Frame.begin(allocator, FrameType.CREDIT, 8).writeLong(bytes), 0);
  }

  public static Credit decode(ByteBuf body) throws MalformedFrame {
    BodyReader in = new BodyReader(body);
    Credit credit = new Credit(in.natural("credit"));
    in.end();
    if (credit.bytes == 0) {
      throw MalformedFrame.body("a credit of no bytes");
    }
    return credit;
  }
}
