package io.synod.network.wire;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;

/**
 * Asks a leader to transfer its leadership, and for its {@link Status}; allowed behind a hello.
 *
 * @param to the replica that is to lead; -1 for the one of the highest priority, and among equals
 *     the one that knows most
 */
public record MoveLeader(int to) {
  private static final int BODY_BYTES = 4;

  /** The frame; the caller owns it. */
  public ByteBuf encode(ByteBufAllocator allocator) {
    ByteBuf out = Frame.begin(allocator, FrameType.MOVE_LEADER, BODY_BYTES);
    out.writeInt(to);
    return Frame.end(out, 0);
  }

  public static MoveLeader decode(ByteBuf body) throws MalformedFrame {
    BodyReader in = new BodyReader(body);
    int to = in.int32("replica");
    in.end();
    if (to < -1) {
      throw MalformedFrame.body("leadership for replica %d", to);
    }
    return new MoveLeader(to);
  }
}
