package io.synod.network.wire;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;

/**
 * The first frame of a client's connection.
 *
 * @param clusterName the cluster that the client expects
 * @param levels that the client speaks
 */
public record ClientHello(String clusterName, Levels levels) {

  /** Of this version. */
  public ClientHello(String clusterName) {
    this(clusterName, Levels.OWN);
  }

  /** The frame; the caller owns it. */
  public ByteBuf encode(ByteBufAllocator allocator) {
    byte[] name = BodyWriter.utf8(clusterName);
    int bodyBytes = BodyWriter.stringBytes(name) + BodyWriter.levelsBytes(levels);
    ByteBuf out = Frame.begin(allocator, FrameType.CLIENT_HELLO, bodyBytes);
    return Frame.end(BodyWriter.levels(BodyWriter.string(out, name), levels), 0);
  }

  public static ClientHello decode(ByteBuf body) throws MalformedFrame {
    BodyReader in = new BodyReader(body);
    ClientHello hello = new ClientHello(in.string("cluster name"), in.levels());
    in.end();
    return hello;
  }
}
