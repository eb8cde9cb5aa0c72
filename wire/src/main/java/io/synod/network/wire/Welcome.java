package io.synod.network.wire;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;

/**
 * Answers {@link ClientHello}.
 *
 * @param replica which one the client is connected to; -1: a learner
 * @param leadership as far as this replica knows
 * @param payloadBytesMax largest payload of a request
 * @param outstandingMax most outstanding requests of a session
 * @param levels that the replica speaks
 */
public record Welcome(
    int replica, Leadership leadership, int payloadBytesMax, int outstandingMax, Levels levels) {

  /** Of this version. */
  public Welcome(int replica, Leadership leadership, int payloadBytesMax, int outstandingMax) {
    this(replica, leadership, payloadBytesMax, outstandingMax, Levels.OWN);
  }

  /** The frame; the caller owns it. */
  public ByteBuf encode(ByteBufAllocator allocator) {
    byte[] address = BodyWriter.utf8(leadership.leaderAddress());
    int bodyBytes = 4 + leadership.bodyBytes(address) + 2 * 4 + BodyWriter.levelsBytes(levels);
    ByteBuf out = Frame.begin(allocator, FrameType.WELCOME, bodyBytes).writeInt(replica);
    leadership.writeTo(out, address);
    out.writeInt(payloadBytesMax).writeInt(outstandingMax);
    return Frame.end(BodyWriter.levels(out, levels), 0);
  }

  public static Welcome decode(ByteBuf body) throws MalformedFrame {
    BodyReader in = new BodyReader(body);
    int replica = in.replicaOrNone("replica");
    Leadership leadership = Leadership.read(in);
    int payloadBytesMax = in.positive("largest payload");
    int outstandingMax = in.positive("most outstanding requests");
    Levels levels = in.levels();
    in.end();
    return new Welcome(replica, leadership, payloadBytesMax, outstandingMax, levels);
  }
}
