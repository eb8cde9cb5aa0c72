package io.synod.replica.assembly;

import io.synod.core.execution.Execution;
import io.synod.storage.snapshot.SnapshotInfo;
import io.synod.storage.snapshot.SnapshotStore;
import java.io.IOException;
import java.io.InputStream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The state with which a service begins: that of the newest whole snapshot, or none. */
final class RestoredService {
  private static final Logger LOG = LoggerFactory.getLogger("io.synod.replica");

  private RestoredService() {}

  /**
   * Restores {@code execution} from the newest snapshot that is whole, if there is one.
   *
   * @param who restores, for log lines: "replica 2" or "learner"
   * @return every slot before this one is in the state; 0 without a snapshot
   */
  static long from(SnapshotStore snapshots, Execution execution, String who) throws IOException {
    SnapshotInfo snapshot =
        snapshots.newestWhole(
            damaged -> LOG.error("{}: {}; tries an older snapshot", who, damaged.getMessage()));
    if (snapshot == null) {
      return 0;
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
    return snapshot.end();
  }
}
