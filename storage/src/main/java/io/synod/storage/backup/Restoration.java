package io.synod.storage.backup;

import io.synod.core.cluster.Origin;
import io.synod.core.command.Batch;
import io.synod.core.effect.JournalRecord;
import io.synod.storage.directory.DirectoryIdentity;
import io.synod.storage.directory.ReplicaDirectory;
import io.synod.storage.disk.Disk;
import io.synod.storage.disk.FileDisk;
import io.synod.storage.journal.JournalFindings;
import io.synod.storage.journal.JournalIdentity;
import io.synod.storage.journal.JournalSettings;
import io.synod.storage.journal.WriteAheadLog;
import io.synod.storage.snapshot.SnapshotIdentity;
import io.synod.storage.snapshot.SnapshotStore;
import java.io.IOException;
import java.nio.file.Path;
import java.security.SecureRandom;

/**
 * Writes what a restored replica begins with: the snapshot of a backup under the name of the new
 * cluster, and slots as decisions that the replica has learnt. One thread; blocks on the disk.
 */
public final class Restoration implements Backup.Target, AutoCloseable {

  private final Path path;
  private final long reserveBytes;
  private final SnapshotStore snapshots;
  private final WriteAheadLog journal;

  private Restoration(
      ReplicaDirectory directory,
      DirectoryIdentity replica,
      JournalSettings settings,
      SnapshotStore snapshots)
      throws IOException {
    path = directory.journal();
    reserveBytes = settings.reserveBytes();
    this.snapshots = snapshots;
    Disk disk = FileDisk.of(path);
    JournalIdentity identity =
        new JournalIdentity(replica.cluster(), replica.replica(), directory.nonce());
    JournalFindings nothing = SlotReader.read(disk, identity, 0, (slot, batch) -> {}).findings();
    journal = WriteAheadLog.open(disk, settings, identity, nothing);
  }

  /**
   * Makes a directory from {@code backup}.
   *
   * @param origin that the backup has, with which it was verified
   * @param until the last slot that is restored; {@link Backup#ALL} for all
   * @param target the directory; empty, or not there
   * @param replica whose directory it becomes
   * @param settings of its journal
   * @throws IOException if the backup cannot be used, or the directory cannot be written; the
   *     message is for the user. What was written does not start as a replica then
   */
  public static void run(
      Backup backup,
      Origin origin,
      long until,
      Path target,
      DirectoryIdentity replica,
      JournalSettings settings)
      throws IOException {
    try (ReplicaDirectory directory =
            ReplicaDirectory.restore(target, replica, new SecureRandom()::nextLong, origin);
        SnapshotStore snapshots =
            SnapshotStore.open(
                FileDisk.of(directory.snapshots()),
                new SnapshotIdentity(replica.cluster(), replica.replica()),
                System::currentTimeMillis);
        Restoration restoration = new Restoration(directory, replica, settings, snapshots)) {
      Origin written = backup.take(until, restoration, bytes -> {});
      if (!written.equals(origin)) {
        throw new BackupRefused(
            "the backup has changed while it was read, from %s to %s".formatted(origin, written));
      }
      restoration.end(origin.end());
    }
  }

  @Override
  public SnapshotStore snapshots() {
    return snapshots;
  }

  @Override
  public void slot(long slot, Batch batch) throws IOException {
    journal.append(new JournalRecord.Learnt(slot, batch));
    if (journal.isQueueFull()) {
      commit();
    }
  }

  /** Every slot before {@code end} is decided. */
  private void end(long end) throws IOException {
    journal.append(new JournalRecord.DecidedUpTo(end));
    commit();
  }

  private void commit() throws IOException {
    journal.commit();
    journal.reserve();
    if (journal.durable() < journal.appended()) {
      throw new BackupRefused(
          ("%s has no space for all slots: free some, or lower storage.reserve, which keeps %d bytes"
                  + " free; empty the directory, and restore it again")
              .formatted(path, reserveBytes));
    }
  }

  @Override
  public void close() {
    journal.close();
  }
}
