package io.synod.storage.backup;

import io.synod.core.cluster.Origin;
import io.synod.core.command.Batch;
import io.synod.storage.directory.DirectoryIdentity;
import io.synod.storage.directory.DirectoryInspection;
import io.synod.storage.directory.ReplicaDirectory;
import io.synod.storage.disk.FileDisk;
import io.synod.storage.journal.JournalIdentity;
import io.synod.storage.snapshot.SnapshotDamaged;
import io.synod.storage.snapshot.SnapshotIdentity;
import io.synod.storage.snapshot.SnapshotInfo;
import io.synod.storage.snapshot.SnapshotStore;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.function.LongConsumer;

/**
 * A backup that nobody writes to: it is verified, and its state is taken. Changes nothing. One
 * thread; every method but the getters blocks on the disk.
 */
public final class Backup {
  /** As {@code until}: all slots that the backup holds. */
  public static final long ALL = Long.MAX_VALUE;

  private final DirectoryInspection inspection;
  private final BackupDescription description;

  private Backup(DirectoryInspection inspection, BackupDescription description) {
    this.inspection = inspection;
    this.description = description;
  }

  /**
   * What a backup holds.
   *
   * @param end every slot before this one
   * @param slots behind the snapshot
   * @param slotBytes of the batches in these slots
   */
  public record Extent(long end, long slots, long slotBytes) {}

  /** Receives slots behind the snapshot, in order. */
  @FunctionalInterface
  public interface SlotConsumer {
    void accept(long slot, Batch batch) throws IOException;
  }

  /** Receives what a restored replica begins with. */
  interface Target {

    /** Where the snapshot goes. */
    SnapshotStore snapshots();

    /** The next slot behind the snapshot. */
    void slot(long slot, Batch batch) throws IOException;
  }

  /**
   * Opens a backup.
   *
   * @throws IOException if a process writes to it, it is none, or it was cut short; the message is
   *     for the user
   */
  public static Backup open(Path directory) throws IOException {
    if (!Files.isDirectory(directory)) {
      throw new BackupRefused(
          directory + " is not a directory; name the one that 'synod backup' has made");
    }
    DirectoryInspection inspection = ReplicaDirectory.inspect(directory);
    if (!inspection.identity().durability().equals(DirectoryIdentity.BACKUP)) {
      throw new BackupRefused(
          directory + " is the directory of a replica or learner, not of a backup");
    }
    BackupDescription description = BackupDescription.read(directory);
    if (description == null) {
      throw new BackupRefused(
          directory
              + " holds no whole backup, because the command that made it was ended too early: let"
              + " 'synod backup' run to its end with the same directory, or 'synod force-quorum'"
              + " with an empty one");
    }
    if (!description.cluster().equals(inspection.identity().cluster())) {
      throw new BackupRefused(
          "%s describes a backup of cluster '%s' in a directory of cluster '%s'"
              .formatted(
                  directory.resolve(BackupDescription.NAME),
                  description.cluster(),
                  inspection.identity().cluster()));
    }
    return new Backup(inspection, description);
  }

  public BackupDescription description() {
    return description;
  }

  /** The settings of its cluster that determine what is executed, as text. */
  public String terms() {
    return inspection.identity().terms();
  }

  /**
   * Reads and verifies everything: every checksum, the digest, and that no slot is missing.
   *
   * @param progress receives the bytes that were read
   * @throws BackupRefused if anything is not as it was written
   */
  public Extent verify(LongConsumer progress) throws IOException {
    SnapshotStore store = store();
    requireDigest(digest(store, null, progress));
    Counting counting = new Counting(description.bytes(), progress);
    long end = readSlots(ALL, counting::add);
    return new Extent(end, end - description.end(), counting.bytes);
  }

  /**
   * Reads and verifies what is restored up to and including {@code until}. Damage behind that slot
   * does not matter.
   *
   * @param progress receives the bytes that were read
   * @return the origin of a replica that is restored so
   * @throws BackupRefused if the backup does not hold that slot, or anything up to it is not as it
   *     was written
   */
  public Origin origin(long until, LongConsumer progress) throws IOException {
    return take(until, null, progress);
  }

