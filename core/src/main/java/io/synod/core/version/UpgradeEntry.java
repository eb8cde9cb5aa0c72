package io.synod.core.version;

import io.synod.core.command.Batch;
import io.synod.core.command.BatchEntry;
import java.nio.ByteBuffer;

/**
 * The control entry that raises the version of a cluster, for every entry behind it. Its payload,
 * big-endian:
 *
 * <pre>
 *   0  int  level
 *   4  int  version of the service
 * </pre>
 *
 * What is lower than it was already changes nothing.
 */
public final class UpgradeEntry {
  /** Length of the payload. */
  public static final int BYTES = 2 * Integer.BYTES;

  private UpgradeEntry() {}

  /** The payload of the entry. */
  public static byte[] payload(ClusterVersion version) {
    return ByteBuffer.allocate(BYTES).putInt(version.level()).putInt(version.service()).array();
  }

  /** A batch with this entry alone, of no session. */
  public static Batch batch(ClusterVersion version) {
    int body = Batch.HEADER_BYTES + BatchEntry.HEADER_BYTES;
    byte[] bytes = new byte[body + BYTES];
    BatchEntry.putHeader(bytes, Batch.HEADER_BYTES, BYTES, 0, BatchEntry.UPGRADE, 0);
    System.arraycopy(payload(version), 0, bytes, body, BYTES);
    return Batch.close(bytes, 0, 1);
  }

  /**
   * Reads a payload.
   *
   * @return null if it is none: the same on every replica, so it changes nothing on any of them
   */
  public static ClusterVersion read(ByteBuffer payload) {
    if (payload.remaining() != BYTES) {
      return null;
    }
    int level = payload.getInt(payload.position());
    int service = payload.getInt(payload.position() + Integer.BYTES);
    return level < 1 || service < 1 ? null : new ClusterVersion(level, service);
  }
}
