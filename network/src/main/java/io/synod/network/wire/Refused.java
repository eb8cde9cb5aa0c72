package io.synod.network.wire;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;

/**
 * The sender does not talk to the receiver, on either port; it closes the connection behind this.
 *
 * @param lostMemory the receiver is a replica that has forgotten its promises and votes: it must
 *     stop. Anything else may be cured by time or by mending a configuration
 */
public record Refused(boolean lostMemory, String reason) {

  public Refused(String reason) {
    this(false, reason);
  }

  /** The frame; the caller owns it. */
  public ByteBuf encode(ByteBufAllocator allocator) {
    byte[] text = BodyWriter.utf8(reason);
    ByteBuf out = Frame.begin(allocator, FrameType.REFUSED, 1 + BodyWriter.stringBytes(text));
    return Frame.end(BodyWriter.string(out.writeBoolean(lostMemory), text), 0);
  }

  public static Refused decode(ByteBuf body) throws MalformedFrame {
    BodyReader in = new BodyReader(body, 0);
    Refused refused = new Refused(in.flag("lost memory"), in.string("reason"));
    in.end();
    return refused;
  }
}
