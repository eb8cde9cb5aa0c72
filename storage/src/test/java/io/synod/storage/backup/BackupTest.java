package io.synod.storage.backup;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.synod.core.command.Batch;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
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
}
