package io.synod.testkit.copy;

import java.nio.ByteBuffer;
import java.util.HexFormat;

/** Shows bytes to people: as text where they are printable, otherwise in hexadecimal digits. */
public final class Texts {
  private static final int BYTES_MAX = 60;

  private Texts() {}

  public static String of(byte[] bytes) {
    int shown = Math.min(bytes.length, BYTES_MAX);
    StringBuilder text = new StringBuilder();
    boolean printable = bytes.length > 0;
    for (int at = 0; at < shown && printable; at++) {
      printable = bytes[at] >= ' ' && bytes[at] < 0x7F;
      text.append((char) bytes[at]);
    }
    String all = printable ? "'" + text + "'" : hex(bytes, shown);
    return shown == bytes.length ? all : all + "... (" + bytes.length + " bytes)";
  }

  private static String hex(byte[] bytes, int shown) {
    return bytes.length == 0 ? "(no bytes)" : "0x" + HexFormat.of().formatHex(bytes, 0, shown);
  }

  static byte[] bytes(ByteBuffer buffer) {
    byte[] bytes = new byte[buffer.remaining()];
    buffer.get(buffer.position(), bytes);
    return bytes;
  }
}
