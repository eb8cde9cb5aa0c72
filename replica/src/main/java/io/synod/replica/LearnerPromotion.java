package io.synod.replica;

import io.synod.replica.assembly.LearnerStorage;
import io.synod.replica.assembly.ReplicaStorage;
import io.synod.replica.assembly.StartFailure;
import io.synod.replica.config.SynodConfig;
import io.synod.storage.directory.DirectoryException;
import io.synod.storage.directory.ReplicaDirectory;
import io.synod.storage.disk.FileDisk;
import io.synod.storage.snapshot.SnapshotIdentity;
import io.synod.storage.snapshot.SnapshotInfo;
import io.synod.storage.snapshot.SnapshotReceiver;
import io.synod.storage.snapshot.SnapshotStore;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.Arrays;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Turns a stopped learner into a new replica, or into one whose directory is lost. The replica's
 * new directory gets the learner's newest whole snapshot, and no promises or votes. When the
 * replica starts, it joins again and fetches only the decisions since that snapshot.
 */
public final class LearnerPromotion {
  private static final Logger LOG = LoggerFactory.getLogger("io.synod.replica");
  private static final int PART_BYTES = 1 << 20;

  private LearnerPromotion() {}

  /**
   * Blocks. The learner's directory stays a learner's and keeps its last two snapshots. As at a
   * start of the learner, it gets another nonce, loses the files of unfinished snapshots, and a
   * damaged snapshot is set aside.
   *
   * @param config the cluster's; its directory of replica {@code id} must be empty or not be there
   * @param learner the directory of a learner of that cluster
   * @return the end of the snapshot: every slot before it need not be fetched
   * @throws ReplicaException if it cannot be done, saying why and what to do; nothing was changed,
   *     unless a disk failed
   * @throws IllegalArgumentException if the cluster has no replica {@code id}
   */
  public static long promote(SynodConfig config, int id, Path learner) {
    config.cluster().replica(id);
    if (!config.durability().keepsIncarnations()) {
      throw new ReplicaException(
          "durability memory keeps no directory: start replica %d, it fetches what it needs"
              .formatted(id));
    }
    Path target = config.storage().directoryOf(id);
    try {
      if (hasDirectory(config, id)) {
        throw new ReplicaException(
            "%s is not empty: a learner takes the place of a replica that has lost its directory;"
                    .formatted(target)
                + " start replica %d as it is, or move that directory away".formatted(id));
      }
      return copy(config, id, learner, target);
    } catch (DirectoryException refused) {
      throw new ReplicaException(refused.getMessage(), refused);
    } catch (IOException failure) {
      throw new ReplicaException(
          "cannot promote %s to replica %d: %s; empty %s before you try again"
              .formatted(learner, id, StartFailure.why(failure), target),
          failure);
    }
  }

  /** Whether replica {@code id} has a directory with anything in it: it needs no learner's then. */
  public static boolean hasDirectory(SynodConfig config, int id) {
    Path directory = config.storage().directoryOf(id);
    try {
      return !ReplicaDirectory.isEmpty(directory);
    } catch (IOException unreadable) {
      throw new ReplicaException(
          "cannot read %s: %s".formatted(directory, StartFailure.why(unreadable)), unreadable);
    }
  }

  private static long copy(SynodConfig config, int id, Path learner, Path target)
      throws IOException {
    if (!Files.isDirectory(learner)) {
      throw new ReplicaException(learner + " is not a directory; name a learner's");
    }
    // Refuses what is no learner's: to open an empty directory would make it one.
    ReplicaDirectory.inspect(learner);
    String cluster = config.cluster().name();
    try (ReplicaDirectory from =
            ReplicaDirectory.open(
                learner, LearnerStorage.identity(config), new SecureRandom()::nextLong);
        SnapshotStore source = store(from, cluster, 0)) {
      SnapshotInfo snapshot =
          source.newestWhole(damaged -> LOG.error("{}; tries an older one", damaged.getMessage()));
      if (snapshot == null) {
        throw new ReplicaException(
            "%s holds no whole snapshot: start replica %d with an empty directory, it fetches one"
                .formatted(learner, id));
      }
      try (ReplicaDirectory to =
              ReplicaDirectory.open(
                  target, ReplicaStorage.identity(config, id), new SecureRandom()::nextLong);
          SnapshotStore into = store(to, cluster, id)) {
        copy(source, snapshot, into);
      }
      return snapshot.end();
    }
  }

  private static SnapshotStore store(ReplicaDirectory directory, String cluster, int id)
      throws IOException {
    return SnapshotStore.open(
        FileDisk.of(directory.snapshots()),
        new SnapshotIdentity(cluster, id),
        System::currentTimeMillis);
  }

  /** As it would come from a peer: verified before it counts. */
  private static void copy(SnapshotStore source, SnapshotInfo snapshot, SnapshotStore into)
      throws IOException {
    byte[] part = new byte[PART_BYTES];
    try (SnapshotReceiver receiver = into.receive(snapshot.end(), snapshot.bytes())) {
      while (receiver.received() < snapshot.bytes()) {
        int read = source.readPart(snapshot.end(), receiver.received(), part);
        if (read <= 0) {
          throw new IOException("its snapshot ends early, at byte " + receiver.received());
        }
        receiver.write(receiver.received(), Arrays.copyOf(part, read));
      }
      receiver.publish();
    }
  }
}
