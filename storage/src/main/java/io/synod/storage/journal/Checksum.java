package io.synod.storage.journal;

import java.nio.ByteBuffer;
import java.util.zip.CRC32C;

/** CRC32C, as every part of the journal carries it. */
final class Checksum {
  private Checksum() {}

  /** Over {@code [from, end)} of {@code bytes}, whose position and limit stay as they are. */
  static int of(ByteBuffer bytes, int from, int end) {
    CRC32C crc = new CRC32C();
    crc.update(bytes.duplicate().limit(end).position(from));
    return (int) crc.getValue();
  }

  static int of(byte[] bytes) {
    CRC32C crc = new CRC32C();
    crc.update(bytes);
    return (int) crc.getValue();
  }
}
