package io.synod.storage.journal;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * The first block of a segment. All its values are known from elsewhere too, so a damaged one is
 * written anew. Big-endian:
 *
 * <pre>
 *   0  long   magic "SYNODJNL"
 *   8  int    format version; in all versions magic, version and checksum stay where they are
 *  12  int    replica
 *  16  long   nonce
 *  24  long   segment: 1, 2, 3, …
 *  32  short  bytes of the cluster's name
 *  34         the cluster's name in UTF-8, then zeros
 * 508  int    CRC32C of bytes 0 to 507
 * </pre>
 *
 * @param version of the file's format
 * @param identity null if a newer version has written it
 */
record SegmentHeader(int version, JournalIdentity identity, long segment) {
  static final int BYTES = 512;
  static final int VERSION = 1;

  private static final long MAGIC = 0x53594e4f444a4e4cL;
  private static final int NAME_AT = 34;
  private static final int CHECKSUM_AT = BYTES - 4;

  /** Writes the header of {@code segment} to {@code [at, at + BYTES)}. */
  static void put(ByteBuffer into, int at, JournalIdentity identity, long segment) {
    byte[] name = identity.cluster().getBytes(StandardCharsets.UTF_8);
    into.put(at, new byte[BYTES]);
    into.putLong(at, MAGIC).putInt(at + 8, VERSION).putInt(at + 12, identity.replica());
    into.putLong(at + 16, identity.nonce()).putLong(at + 24, segment);
    into.putShort(at + 32, (short) name.length).put(at + NAME_AT, name);
    into.putInt(at + CHECKSUM_AT, Checksum.of(into, at, at + CHECKSUM_AT));
  }

  /** Null if there is no undamaged header, or one with values that no version writes. */
  static SegmentHeader read(ByteBuffer from, int at) {
    if (from.getLong(at) != MAGIC
        || from.getInt(at + CHECKSUM_AT) != Checksum.of(from, at, at + CHECKSUM_AT)) {
      return null;
    }
    int version = from.getInt(at + 8);
    if (version != VERSION) {
      return new SegmentHeader(version, null, 0);
    }
    int replica = from.getInt(at + 12);
    int nameBytes = from.getShort(at + 32);
    if (replica < 0 || nameBytes < 1 || nameBytes > JournalIdentity.CLUSTER_BYTES_MAX) {
      return null;
    }
    byte[] name = new byte[nameBytes];
    from.get(at + NAME_AT, name);
    String cluster = new String(name, StandardCharsets.UTF_8);
    if (!Arrays.equals(cluster.getBytes(StandardCharsets.UTF_8), name)) {
      return null;
    }
    JournalIdentity identity = new JournalIdentity(cluster, replica, from.getLong(at + 16));
    return new SegmentHeader(version, identity, from.getLong(at + 24));
  }
}