  /** The content of the snapshot, to be closed by the caller; null if there is none. */
  public InputStream snapshotContent() throws IOException {
    if (!description.hasSnapshot()) {
      return null;
    }
    SnapshotStore store = store();
    return store.read(SnapshotCopy.find(store, description.end()));
  }

  /**
   * Hands on the slots behind the snapshot, up to and including {@code until}.
   *
   * @throws BackupRefused if one of them is not as it was written
   */
  public void slots(long until, SlotConsumer consumer) throws IOException {
    readSlots(
        until,
        (slot, batch) -> {
          if (slot <= until) {
            consumer.accept(slot, batch);
          }
        });
  }

  /**
   * Reads and verifies the snapshot and the slots, and hands them on up to and including {@code
   * until}. Damage behind that slot does not matter.
   *
   * @param until a slot of the backup, or the one before its snapshot's end; {@link #ALL} for the
   *     last one
   * @param target receives what is restored; null if it is only verified
   * @return the origin of a replica that is restored so
   * @throws BackupRefused if the backup does not hold that slot, or anything up to it is not as it
   *     was written
   */
  Origin take(long until, Target target, LongConsumer progress) throws IOException {
    SnapshotStore store = store();
    MessageDigest digest = digest(store, target, progress);
    requireDigest(digest);
    Counting counting = new Counting(description.bytes(), progress);
    long[] end = {description.end()};
    long held =
        readSlots(
            until,
            (slot, batch) -> {
              counting.add(slot, batch);
              if (slot > until) {
                return;
              }
              digest.update(ByteBuffer.allocate(Long.BYTES).putLong(0, slot));
              digest.update(batch.bytes());
              end[0] = slot + 1;
              if (target != null) {
                target.slot(slot, batch);
              }
            });
    if (until != ALL && end[0] != until + 1) {
      throw new BackupRefused(
          ("slot %d is not in this backup: it can be restored up to slot %d at the earliest and %d at"
                  + " the latest")
              .formatted(until, Math.max(0, description.end() - 1), held - 1));
    }
    return new Origin(end[0], SnapshotCopy.hex(digest));
  }

  private MessageDigest digest(SnapshotStore store, Target target, LongConsumer progress)
      throws IOException {
    if (!description.hasSnapshot()) {
      return SnapshotCopy.sha256();
    }
    SnapshotInfo snapshot = SnapshotCopy.find(store, description.end());
    try {
      SnapshotCopy.Summary summary =
          target == null
              ? SnapshotCopy.read(store, snapshot, progress)
              : SnapshotCopy.copy(store, snapshot, target.snapshots(), progress);
      return summary.digest();
    } catch (SnapshotDamaged damaged) {
      throw new BackupRefused(
          "%s is damaged at byte %d: %s; use another copy of this backup, or begin another one"
              .formatted(damaged.path(), damaged.offset(), damaged.reason()),
          damaged);
    }
  }

  private void requireDigest(MessageDigest digest) throws IOException {
    String found = SnapshotCopy.hex(digest);
    if (!found.equals(description.digest())) {
      throw new BackupRefused(
          ("the snapshot of all slots before %d has the digest %s, and the backup was made with %s;"
                  + " use another copy of this backup")
              .formatted(description.end(), found, description.digest()));
    }
  }

  private SnapshotStore store() throws IOException {
    return SnapshotStore.inspect(
        FileDisk.readOnly(inspection.snapshots()),
        new SnapshotIdentity(description.cluster(), inspection.identity().replica()));
  }

  /** Returns the slot behind the last one, or behind the last one before damage. */
  private long readSlots(long until, SlotConsumer consumer) throws IOException {
    description.requireSlots(inspection.journal());
    JournalIdentity identity =
        new JournalIdentity(
            description.cluster(), inspection.identity().replica(), inspection.nonce());
    return SlotReader.read(
            FileDisk.readOnly(inspection.journal()), identity, description.end(), until, consumer)
        .next();
  }

  /** Adds up the batches of slots. */
  private static final class Counting {
    private final long before;
    private final LongConsumer progress;
    private long bytes;

    Counting(long before, LongConsumer progress) {
      this.before = before;
      this.progress = progress;
    }

    void add(long slot, Batch batch) {
      bytes += batch.length();
      progress.accept(before + bytes);
    }
  }
}
