package io.synod.replica;

import io.synod.core.cluster.Origin;
import io.synod.core.membership.Memberships;
import io.synod.replica.assembly.ReplicaStorage;
import io.synod.replica.assembly.StartFailure;
import io.synod.replica.assembly.SurvivingMembers;
import io.synod.replica.config.SharedSettings;
import io.synod.replica.config.StorageConfig;
import io.synod.replica.config.SynodConfig;
import io.synod.storage.backup.Backup;
import io.synod.storage.backup.Restoration;
import io.synod.storage.directory.ReplicaDirectory;
import io.synod.storage.disk.DiskFull;
import io.synod.storage.journal.JournalFailure;
import io.synod.storage.journal.JournalSettings;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.util.function.LongConsumer;

/**
 * Makes the directory of a replica of a new cluster from a backup. The directory gets the backup's
 * snapshot, and the slots behind it as decisions; no promises and no votes. The cluster forms once
 * all its replicas are restored from the same backup and are started.
 */
public final class BackupRestore {
  /** As {@code until}: everything that the backup holds. */
  public static final long ALL = Backup.ALL;

  private BackupRestore() {}

  /**
   * What a replica was restored with.
   *
   * @param directory of the replica
   * @param end every slot before this one is executed, or will be when the replica starts
   * @param slots behind the snapshot, which the replica executes when it starts
   * @param digest of the state and of these slots, the same for all replicas: SHA-256
   */
  public record Restored(Path directory, long end, long slots, String digest) {}

  /**
   * Blocks; reads the backup several times, and leaves it as it is.
   *
   * @param config of the new cluster, whose name must be another one, and none whose members the
   *     backup holds
   * @param id the replica; its directory must be empty or not be there
   * @param until the last slot that is restored; {@link #ALL} for all
   * @param progress receives the bytes of the backup that were read
   * @throws ReplicaException if it cannot be done, saying why and what to do
   * @throws IllegalArgumentException if the cluster has no replica {@code id}
   */
  public static Restored restore(
      SynodConfig config, int id, Path backup, long until, LongConsumer progress) {
    config.cluster().replica(id);
    if (!config.durability().keepsIncarnations()) {
      throw new ReplicaException(
          "durability memory keeps no directory, so nothing can be restored to it; take another"
              + " durability");
    }
    Path target = config.storage().directoryOf(id);
    try {
      Backup source = Backup.open(backup);
      requireNewCluster(config, source);
      ReplicaDirectory.requireEmpty(target);
      Origin origin = source.origin(until, progress);
      requireNoMembers(config, source, until);
      StorageConfig storage = config.storage();
      Restoration.run(
          source,
          origin,
          until,
          target,
          ReplicaStorage.identity(config, id),
          new JournalSettings(storage.segmentBytes(), storage.reserveBytes()));
      long slots = origin.end() - source.description().end();
      return new Restored(target, origin.end(), slots, origin.digest());
    } catch (DiskFull full) {
      throw new ReplicaException(
          "no space to restore %s to %s: %s; free some, and empty that directory before you try again"
              .formatted(backup, target, full.getMessage()),
          full);
    } catch (JournalFailure failure) {
      throw new ReplicaException(
          "%s was not restored to %s: %s; check the disk, and empty that directory before you try again"
              .formatted(backup, target, failure.what()),
          failure);
    } catch (IOException failure) {
      throw new ReplicaException(StartFailure.why(failure), failure);
    }
  }

  private static void requireNewCluster(SynodConfig config, Backup source) {
    String name = config.cluster().name();
    if (name.equals(source.description().cluster())) {
      throw new ReplicaException(
          ("cluster.name is '%s', as in the backup: give the restored cluster another one, so that"
                  + " clients, learners and subscribers of the old cluster are refused")
              .formatted(name));
    }
    String different = SharedSettings.executionDifference(config, source.terms(), "the backup");
    if (different != null) {
      throw new ReplicaException(
          different + ": set the value of the backup, because the restored state depends on it");
    }
  }

  /** The members of the earlier cluster would count again, with their addresses. */
  private static void requireNoMembers(SynodConfig config, Backup source, long until)
      throws IOException {
    Memberships[] members = new Memberships[1];
    try (InputStream snapshot = source.snapshotContent()) {
      members[0] = SurvivingMembers.of(config, snapshot);
    }
    source.slots(until, (slot, batch) -> members[0] = members[0].after(slot, batch));
    if (!members[0].areFirst()) {
      throw new ReplicaException(
          ("the backup holds a change of the members of an earlier cluster '%s', which would count in"
                  + " the restored one too; give that a name that no cluster had before")
              .formatted(config.cluster().name()));
    }
  }
}
