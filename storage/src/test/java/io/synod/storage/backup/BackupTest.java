package io.synod.storage.backup;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.synod.core.cluster.Origin;
import io.synod.core.command.Batch;
import io.synod.storage.directory.DirectoryIdentity;
import io.synod.storage.disk.FileDisk;
import io.synod.storage.journal.JournalScan;
import io.synod.storage.journal.JournalSettings;
import io.synod.storage.journal.ScannedRecord;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A backup without a snapshot, of slots alone. */
final class BackupTest {
  private static final int SLOTS = 50;

  @TempDir Path temporary;

  private BackupDirectory open() throws IOException {
    return BackupDirectory.open(temporary, "orders", "replicas = 3", 4096);
  }

  private static void append(BackupDirectory backup, int slots) throws IOException {
    for (int slot = 0; slot < slots; slot++) {
      backup.append(Batch.close(new byte[Batch.HEADER_BYTES], slot, 0));
    }
    backup.commit();
  }

  private void made() throws IOException {
    try (BackupDirectory backup = open()) {
      backup.describeEmpty("0.1.0");
      backup.publish();
      append(backup, SLOTS);
    }
  }

  private Backup.Extent verified() throws IOException {
    return Backup.open(temporary).verify(bytes -> {});
  }

  @Test
  void it_goes_on_behind_its_last_slot() throws Exception {
    made();
    assertThat(verified().end()).isEqualTo(SLOTS);
    try (BackupDirectory backup = open()) {
      assertThat(backup.next()).isEqualTo(SLOTS);
      append(backup, 1);
    }
    assertThat(verified().slots()).isEqualTo(SLOTS + 1);
  }

  @Test
  void one_that_never_had_a_slot_needs_none() throws Exception {
    try (BackupDirectory backup = open()) {
      backup.describeEmpty("0.1.0");
      backup.publish();
    }
    assertThat(verified().slots()).isZero();
  }

  /** A copy without the files of its slots. */
  @Test
  void a_disk_that_has_no_space_beside_its_reserve_restores_none(@TempDir Path folder)
      throws Exception {
    made();
    Backup backup = Backup.open(temporary);
    Path target = folder.resolve("replica-0");
    DirectoryIdentity replica = new DirectoryIdentity("new", 0, "sync", "replicas = 3");
    JournalSettings settings = new JournalSettings(4096, Long.MAX_VALUE / 2);
    Origin origin = backup.origin(Backup.ALL, bytes -> {});
    assertThatThrownBy(() -> Restoration.run(backup, origin, Backup.ALL, target, replica, settings))
        .isInstanceOf(BackupRefused.class)
        .hasMessageContaining(
            "has no space for all slots: free some, or lower storage.reserve, which keeps "
                + Long.MAX_VALUE / 2
                + " bytes free");
  }

  @Test
  void one_whose_slots_are_all_gone_is_refused() throws Exception {
    made();
    try (Stream<Path> files = Files.list(temporary.resolve("journal"))) {
      for (Path file : files.toList()) {
        Files.delete(file);
      }
    }
    assertThatThrownBy(this::verified)
        .isInstanceOf(BackupRefused.class)
        .hasMessageContaining("the slots behind the snapshot are missing");
    assertThatThrownBy(this::open)
        .isInstanceOf(BackupRefused.class)
        .hasMessageContaining("the slots behind the snapshot are missing");
  }

  /** Slots are announced before the first one. */
  @Test
  void one_that_was_killed_before_its_first_slot_was_durable_is_whole(@TempDir Path killed)
      throws Exception {
    try (BackupDirectory backup = open()) {
      backup.describeEmpty("0.1.0");
      backup.publish();
      backup.append(Batch.NOOP);
      Path copy = Files.createDirectory(killed.resolve("copy"));
      for (String name : List.of("backup", "identity", "identity.copy")) {
        Files.copy(temporary.resolve(name), copy.resolve(name));
      }
      for (String folder : List.of("journal", "snapshots")) {
        Files.createDirectory(copy.resolve(folder));
        try (Stream<Path> files = Files.list(temporary.resolve(folder))) {
          for (Path file : files.toList()) {
            Files.copy(file, copy.resolve(folder).resolve(file.getFileName()));
          }
        }
      }
      assertThat(Backup.open(copy).verify(bytes -> {}).slots()).isZero();
    }
  }

  @Test
  void damage_behind_the_last_slot_that_is_needed_does_not_matter() throws Exception {
    made();
    ScannedRecord damaged = records().get(30);
    try (FileChannel file = FileChannel.open(Path.of(damaged.file()), StandardOpenOption.WRITE)) {
      file.write(ByteBuffer.wrap(new byte[] {77}), damaged.offset() + damaged.bytes() - Long.BYTES);
    }
    assertThatThrownBy(this::verified)
        .isInstanceOf(BackupRefused.class)
        .hasMessageContaining("slot 30 is damaged")
        .hasMessageContaining("whole up to slot 29: restore with --until 29");
    assertWholeUpTo(29);
  }

  @Test
  void missing_slots_behind_the_last_one_that_is_needed_do_not_matter() throws Exception {
    made();
    String last = records().get(SLOTS - 1).file();
    long kept = records().stream().filter(record -> !record.file().equals(last)).count();
    Files.delete(Path.of(last));
    assertWholeUpTo(kept - 1);
  }

  private List<ScannedRecord> records() {
    List<ScannedRecord> records = new ArrayList<>();
    JournalScan.read(FileDisk.readOnly(temporary.resolve("journal")), records::add);
    return records;
  }

  private void assertWholeUpTo(long slot) throws IOException {
    Backup backup = Backup.open(temporary);
    assertThat(backup.take(slot, null, bytes -> {}).end()).isEqualTo(slot + 1);
    for (long until : new long[] {slot + 1, Backup.ALL}) {
      assertThatThrownBy(() -> backup.take(until, null, bytes -> {}))
          .isInstanceOf(BackupRefused.class)
          .hasMessageContaining("whole up to slot " + slot);
    }
  }
}
