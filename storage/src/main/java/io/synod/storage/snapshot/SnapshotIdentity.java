package io.synod.storage.snapshot;

import io.synod.core.check.Check;
import java.nio.charset.StandardCharsets;

/**
 * The owner of a store of snapshots.
 *
 * @param cluster name of the cluster, 1 to 255 bytes of UTF-8; snapshots of another are refused
 * @param replica the replica that makes them; snapshots of other replicas of its cluster are
 *     accepted too
 */
public record SnapshotIdentity(String cluster, int replica) {
  static final int CLUSTER_BYTES_MAX = 255;

  public SnapshotIdentity {
    int bytes = cluster.getBytes(StandardCharsets.UTF_8).length;
    Check.that(
        bytes >= 1 && bytes <= CLUSTER_BYTES_MAX,
        "a cluster's name takes %d bytes, 1 to %d are allowed",
        bytes,
        CLUSTER_BYTES_MAX);
    Check.that(replica >= 0, "replica %d is negative", replica);
  }
}
