package io.synod.network.wire;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;

/** The first frame of a client's connection: for which cluster it is meant. */
public record ClientHello(String clusterName) {

  /** The frame; the caller owns it. */
  public ByteBuf encode(ByteBufAllocator allocator) {
    byte[] name = BodyWriter.utf8(clusterName);
    ByteBuf out = Frame.begin(allocator, FrameType.CLIENT_HELLO, BodyWriter.stringBytes(name));
    return Frame.end(BodyWriter.string(out, name), 0);
  }

  public static ClientHello decode(ByteBuf body) throws MalformedFrame {
    BodyReader in = new BodyReader(body, 0);
    ClientHello hello = new ClientHello(in.string("cluster name"));
    in.end();
    return hello;
  }
}
