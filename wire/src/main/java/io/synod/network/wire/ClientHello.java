package io.synod.network.wire;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.synod.core.format.Extension;

/**
 * The first frame of a client's connection.
 *
 * @param clusterName the cluster that the client expects
 * @param levels that the client speaks
 * @param takesMembers whether the client knows {@link Members}
 */
public record ClientHello(String clusterName, Levels levels, boolean takesMembers) {
  // Behind those of the levels. Its bytes are ignored.
  private static final int MEMBERS_TAG = 16;
  private static final byte[] NOTHING = {};

  /** Of this version, of a client that asks once and is not sent {@link Members}. */
  public ClientHello(String clusterName) {
    this(clusterName, Levels.OWN, false);
  }

  /** Of this version, of a client that stays connected. */
  public static ClientHello withMembers(String clusterName) {
    return new ClientHello(clusterName, Levels.OWN, true);
  }

  /** The frame; the caller owns it. */
  public ByteBuf encode(ByteBufAllocator allocator) {
    byte[] name = BodyWriter.utf8(clusterName);
    Extension extension = levels.extension();
    if (takesMembers) {
      extension = extension.with(MEMBERS_TAG, NOTHING);
    }
    int bodyBytes = BodyWriter.stringBytes(name) + extension.bytes();
    ByteBuf out = Frame.begin(allocator, FrameType.CLIENT_HELLO, bodyBytes);
    return Frame.end(BodyWriter.string(out, name).writeBytes(extension.encoded()), 0);
  }

  public static ClientHello decode(ByteBuf body) throws MalformedFrame {
    BodyReader in = new BodyReader(body);
    String name = in.string("cluster name");
    Extension extension = in.extension();
    in.end();
    return new ClientHello(name, Levels.of(extension), extension.value(MEMBERS_TAG) != null);
  }
}
