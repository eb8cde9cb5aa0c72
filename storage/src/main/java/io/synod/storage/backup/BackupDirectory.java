package io.synod.storage.backup;

import io.synod.core.command.Batch;
import io.synod.core.effect.JournalRecord;
import io.synod.storage.directory.DirectoryIdentity;
import io.synod.storage.directory.ReplicaDirectory;
import io.synod.storage.disk.Disk;
import io.synod.storage.disk.FileDisk;
import io.synod.storage.journal.JournalIdentity;
import io.synod.storage.journal.JournalSettings;
import io.synod.storage.journal.WriteAheadLog;
import io.synod.storage.snapshot.SnapshotIdentity;
import io.synod.storage.snapshot.SnapshotInfo;
import io.synod.storage.snapshot.SnapshotStore;
import java.io.IOException;
import java.nio.file.Path;
import java.security.SecureRandom;

/**
 * A backup that is being made. Its directory is laid out as a replica's: {@code snapshots/} holds
 * the snapshot's file, {@code journal/} the slots behind it as records of decisions, beside the
 * identity, the lock, and the file {@code backup}. One thread at a time; every method but the
 * getters may block on the disk.
 */
public final class BackupDirectory implements AutoCloseable {
  private static final int REPLICA = 0;

  private final Path path;
  private final ReplicaDirectory directory;
  private final String cluster;
  private final JournalSettings settings;
  private final SnapshotStore snapshots;

  // Null until the snapshot is whole. And whether it is on the disk.
  private BackupDescription description;
  private boolean isPublished;

  // Null until a slot is appended or was found.
  private WriteAheadLog slots;

  // The slot that is appended next.
  private long next;

  private BackupDirectory(
      Path path, ReplicaDirectory directory, String cluster, JournalSettings settings)
      throws IOException {
    this.path = path;
    this.directory = directory;
    this.cluster = cluster;
    this.settings = settings;
    snapshots =
        SnapshotStore.open(
            FileDisk.of(directory.snapshots()),
            new SnapshotIdentity(cluster, REPLICA),
            System::currentTimeMillis);
    description = BackupDescription.read(path);
    if (description != null) {
      isPublished = true;
      next = description.end();
      description.requireSlots(directory.journal());
      if (!directory.isNew()) {
        openSlots();
      }
    }
  }

  /**
   * Makes a backup's directory, or goes on with one; reads the slots that it holds.
   *
   * @param cluster the name of the cluster
   * @param terms the settings that determine what is executed, as text
   * @param segmentBytes length of a file of slots
   * @throws IOException if it is not that of a backup of this cluster, is in use, damaged, or
   *     cannot be written; the message is for the user
   * @throws IllegalArgumentException if the terms cannot be recorded, or no file of slots can have
   *     that length
   */
  public static BackupDirectory open(
      Path directory, String cluster, String terms, long segmentBytes) throws IOException {
    // Before the directory is made.
    if (!DirectoryIdentity.isTerms(terms)) {
      throw new IllegalArgumentException("the terms are empty, too long or not one line");
    }
    JournalSettings settings = new JournalSettings(segmentBytes, 0);
    Path absolute = directory.toAbsolutePath();
    ReplicaDirectory opened =
        ReplicaDirectory.open(
            absolute,
            new DirectoryIdentity(cluster, REPLICA, DirectoryIdentity.BACKUP, terms),
            new SecureRandom()::nextLong);
    try {
      return new BackupDirectory(absolute, opened, cluster, settings);
    } catch (IOException | RuntimeException failure) {
      opened.close();
      throw failure;
    }
  }

  /** Whether the snapshot is whole: then slots can be appended. */
  public boolean isBegun() {
    return description != null;
  }

  /** What describes the snapshot; null until {@link #isBegun}. */
  public BackupDescription description() {
    return description;
  }

  /** The slot that is to be appended next; 0 until {@link #isBegun}. */
  public long next() {
    return next;
  }

  /** Where the snapshot is to be stored. */
  public SnapshotStore snapshots() {
    return snapshots;
  }

  /**
   * The stored snapshot with this end is the backup's. Reads all of it; it is verified, described
   * and durable on return.
   *
   * @param version of Synod, for people
   */
  public void begin(long end, String version) throws IOException {
    describe(end, version);
    publish();
  }

  /** As {@link #begin}, but the directory is no backup until {@link #publish}. */
  void describe(long end, String version) throws IOException {
    SnapshotInfo snapshot = SnapshotCopy.find(snapshots, end);
    SnapshotCopy.Summary summary = SnapshotCopy.read(snapshots, snapshot, bytes -> {});
    String digest = SnapshotCopy.hex(summary.digest());
    description =
        new BackupDescription(
            cluster, end, summary.leaderTimeMillis(), snapshot.bytes(), version, digest, false);
    next = end;
  }

  /** Of a backup without a snapshot, whose first slot is 0; see {@link #describe}. */
  void describeEmpty(String version) {
    description =
        new BackupDescription(
            cluster, 0, 0, 0, version, SnapshotCopy.hex(SnapshotCopy.sha256()), false);
    next = 0;
  }

  void publish() throws IOException {
    description.write(path);
    isPublished = true;
  }

  /** Queues the decision of slot {@link #next}; it is kept once {@link #commit} has returned. */
  public void append(Batch batch) throws IOException {
    if (slots == null) {
      openSlots();
    }
    if (!description.hasSlots()) {
      // Before the first one: else a copy without any of them would look whole.
      description = description.withSlots();
      if (isPublished) {
        publish();
      }
    }
    slots.append(new JournalRecord.Learnt(next, batch));
    next++;
  }

  /** Whether so much was appended that {@link #commit} should come before more. */
  public boolean isQueueFull() {
    return slots != null && slots.isQueueFull();
  }

  /**
   * Makes all slots last that were appended.
   *
   * @throws BackupRefused if the disk has no space for them
   */
  public void commit() throws IOException {
    if (slots == null || !slots.needsCommit()) {
      return;
    }
    slots.commit();
    if (slots.needsSpare()) {
      slots.reserve();
    }
    if (slots.durable() < slots.appended()) {
      throw new BackupRefused(
          path + " has no space for more slots; free some, and go on with the same command");
    }
  }

  private void openSlots() throws IOException {
    Disk disk = FileDisk.of(directory.journal());
    JournalIdentity identity = new JournalIdentity(cluster, REPLICA, directory.nonce());
    SlotReader.Slots found =
        SlotReader.read(disk, identity, description.end(), (slot, batch) -> {});
    next = found.next();
    slots = WriteAheadLog.open(disk, settings, identity, found.findings());
  }

  /**
   * Makes what was appended last, and lets others use the directory. One in which nothing was
   * stored belongs to no cluster any more.
   */
  @Override
  public void close() throws IOException {
    try (directory) {
      try (snapshots) {
        if (slots != null) {
          slots.close();
        }
      }
      if (!isBegun()) {
        directory.disown();
      }
    }
  }
}
