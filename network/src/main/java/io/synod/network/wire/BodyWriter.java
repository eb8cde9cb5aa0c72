package io.synod.network.wire;

import io.netty.buffer.ByteBuf;
import io.synod.core.cluster.View;
import java.nio.charset.StandardCharsets;

/** The fields that several bodies share. */
final class BodyWriter {
  static final int VIEW_BYTES = Long.BYTES + Integer.BYTES;

  private static final int STRING_BYTES_MAX = 0xFFFF;

  private BodyWriter() {}

  static ByteBuf view(ByteBuf out, View view) {
    return out.writeLong(view.round()).writeInt(view.leader());
  }

  /**
   * @throws IllegalArgumentException if {@code text} is longer than its length field can say
   */
  static byte[] utf8(String text) {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    if (bytes.length > STRING_BYTES_MAX) {
      throw new IllegalArgumentException("a string of " + bytes.length + " bytes");
    }
    return bytes;
  }

  static int stringBytes(byte[] utf8) {
    return Short.BYTES + utf8.length;
  }

  static ByteBuf string(ByteBuf out, byte[] utf8) {
    return out.writeShort(utf8.length).writeBytes(utf8);
  }
}
