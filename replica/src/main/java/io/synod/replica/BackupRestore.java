package io.synod.replica;

import io.synod.core.cluster.Origin;
import io.synod.core.command.Batch;
import io.synod.core.effect.JournalRecord;
import io.synod.core.recovery.Recovered;
import io.synod.replica.assembly.ReplicaStorage;
import io.synod.replica.config.SharedSettings;
import io.synod.replica.config.SynodConfig;
import io.synod.storage.backup.Backup;
import io.synod.storage.directory.ReplicaDirectory;
import io.synod.storage.disk.Disk;
import io.synod.storage.disk.DiskFull;
import io.synod.storage.disk.FileDisk;
import io.synod.storage.journal.JournalFailure;
import io.synod.storage.journal.JournalFindings;
import io.synod.storage.journal.JournalIdentity;
import io.synod.storage.journal.JournalRecovery;
import io.synod.storage.journal.JournalSettings;
import io.synod.storage.journal.WriteAheadLog;
import io.synod.storage.snapshot.SnapshotIdentity;
import io.synod.storage.snapshot.SnapshotStore;
import java.io.IOException;
import java.nio.file.Path;
import java.security.SecureRandom;
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
   * Blocks; reads the backup twice, and leaves it as it is.
   *
   * @param config of the new cluster, whose name must be another one
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
      ReplicaDirectory.requireEmpty(target);
      Backup source = Backup.open(backup);
      requireNewCluster(config, source);
      Origin origin = source.origin(until, progress);
      write(config, id, source, until, origin);
      long slots = origin.end() - source.description().end();
      return new Restored(target, origin.end(), slots, origin.digest());
    } catch (DiskFull full) {
      throw new ReplicaException(
          "no space to restore %s to %s: %s; free some, and empty that directory before you try again"
              .formatted(backup, target, full.getMessage()),
          full);
    } catch (IOException | JournalFailure failure) {
      throw new ReplicaException(failure.getMessage(), failure);
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
    String different = SharedSettings.executionDifference(config, source.terms());
    if (different != null) {
      throw new ReplicaException(
          different + ": set the value of the backup, because the restored state depends on it");
    }
  }

  private static void write(SynodConfig config, int id, Backup source, long until, Origin origin)
      throws IOException {
    String cluster = config.cluster().name();
    try (ReplicaDirectory directory =
            ReplicaDirectory.restore(
                config.storage().directoryOf(id),
                ReplicaStorage.identity(config, id),
                new SecureRandom()::nextLong,
                origin);
        SnapshotStore snapshots =
            SnapshotStore.open(
                FileDisk.of(directory.snapshots()),
                new SnapshotIdentity(cluster, id),
                System::currentTimeMillis);
        Decisions decisions = new Decisions(config, id, directory, snapshots)) {
      Origin written = source.copy(until, decisions, bytes -> {});
      if (!written.equals(origin)) {
        throw new IOException("the backup has changed while it was read: " + origin);
      }
      decisions.end(origin.end());
    }
  }

  /** Writes slots to the journal of a replica as decisions that it has learnt. */
  private static final class Decisions implements Backup.Target, AutoCloseable {
    private static final long COMMIT_BYTES = 4 << 20;

    private final SnapshotStore snapshots;
    private final Path path;
    private final WriteAheadLog journal;
    private long uncommittedBytes;

    Decisions(SynodConfig config, int id, ReplicaDirectory directory, SnapshotStore snapshots) {
      this.snapshots = snapshots;
      path = directory.journal();
      Disk disk = FileDisk.of(path);
      JournalIdentity identity =
          new JournalIdentity(config.cluster().name(), id, directory.nonce());
      JournalFindings nothing =
          JournalRecovery.read(disk, identity, Recovered.nothing(directory.nonce()));
      JournalSettings settings =
          new JournalSettings(config.storage().segmentBytes(), config.storage().reserveBytes());
      journal = WriteAheadLog.open(disk, settings, identity, nothing);
    }

    @Override
    public SnapshotStore snapshots() {
      return snapshots;
    }

    @Override
    public void slot(long slot, Batch batch) throws IOException {
      journal.append(new JournalRecord.Learnt(slot, batch));
      uncommittedBytes += batch.length();
      if (uncommittedBytes >= COMMIT_BYTES) {
        commit();
      }
    }

    /** Every slot before {@code end} is decided. */
    void end(long end) throws IOException {
      journal.append(new JournalRecord.DecidedUpTo(end));
      commit();
    }

    private void commit() throws IOException {
      uncommittedBytes = 0;
      journal.commit();
      journal.reserve();
      if (journal.durable() < journal.appended()) {
        throw new IOException(
            path + " has no space for all slots; free some, empty it, and restore it again");
      }
    }

    @Override
    public void close() {
      journal.close();
    }
  }
}
