package io.synod.replica.assembly;

import io.synod.core.execution.Execution;
import io.synod.storage.snapshot.SnapshotInfo;
import io.synod.storage.snapshot.SnapshotStore;
import java.io.IOException;
import java.io.InputStream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The state with which a service begins: that of the newest whole snapshot, or none.
 *
 * @param end every slot before it is in the state; 0 without a snapshot
 * @param skipped damaged snapshots that were newer
 */
record Restored(long end, int skipped) {
  private static final Logger LOG = LoggerFactory.getLogger("io.synod.replica");

  /**
   * Restores {@code execution} from the newest snapshot that is whole, if there is one.
   *
   * @param who restores, for log lines: "replica 2" or "learner"
   */
  static Restored from(SnapshotStore snapshots, Execution execution, String who)
      throws IOException {
    int[] skipped = {0};
    SnapshotInfo snapshot =
        snapshots.newestWhole(
            damaged -> {
              LOG.error("{}: {}; tries an older snapshot", who, damaged.getMessage());
              skipped[0]++;
            });
    if (snapshot == null) {
      return new Restored(0, skipped[0]);
    }
    // If this fails half way, the replica cannot continue; the next start tries again.
    try (InputStream content = snapshots.read(snapshot)) {
      execution.restore(content);
    }
    LOG.info(
        "{}: restored the snapshot of all slots before {}, {} bytes",
        who,
        snapshot.end(),
        snapshot.bytes());
    return new Restored(snapshot.end(), skipped[0]);
  }
}
