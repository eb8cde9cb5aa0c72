package io.synod.network.wire;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;

/**
 * Answers {@link PeerHello}: messages may follow.
 *
 * @param sender number of the replica that was dialled
 * @param levels that it speaks
 */
public record PeerWelcome(int sender, Levels levels) {

  /** The frame; the caller owns it. */
  public ByteBuf encode(ByteBufAllocator allocator) {
    int bodyBytes = 4 + BodyWriter.levelsBytes(levels);
    ByteBuf out = Frame.begin(allocator, FrameType.PEER_WELCOME, bodyBytes);
    return Frame.end(BodyWriter.levels(out.writeInt(sender), levels), 0);
  }

  /** Believes the numbers; the receiver checks them. */
  public static PeerWelcome decode(ByteBuf body) throws MalformedFrame {
    BodyReader in = new BodyReader(body);
    PeerWelcome welcome = new PeerWelcome(in.int32("sender"), in.levels());
    in.end();
    return welcome;
  }
}
