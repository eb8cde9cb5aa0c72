package io.synod.cli;

import io.synod.core.cluster.Incarnation;
import io.synod.core.cluster.Incarnations;
import io.synod.core.cluster.View;
import io.synod.core.command.Batch;
import io.synod.core.command.BatchEntry;
import io.synod.core.effect.JournalRecord;
import io.synod.core.message.MemberStatus;
import io.synod.core.recovery.Recovered;
import io.synod.storage.directory.DirectoryIdentity;
import io.synod.storage.directory.ReplicaDirectory;
import io.synod.storage.disk.FileDisk;
import io.synod.storage.journal.JournalFindings;
import io.synod.storage.journal.JournalIdentity;
import io.synod.storage.journal.JournalRecovery;
import io.synod.storage.journal.JournalScan;
import io.synod.storage.journal.JournalSettings;
import io.synod.storage.journal.ScannedRecord;
import io.synod.storage.journal.WriteAheadLog;
import io.synod.storage.snapshot.SnapshotIdentity;
import io.synod.storage.snapshot.SnapshotStore;
import io.synod.storage.snapshot.SnapshotWriter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;

/** A replica's directory with a small journal and snapshots, written without a replica. */
final class StoredReplica {
  static final long NONCE = 0x0123456789abcdefL;
  static final String CLUSTER = "orders";
  static final long SESSION = 0xfeedL;
  static final int PAYLOAD_BYTES = 5;

  private static final JournalSettings SETTINGS = new JournalSettings(4096, 0);
  private static final View VIEW = new View(1, 0);

  private final Path directory;

  StoredReplica(Path directory) {
    this.directory = directory;
  }

  Path directory() {
    return directory;
  }

  Path journal() {
    return directory.resolve("journal");
  }

  /** Of replica 0: member, incarnation 2, has promised view 1.0, nothing is decided. */
  static StoredReplica made(Path directory) throws IOException {
    StoredReplica replica = new StoredReplica(directory);
    DirectoryIdentity identity =
        new DirectoryIdentity(CLUSTER, 0, "sync", "replicas = 3, count = 8");
    ReplicaDirectory.open(directory, identity, () -> NONCE).close();
    replica.append(
        List.of(
            new JournalRecord.Joined(
                new Incarnations(List.of(new Incarnation(2, NONCE), new Incarnation(1, 7))),
                MemberStatus.MEMBER),
            new JournalRecord.Promised(VIEW)));
    return replica;
  }

  /** Votes for the slots of {@code [first, end)}, two requests each; all but the last decided. */
  StoredReplica withVotes(long first, long end) {
    List<JournalRecord> records = new ArrayList<>();
    for (long slot = first; slot < end; slot++) {
      records.add(new JournalRecord.Voted(VIEW, slot, batch(slot)));
    }
    records.add(new JournalRecord.DecidedUpTo(end - 1));
    append(records);
    return this;
  }

  /** Facts that were durable, all together. */
  void append(List<JournalRecord> records) {
    FileDisk disk = FileDisk.of(journal());
    JournalIdentity identity = new JournalIdentity(CLUSTER, 0, NONCE);
    JournalFindings found =
        JournalRecovery.read(disk, identity, new Recovered(NONCE, 0), damage -> {});
    try (WriteAheadLog log = WriteAheadLog.open(disk, SETTINGS, identity, found)) {
      records.forEach(log::append);
    }
  }

  void snapshot(long end, byte[] content, long createdMillis) throws IOException {
    SnapshotIdentity identity = new SnapshotIdentity(CLUSTER, 0);
    FileDisk disk = FileDisk.of(directory.resolve("snapshots"));
    try (SnapshotStore store = SnapshotStore.open(disk, identity, () -> createdMillis);
        SnapshotWriter writer = store.begin(end)) {
      writer.write(content);
      writer.publish();
    }
  }

  /** The first record that is meant; it must be there. */
  ScannedRecord record(Predicate<ScannedRecord> meant) {
    List<ScannedRecord> found = new ArrayList<>();
    JournalScan.read(
        FileDisk.readOnly(journal()),
        record -> {
          if (meant.test(record)) {
            found.add(record);
          }
        });
    return found.get(0);
  }

  /** The vote for a slot. */
  ScannedRecord vote(long slot) {
    return record(record -> record.type().hasSlot() && record.slot() == slot);
  }

  static Batch batch(long slot) {
    int entryBytes = BatchEntry.HEADER_BYTES + PAYLOAD_BYTES;
    byte[] bytes = new byte[Batch.HEADER_BYTES + 2 * entryBytes];
    for (int index = 0; index < 2; index++) {
      int at = Batch.HEADER_BYTES + index * entryBytes;
      BatchEntry.putHeader(bytes, at, PAYLOAD_BYTES, SESSION, 2 * slot + index + 1, 1);
    }
    return Batch.close(bytes, 1_000 + slot, 2);
  }

  /** Flips a bit of a file. */
  static void flip(Path file, long offset) throws IOException {
    byte[] bytes = Files.readAllBytes(file);
    bytes[(int) offset] ^= 1;
    Files.write(file, bytes);
  }
}
