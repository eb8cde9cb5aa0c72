package io.synod.storage.directory;

import static io.synod.storage.directory.Directories.IDENTITY;
import static io.synod.storage.directory.Directories.NEVER_DRAWN;
import static io.synod.storage.directory.Directories.NONCE;
import static io.synod.storage.directory.Directories.openNew;
import static io.synod.storage.directory.Directories.reopen;
import static io.synod.storage.directory.Directories.second;
import static io.synod.storage.directory.Directories.used;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeFalse;

import io.synod.core.check.BrokenInvariant;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a directory is not opened for, and what the user then reads. */
class RefusedDirectoryTest {
  @TempDir private Path temporary;

  @Test
  void two_whole_copies_that_differ_are_refused() throws IOException {
    used(temporary);
    Path other = temporary.resolve("other");
    ReplicaDirectory.open(other, IDENTITY, () -> 5).close();
    Files.delete(second(temporary));
    Files.copy(second(other), second(temporary));

    Directories.assertRefused(() -> reopen(temporary))
        .hasMessageContaining("identity holds")
        .hasMessageContaining("identity.copy holds")
        .hasMessageContaining("remove the wrong one");
  }

  @Test
  void another_replica_or_cluster_is_refused_naming_both() throws IOException {
    used(temporary);
    assertRefused(
        new DirectoryIdentity("orders", 2, "sync", "replicas = 3, count = 8"),
        "belongs to replica 1 of cluster 'orders', not to replica 2 of 'orders'");
    assertRefused(
        new DirectoryIdentity("stocks", 1, "sync", "replicas = 3, count = 8"),
        "belongs to replica 1 of cluster 'orders', not to replica 1 of 'stocks'");
  }

  @Test
  void a_learner_s_directory_is_none_of_a_replica_nor_the_other_way_round() throws IOException {
    used(temporary);
    assertRefused(
        new DirectoryIdentity("orders", 0, DirectoryIdentity.LEARNER, "replicas = 3, count = 8"),
        "belongs to replica 1 of cluster 'orders'; give the learner a directory of its own");
    Path learner = temporary.resolve("learner");
    ReplicaDirectory.open(
            learner,
            new DirectoryIdentity("orders", 0, DirectoryIdentity.LEARNER, "count = 8"),
            () -> 5)
        .close();
    Directories.assertRefused(() -> ReplicaDirectory.open(learner, IDENTITY, () -> 5))
        .hasMessageContaining("belongs to a learner of cluster 'orders'")
        .hasMessageContaining("--learner");
    Directories.assertRefused(
            () ->
                ReplicaDirectory.open(
                    learner,
                    new DirectoryIdentity("stocks", 0, DirectoryIdentity.LEARNER, "count = 8"),
                    () -> 5))
        .hasMessageContaining(
            "belongs to a learner of cluster 'orders'; name another directory for one of 'stocks'");
  }

  /** Also where cluster and number are the same, as of replica 0. */
  @Test
  void a_backup_is_none_of_a_replica_or_learner_nor_the_other_way_round() throws IOException {
    DirectoryIdentity backup =
        new DirectoryIdentity("orders", 0, DirectoryIdentity.BACKUP, "count = 8");
    DirectoryIdentity learner =
        new DirectoryIdentity("orders", 0, DirectoryIdentity.LEARNER, "count = 8");
    DirectoryIdentity replica = new DirectoryIdentity("orders", 0, "sync", "count = 8");
    String restore = "holds a backup of cluster 'orders'; 'synod restore' makes replicas of a new";
    assertTaken(backup, replica, restore);
    assertTaken(backup, learner, restore);
    String another = "; name another directory for the backup";
    assertTaken(replica, backup, "belongs to replica 0 of cluster 'orders'" + another);
    assertTaken(learner, backup, "belongs to a learner of cluster 'orders'" + another);
  }

  private void assertTaken(DirectoryIdentity owner, DirectoryIdentity wanted, String why)
      throws IOException {
    Path directory = Files.createTempDirectory(temporary, "taken");
    ReplicaDirectory.open(directory, owner, () -> 5).close();
    Directories.assertRefused(() -> ReplicaDirectory.open(directory, wanted, () -> 6))
        .hasMessageContaining(why);
  }

  @Test
  void another_durability_is_refused_saying_how_to_change_it() throws IOException {
    used(temporary);
    assertRefused(
        new DirectoryIdentity("orders", 1, "epoch", "replicas = 3, count = 8"),
        "was written with durability sync, and epoch is configured; set sync again, or change it for"
            + " one replica at a time, with an emptied directory, so that it recovers from the others");
  }

