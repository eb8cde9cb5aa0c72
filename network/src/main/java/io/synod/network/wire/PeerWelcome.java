package io.synod.network.wire;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;

/** Answers {@link PeerHello}: messages may follow. */
public record PeerWelcome(int sender) {

  /** The frame; the caller owns it. */
  public ByteBuf encode(ByteBufAllocator allocator) {
    ByteBuf out = Frame.begin(allocator, FrameType.PEER_WELCOME, 4);
    return Frame.end(out.writeInt(sender), 0);
  }

  /** Believes the numbers; the receiver checks them. */
  public static PeerWelcome decode(ByteBuf body) throws MalformedFrame {
    BodyReader in = new BodyReader(body, 0);
    PeerWelcome welcome = new PeerWelcome(in.int32("sender"));
    in.end();
    return welcome;
  }
}
