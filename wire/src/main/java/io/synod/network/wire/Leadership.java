package io.synod.network.wire;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.synod.core.cluster.View;

/**
 * The leader, as far as the sender knows it.
 *
 * @param view the highest that the sender follows
 * @param leader its leader's number, {@link #UNKNOWN} if it is not known to lead
 * @param leaderAddress {@code host:port} for clients; empty if unknown
 */
public record Leadership(View view, int leader, String leaderAddress) {

  /** In place of a replica's number. */
  public static final int UNKNOWN = -1;

  /** The Leader frame; the caller owns it. */
  public ByteBuf encode(ByteBufAllocator allocator) {
    byte[] address = BodyWriter.utf8(leaderAddress);
    ByteBuf out = Frame.begin(allocator, FrameType.LEADER, bodyBytes(address));
    writeTo(out, address);
    return Frame.end(out, 0);
  }

  /** Reads the body of a Leader frame. */
  public static Leadership decode(ByteBuf body) throws MalformedFrame {
    BodyReader in = new BodyReader(body);
    Leadership leadership = read(in);
    in.end();
    return leadership;
  }

  int bodyBytes(byte[] address) {
    return BodyWriter.VIEW_BYTES + 4 + BodyWriter.stringBytes(address);
  }

  void writeTo(ByteBuf out, byte[] address) {
    BodyWriter.string(BodyWriter.view(out, view).writeInt(leader), address);
  }

  static Leadership read(BodyReader in) throws MalformedFrame {
    View view = in.view("view");
    int leader = in.replicaOrNone("leader");
    return new Leadership(view, leader, in.string("leader's address"));
  }
}