  @Test
  void another_shared_setting_is_refused_naming_it_and_both_values() throws IOException {
    used(temporary);
    assertRefused(
        new DirectoryIdentity("orders", 1, "sync", "replicas = 3, count = 9"),
        "was written with count = 8, and 9 is configured; set the old value again, because the"
            + " replicated state depends on it; a cluster with the new value needs emptied"
            + " directories");
    assertRefused(
        new DirectoryIdentity("orders", 1, "sync", "replicas = 3, idle = 1s, count = 8"),
        "was written with idle = not set, and 1s is configured");
  }

  @Test
  void a_setting_that_a_running_cluster_can_change_is_refused_with_the_command_for_it() {
    assertThat(ReplicaDirectory.difference("session.max-count = 9", "session.max-count = 8"))
        .endsWith("; 'synod limits' changes it while the cluster runs");
    for (String key :
        List.of("replicas", "cluster.phase1-quorum", "cluster.phase2-quorum", "membership.alpha")) {
      assertThat(ReplicaDirectory.difference(key + " = 4", key + " = 3"))
          .endsWith("; 'synod member change' changes it while the cluster runs");
    }
  }

  @Test
  void shared_settings_that_are_written_otherwise_or_not_known_any_more_do_not_matter()
      throws IOException {
    used(temporary);
    for (String terms : List.of("count = 08, replicas = 3", "count = 8")) {
      DirectoryIdentity alike = new DirectoryIdentity("orders", 1, "sync", terms);
      try (ReplicaDirectory opened = ReplicaDirectory.open(temporary, alike, NEVER_DRAWN)) {
        assertThat(opened.nonce()).isEqualTo(NONCE);
      }
    }
  }

  @Test
  void a_replica_in_memory_refuses_a_used_directory() throws IOException {
    ReplicaDirectory.requireNoMemory(temporary.resolve("none"), "orders", 1);
    ReplicaDirectory.requireNoMemory(temporary, "orders", 1);
    used(temporary);
    Directories.assertRefused(() -> ReplicaDirectory.requireNoMemory(temporary, "orders", 1))
        .hasMessageContaining(
            "was written with durability sync, and durability memory is configured");
  }

  @Test
  void a_foreign_directory_is_not_repaired() throws IOException {
    used(temporary);
    Files.delete(second(temporary));

    assertRefused(new DirectoryIdentity("stocks", 1, "sync", "replicas = 3, count = 8"), "stocks");
    assertThat(second(temporary)).doesNotExist();
  }

  @Test
  void a_file_in_the_way_is_named() throws IOException {
    Path file = Files.writeString(temporary.resolve("file"), "");
    for (Path directory : List.of(file, file.resolve("replica"), file.resolve("a/b"))) {
      Directories.assertRefused(() -> openNew(directory))
          .hasMessageStartingWith(directory + " cannot be used: ")
          .hasMessageContaining(file + " is not a directory; move it away");
    }
    Path directory = Files.createDirectory(temporary.resolve("replica"));
    Path journal = Files.writeString(directory.resolve("journal"), "");
    Directories.assertRefused(() -> openNew(directory))
        .hasMessageContaining(journal + " is not a directory; move it away");
  }

  @Test
  void a_directory_without_permission_is_refused() throws IOException {
    Path directory = Files.createDirectory(temporary.resolve("replica"));
    Files.setPosixFilePermissions(directory, PosixFilePermissions.fromString("r-xr-xr-x"));
    // A superuser may write everywhere.
    assumeFalse(Files.isWritable(directory));

    Directories.assertRefused(() -> openNew(directory))
        .hasMessageContaining("may not read and write " + directory)
        .hasMessageContaining("give that right");
  }

  @Test
  void names_that_are_no_names_are_bugs() {
    for (String name : List.of("", "a\nb", "x".repeat(256))) {
      assertThatThrownBy(() -> new DirectoryIdentity(name, 1, "sync", "replicas = 3, count = 8"))
          .isInstanceOf(BrokenInvariant.class);
      assertThatThrownBy(() -> new DirectoryIdentity("orders", 1, name, "replicas = 3, count = 8"))
          .isInstanceOf(BrokenInvariant.class);
    }
    assertThatThrownBy(() -> new DirectoryIdentity("orders", -1, "sync", "replicas = 3, count = 8"))
        .isInstanceOf(BrokenInvariant.class);
    assertThatThrownBy(
            () -> new DirectoryIdentity("orders", 1_000_000_000, "sync", "replicas = 3, count = 8"))
        .isInstanceOf(BrokenInvariant.class);
  }

  private void assertRefused(DirectoryIdentity wanted, String message) {
    Directories.assertRefused(() -> ReplicaDirectory.open(temporary, wanted, NEVER_DRAWN))
        .hasMessageStartingWith(temporary.toString())
        .hasMessageContaining(message);
  }
}
