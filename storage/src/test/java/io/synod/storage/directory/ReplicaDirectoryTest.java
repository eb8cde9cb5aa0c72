package io.synod.storage.directory;

import static io.synod.storage.directory.Directories.IDENTITY;
import static io.synod.storage.directory.Directories.NEVER_DRAWN;
import static io.synod.storage.directory.Directories.NONCE;
import static io.synod.storage.directory.Directories.first;
import static io.synod.storage.directory.Directories.openNew;
import static io.synod.storage.directory.Directories.reopen;
import static io.synod.storage.directory.Directories.second;
import static io.synod.storage.directory.Directories.used;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.synod.core.cluster.Origin;
import io.synod.storage.disk.FileDisk;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ReplicaDirectoryTest {
  @TempDir private Path temporary;

  @Test
  void a_new_directory_is_made_with_all_above_it() throws IOException {
    Path directory = temporary.resolve("a/b/replica");
    try (ReplicaDirectory opened = openNew(directory)) {
      assertThat(opened.isNew()).isTrue();
      assertThat(opened.nonce()).isEqualTo(NONCE);
      assertThat(opened.notes()).isEmpty();
      assertThat(opened.journal()).isEqualTo(directory.resolve("journal")).isEmptyDirectory();
      assertThat(opened.snapshots()).isEqualTo(directory.resolve("snapshots")).isEmptyDirectory();
    }
    assertThat(names(directory))
        .containsExactly("identity", "identity.copy", "journal", "lock", "snapshots");
  }

  @Test
  void a_restored_directory_keeps_its_origin_also_without_one_copy_and_without_its_journal()
      throws IOException {
    Origin origin = new Origin(77, "0123456789abcdef".repeat(4));
    Path directory = temporary.resolve("replica");
    try (ReplicaDirectory made =
        ReplicaDirectory.restore(directory, IDENTITY, () -> NONCE, origin)) {
      assertThat(made.origin()).isEqualTo(origin);
      FileDisk.of(made.journal()).create("0000000000000001.journal", 10).close();
    }
    Files.delete(second(directory));
    try (ReplicaDirectory opened = reopen(directory)) {
      assertThat(opened.origin()).isEqualTo(origin);
      assertThat(opened.isNew()).isFalse();
    }
    assertThat(second(directory)).hasSameBinaryContentAs(first(directory));
    assertThat(ReplicaDirectory.inspect(directory).origin()).isEqualTo(origin);
    assertThatThrownBy(() -> ReplicaDirectory.restore(directory, IDENTITY, NEVER_DRAWN, origin))
        .hasMessageContaining(
            "is not empty; name another directory, or empty it if nobody needs what it holds");
    Files.delete(directory.resolve("journal/0000000000000001.journal"));
    try (ReplicaDirectory opened = ReplicaDirectory.open(directory, IDENTITY, () -> 5)) {
      assertThat(opened.origin()).isEqualTo(origin);
      assertThat(opened.nonce()).isEqualTo(5);
    }
    try (ReplicaDirectory opened = openNew(temporary.resolve("another"))) {
      assertThat(opened.origin()).isEqualTo(Origin.NONE);
    }
  }

  @Test
  void a_new_file_system_is_an_empty_directory() throws IOException {
    Files.createDirectory(temporary.resolve("lost+found"));
    try (ReplicaDirectory opened = openNew(temporary)) {
      assertThat(opened.isNew()).isTrue();
    }
    try (ReplicaDirectory opened = openNew(temporary)) {
      assertThat(opened.nonce()).isEqualTo(NONCE);
    }
  }

  @Test
  void a_used_directory_keeps_its_nonce() throws IOException {
    used(temporary);
    for (int start = 0; start < 3; start++) {
      try (ReplicaDirectory opened = reopen(temporary)) {
        assertThat(opened.isNew()).isFalse();
        assertThat(opened.nonce()).isEqualTo(NONCE);
        assertThat(opened.notes()).isEmpty();
      }
    }
  }

  @ParameterizedTest
  @ValueSource(longs = {0, -1, 1, Long.MIN_VALUE, Long.MAX_VALUE})
  void any_nonce_is_kept(long nonce) throws IOException {
    ReplicaDirectory.open(temporary, IDENTITY, () -> nonce).close();

    assertThat(ReplicaDirectory.inspect(temporary).nonce()).isEqualTo(nonce);
  }

  @ParameterizedTest
  @ValueSource(strings = {"identity", "identity.copy"})
  void a_missing_identity_is_written_anew_from_the_other(String name) throws IOException {
    used(temporary);
    byte[] written = Files.readAllBytes(temporary.resolve(name));
    Files.delete(temporary.resolve(name));

    try (ReplicaDirectory opened = reopen(temporary)) {
      assertThat(opened.isNew()).isFalse();
      assertThat(opened.nonce()).isEqualTo(NONCE);
      assertThat(opened.notes())
          .containsExactly(
              temporary.resolve(name) + " is missing: restored it from the other copy");
    }
    assertThat(temporary.resolve(name)).hasBinaryContent(written);
    assertThat(names(temporary))
        .containsExactly("identity", "identity.copy", "journal", "lock", "snapshots");
  }

  @Test
  void a_first_start_that_was_cut_short_is_finished() throws IOException {
    // Whatever was made before the identity was.
    Files.createDirectory(temporary.resolve("journal"));
    Files.writeString(temporary.resolve("identity.partial"), "format = 1\nclus");
    used(temporary);
    // The identity, and not yet its copy.
    Files.move(second(temporary), temporary.resolve("identity.copy.partial"));
    try (ReplicaDirectory opened = reopen(temporary)) {
      assertThat(opened.isNew()).isFalse();
      assertThat(opened.nonce()).isEqualTo(NONCE);
    }
    assertThat(names(temporary))
        .containsExactly("identity", "identity.copy", "journal", "lock", "snapshots");
  }

  @ParameterizedTest
  @ValueSource(strings = {"journal", "snapshots"})
  void a_directory_with_memory_and_without_identity_is_never_taken_for_new(String memory)
      throws IOException {
    used(temporary);
    Files.delete(first(temporary));
    Files.delete(second(temporary));
    Files.delete(temporary.resolve("journal/0000000000000001.journal"));
    Files.writeString(temporary.resolve(memory).resolve("x"), "x");

    Directories.assertRefused(() -> reopen(temporary))
        .hasMessageStartingWith(temporary + " has no readable identity")
        .hasMessageContaining("identity is missing and identity.copy is missing")
        .hasMessageContaining("from a copy of this directory, or empty the directory");
    // What a tool is to read may be the only copy that is left.
    Directories.assertRefused(() -> ReplicaDirectory.inspect(temporary))
        .hasMessageContaining("has no readable identity")
        .hasMessageEndingWith("put one of them back from a copy of this directory");
    assertThat(names(temporary)).containsExactly("journal", "lock", "snapshots");
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void a_replica_without_its_journal_gets_another_nonce(boolean directoryIsLeft)
      throws IOException {
    used(temporary);
    Files.delete(temporary.resolve("journal/0000000000000001.journal"));
    Files.writeString(temporary.resolve("snapshots/x"), "x");
    if (!directoryIsLeft) {
      Files.delete(temporary.resolve("journal"));
    }

    try (ReplicaDirectory opened = ReplicaDirectory.open(temporary, IDENTITY, () -> 5)) {
      assertThat(opened.nonce()).isEqualTo(5);
      assertThat(opened.isNew()).isTrue();
      assertThat(opened.notes()).hasSize(1);
      assertThat(opened.notes().get(0))
          .startsWith(
              temporary.resolve("journal")
                  + " holds no journal, so this replica has lost its promises");
      assertThat(opened.journal()).isEmptyDirectory();
      assertThat(opened.snapshots()).isNotEmptyDirectory();
    }
    assertThat(ReplicaDirectory.inspect(temporary).nonce()).isEqualTo(5);
    assertThat(first(temporary)).hasSameBinaryContentAs(second(temporary));
  }

  @Test
  void the_directory_of_another_cluster_is_not_to_be_emptied() throws IOException {
    used(temporary);
    assertThatThrownBy(() -> ReplicaDirectory.requireNoMemory(temporary, "counter", 1))
        .hasMessageContaining(
            "belongs to replica 1 of cluster 'orders', not to replica 1 of 'counter'")
        .hasMessageNotContaining("empty");
    DirectoryIdentity backup = new DirectoryIdentity("a", 0, DirectoryIdentity.BACKUP, "count = 8");
    DirectoryIdentity other = new DirectoryIdentity("b", 0, DirectoryIdentity.BACKUP, "count = 8");
    Path directory = temporary.resolve("backup");
    ReplicaDirectory.open(directory, backup, () -> 1).close();
    assertThatThrownBy(() -> ReplicaDirectory.open(directory, other, () -> 2))
        .hasMessageContaining("holds a backup of cluster 'a', or the beginning of one");
  }

  @ParameterizedTest
  @ValueSource(strings = {"disk.trial", "direct.trial"})
  void the_file_of_a_disk_trial_does_not_matter(String name) throws IOException {
    Files.writeString(temporary.resolve(name), "x");
    try (ReplicaDirectory opened = ReplicaDirectory.open(temporary, IDENTITY, () -> 5)) {
      assertThat(opened.isNew()).isTrue();
    }
  }

  /** A disk of its own was replaced by a new one. */
  @ParameterizedTest
  @ValueSource(strings = {"lost+found", "0000000000000001.retired", "disk.trial"})
  void a_folder_that_is_no_journal_keeps_no_nonce(String name) throws IOException {
    used(temporary);
    Files.delete(temporary.resolve("journal/0000000000000001.journal"));
    Files.createDirectory(temporary.resolve("journal").resolve(name));
    try (ReplicaDirectory opened = ReplicaDirectory.open(temporary, IDENTITY, () -> 5)) {
      assertThat(opened.nonce()).isEqualTo(5);
      assertThat(opened.isNew()).isTrue();
    }
  }

  @Test
  void the_mark_of_a_journal_alone_keeps_the_nonce() throws IOException {
    used(temporary);
    Files.delete(temporary.resolve("journal/0000000000000001.journal"));
    Files.writeString(temporary.resolve("journal/durable"), "x");
    try (ReplicaDirectory opened = ReplicaDirectory.open(temporary, IDENTITY, () -> 5)) {
      assertThat(opened.nonce()).isNotEqualTo(5);
      assertThat(opened.isNew()).isFalse();
    }
  }

  @Test
  void a_first_start_and_a_restore_take_a_new_file_system() throws IOException {
    Files.createDirectory(temporary.resolve("lost+found"));
    ReplicaDirectory.requireEmpty(temporary);
    Files.createDirectories(temporary.resolve("journal/lost+found"));
    try (ReplicaDirectory opened = ReplicaDirectory.open(temporary, IDENTITY, () -> 5)) {
      assertThat(opened.isNew()).isTrue();
    }
  }

  @Test
  void a_new_nonce_that_cannot_be_written_twice_is_not_contradicted_by_the_old_one()
      throws IOException {
    used(temporary);
    Files.delete(temporary.resolve("journal/0000000000000001.journal"));
    Path inTheWay = Files.createDirectory(temporary.resolve("identity.copy.partial"));
    Directories.assertRefused(() -> ReplicaDirectory.open(temporary, IDENTITY, () -> 5))
        .hasMessageContaining(inTheWay.toString());
    Files.delete(inTheWay);

    assertThat(ReplicaDirectory.inspect(temporary).nonce()).isEqualTo(5);
    try (ReplicaDirectory opened = ReplicaDirectory.open(temporary, IDENTITY, () -> 6)) {
      assertThat(opened.nonce()).isEqualTo(6);
    }
  }

  @Test
  void a_new_nonce_that_was_half_written_is_finished() throws IOException {
    used(temporary);
    Path other = used(temporary.resolve("other"));
    ReplicaDirectory.open(temporary.resolve("five"), IDENTITY, () -> 5).close();
    // Before the new identity was in place, and after.
    Files.delete(temporary.resolve("journal/0000000000000001.journal"));
    Files.delete(second(temporary));
    Files.delete(other.resolve("journal/0000000000000001.journal"));
    Files.delete(second(other));
    Files.move(first(temporary.resolve("five")), first(other), StandardCopyOption.REPLACE_EXISTING);

    for (Path directory : List.of(temporary, other)) {
      try (ReplicaDirectory opened = ReplicaDirectory.open(directory, IDENTITY, () -> 6)) {
        assertThat(opened.nonce()).isEqualTo(6);
      }
      assertThat(first(directory)).hasSameBinaryContentAs(second(directory));
    }
  }

  @Test
  void lost_snapshots_are_missed_by_nobody_here() throws IOException {
    used(temporary);
    Files.delete(temporary.resolve("snapshots"));

    try (ReplicaDirectory opened = reopen(temporary)) {
      assertThat(opened.snapshots()).isEmptyDirectory();
    }
  }

  @Test
  void inspecting_reports_the_identity_and_changes_nothing() throws IOException {
    used(temporary);
    Files.delete(second(temporary));
    Files.delete(temporary.resolve("lock"));

    DirectoryInspection inspection = ReplicaDirectory.inspect(temporary);

    assertThat(inspection)
        .isEqualTo(
            new DirectoryInspection(
                IDENTITY,
                NONCE,
                Origin.NONE,
                temporary.resolve("journal"),
                temporary.resolve("snapshots"),
                List.of(second(temporary) + " is missing")));
    assertThat(names(temporary)).containsExactly("identity", "journal", "snapshots");
  }

  @Test
  void a_directory_of_no_replica_is_not_inspected() throws IOException {
    Directories.assertRefused(() -> ReplicaDirectory.inspect(temporary))
        .hasMessageContaining("holds no files of a replica or of a backup");
    Directories.assertRefused(() -> ReplicaDirectory.inspect(temporary.resolve("nowhere")))
        .hasMessageContaining("nowhere is not a directory; name the one");
    assertThat(names(temporary)).isEmpty();
  }

  private static TreeSet<String> names(Path directory) throws IOException {
    TreeSet<String> names = new TreeSet<>();
    try (Stream<Path> files = Files.list(directory)) {
      files.forEach(file -> names.add(file.getFileName().toString()));
    }
    return names;
  }
}
