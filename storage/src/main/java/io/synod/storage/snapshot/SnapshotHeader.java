package io.synod.storage.snapshot;

import io.synod.storage.disk.DiskFile;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.zip.CRC32C;

/**
 * The header of a snapshot's file. Big-endian:
 *
 * <pre>
 *  0  8 bytes  SYNODSNP
 *  8  i32      format
 * 12  i32      length of the header, all of it
 * 16  i32      CRC32C of the bytes before
 * 20  i64      end
 * 28  i64      created, milliseconds since 1970
 * 36  i32      content bytes of a chunk at most
 * 40  i32      replica that made it
 * 44  u16      length of the cluster's name, and the name in UTF-8
 *     i32      CRC32C of the bytes before
 * </pre>
 *
 * The first 20 bytes stay as they are in every format, so that a newer one is distinguished from a
 * damaged one.
 */
record SnapshotHeader(SnapshotIdentity maker, long end, long createdMillis, int chunkBytes) {
  static final int FORMAT = 1;

  /** Content of a chunk, and what a reader takes into memory at most. */
  static final int CHUNK_BYTES_MAX = 256 << 10;

  private static final byte[] MAGIC = "SYNODSNP".getBytes(StandardCharsets.US_ASCII);
  private static final int PREFIX_BYTES = MAGIC.length + 3 * Integer.BYTES;
  private static final int FIXED_BYTES =
      PREFIX_BYTES + 2 * Long.BYTES + 3 * Integer.BYTES + Short.BYTES;

  static final int BYTES_MAX = FIXED_BYTES + SnapshotIdentity.CLUSTER_BYTES_MAX;

  ByteBuffer encoded() {
    byte[] cluster = maker.cluster().getBytes(StandardCharsets.UTF_8);
    ByteBuffer out = ByteBuffer.allocate(FIXED_BYTES + cluster.length);
    out.put(MAGIC).putInt(FORMAT).putInt(out.capacity());
    out.putInt(crc(out, out.position()));
    out.putLong(end).putLong(createdMillis).putInt(chunkBytes).putInt(maker.replica());
    out.putShort((short) cluster.length).put(cluster);
    out.putInt(crc(out, out.position()));
    return out.flip();
  }

  /** The header's last four bytes: part of each chunk's checksum. */
  static int seal(ByteBuffer encoded) {
    return encoded.getInt(encoded.limit() - Integer.BYTES);
  }

  /**
   * Reads and verifies the header of the snapshot {@code end} that {@code reader} wants to use.
   *
   * @throws SnapshotDamaged if it is not as it was written, or cannot be read
   * @throws SnapshotRefused if it is of a newer format or of another cluster
   */
  static SnapshotHeader read(DiskFile file, Origin origin, SnapshotIdentity reader, long end)
      throws IOException {
    ByteBuffer bytes = ByteBuffer.allocate(BYTES_MAX);
    origin.read(file, 0, bytes);
    SnapshotHeader header = decode(bytes.flip(), origin);
    if (header.end != end) {
      throw origin.damaged(
          0, "its header is that of snapshot %d, not %d".formatted(header.end, end));
    }
    if (!header.maker.cluster().equals(reader.cluster())) {
      throw origin.refused(
          "is a snapshot of cluster '%s', and this replica is of '%s'; move it out of the directory"
              .formatted(header.maker.cluster(), reader.cluster()));
    }
    return header;
  }

  private static SnapshotHeader decode(ByteBuffer in, Origin origin) throws IOException {
    int length = headerBytes(in, origin);
    in.limit(length);
    if (seal(in) != crc(in, length - Integer.BYTES)) {
      throw origin.damaged(0, "the checksum of its header does not match");
    }
    in.position(PREFIX_BYTES);
    long end = in.getLong();
    long createdMillis = in.getLong();
    int chunkBytes = in.getInt();
    int replica = in.getInt();
    int clusterBytes = Short.toUnsignedInt(in.getShort());
    if (chunkBytes < 1
        || chunkBytes > CHUNK_BYTES_MAX
        || replica < 0
        || clusterBytes == 0
        || clusterBytes != length - FIXED_BYTES) {
      throw origin.damaged(0, "its header holds impossible values");
    }
    byte[] name = new byte[clusterBytes];
    in.get(name);
    String cluster = new String(name, StandardCharsets.UTF_8);
    if (!Arrays.equals(cluster.getBytes(StandardCharsets.UTF_8), name)) {
      throw origin.damaged(0, "the cluster's name in its header is not UTF-8");
    }
    return new SnapshotHeader(
        new SnapshotIdentity(cluster, replica), end, createdMillis, chunkBytes);
  }

  private static int headerBytes(ByteBuffer in, Origin origin) throws IOException {
    if (in.remaining() < PREFIX_BYTES) {
      throw origin.damaged(0, "it ends after %d bytes of its header".formatted(in.remaining()));
    }
    int crcAt = PREFIX_BYTES - Integer.BYTES;
    if (!in.slice(0, MAGIC.length).equals(ByteBuffer.wrap(MAGIC))
        || in.getInt(crcAt) != crc(in, crcAt)) {
      throw origin.damaged(0, "it does not begin with the header of a snapshot");
    }
    int format = in.getInt(MAGIC.length);
    if (format > FORMAT) {
      throw origin.refused(
          "is a snapshot of format %d, and this Synod reads up to %d; start the newer Synod that wrote it"
              .formatted(format, FORMAT));
    }
    int length = in.getInt(MAGIC.length + Integer.BYTES);
    if (format < 1 || length <= FIXED_BYTES || length > in.remaining()) {
      throw origin.damaged(0, "its header is cut or holds impossible values");
    }
    return length;
  }

  private static int crc(ByteBuffer bytes, int length) {
    CRC32C crc = new CRC32C();
    crc.update(bytes.slice(0, length));
    return (int) crc.getValue();
  }
}
