package io.synod.storage.journal;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;

/**
 * The owner of a journal. It never changes while the directory exists. Every file holds it, so that
 * files of another replica are refused and never mixed in.
 *
 * @param nonce drawn at random when the directory was made
 */
public record JournalIdentity(String cluster, int replica, long nonce) {
  public static final int CLUSTER_BYTES_MAX = 256;

  public JournalIdentity {
    int bytes = cluster.getBytes(StandardCharsets.UTF_8).length;
    if (bytes == 0 || bytes > CLUSTER_BYTES_MAX) {
      throw new IllegalArgumentException(
          "a cluster's name takes 1 to %d bytes, not %d".formatted(CLUSTER_BYTES_MAX, bytes));
    }
    if (replica < 0) {
      throw new IllegalArgumentException("replica " + replica);
    }
  }

  /** A short form, which stands in every record. */
  int stamp() {
    byte[] name = cluster.getBytes(StandardCharsets.UTF_8);
    ByteBuffer all = ByteBuffer.allocate(name.length + 12);
    all.putInt(replica).putLong(nonce).put(name);
    return Checksum.of(all, 0, all.capacity());
  }

  @Override
  public String toString() {
    return "replica %d of cluster '%s' (nonce %016x)".formatted(replica, cluster, nonce);
  }
}
