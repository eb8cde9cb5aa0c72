package io.synod.network.wire;

import io.netty.buffer.ByteBuf;
import io.synod.core.cluster.Incarnation;
import io.synod.core.cluster.Incarnations;
import io.synod.core.cluster.Origin;
import io.synod.core.cluster.View;
import io.synod.core.format.Extension;
import io.synod.core.message.MemberStatus;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;

/** The fields that several bodies share. */
final class BodyWriter {
  static final int VIEW_BYTES = Long.BYTES + Integer.BYTES;
  static final int INCARNATION_BYTES = 2 * Long.BYTES;
  static final int ORIGIN_BYTES = Long.BYTES + Origin.DIGEST_DIGITS / 2;

  /** Of the field of a Prepare's extension. */
  static final int TRANSFERRED_TAG = 1;

  private static final int STRING_BYTES_MAX = 0xFFFF;

  private BodyWriter() {}

  static ByteBuf view(ByteBuf out, View view) {
    return out.writeLong(view.round()).writeInt(view.leader());
  }

  static ByteBuf incarnation(ByteBuf out, Incarnation incarnation) {
    return out.writeLong(incarnation.number()).writeLong(incarnation.nonce());
  }

  static ByteBuf origin(ByteBuf out, Origin origin) {
    return out.writeLong(origin.end()).writeBytes(HexFormat.of().parseHex(origin.digest()));
  }

  static ByteBuf status(ByteBuf out, MemberStatus status) {
    return out.writeByte(
        switch (status) {
          case NEW -> 0;
          case RECOVERING -> 1;
          case MEMBER -> 2;
        });
  }

  static int incarnationsBytes(Incarnations incarnations) {
    return Integer.BYTES + incarnations.end() * INCARNATION_BYTES;
  }

  static ByteBuf incarnations(ByteBuf out, Incarnations incarnations) {
    out.writeInt(incarnations.end());
    for (int replica = 0; replica < incarnations.end(); replica++) {
      incarnation(out, incarnations.of(replica));
    }
    return out;
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

  static ByteBuf levels(ByteBuf out, Levels levels) {
    return out.writeBytes(levels.extension().encoded());
  }

  static int levelsBytes(Levels levels) {
    return levels.extension().bytes();
  }

  /** Empty where no leader has transferred its leadership. */
  static byte[] transferred(View view) {
    if (view.equals(View.NONE)) {
      return new byte[0];
    }
    byte[] field =
        ByteBuffer.allocate(VIEW_BYTES).putLong(view.round()).putInt(view.leader()).array();
    return Extension.EMPTY.with(TRANSFERRED_TAG, field).encoded();
  }

  static ByteBuf string(ByteBuf out, byte[] utf8) {
    return out.writeShort(utf8.length).writeBytes(utf8);
  }
}
