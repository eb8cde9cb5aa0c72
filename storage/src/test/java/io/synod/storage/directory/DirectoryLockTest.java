package io.synod.storage.directory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.lang.ref.WeakReference;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** One process, and in it one replica, at a time. */
@Timeout(60)
class DirectoryLockTest {
  @TempDir private Path directory;

  @Test
  void a_directory_that_another_process_uses_is_refused_naming_both() throws Exception {
    try (DirectoryUser other = DirectoryUser.start(directory)) {
      assertThat(other.holds()).as(other.refusal()).isTrue();

      Directories.assertRefused(() -> Directories.reopen(directory))
          .hasMessage(
              "%s is in use by process %d: stop that one first, or name another directory"
                  .formatted(directory, other.pid()));
      Directories.assertRefused(() -> ReplicaDirectory.inspect(directory))
          .hasMessageEndingWith("is in use by process " + other.pid() + ": stop that one first");
    }
    Directories.reopen(directory).close();
    assertThat(ReplicaDirectory.inspect(directory).nonce()).isEqualTo(2);
  }

  @Test
  void a_directory_in_the_place_of_the_lock_file_is_named_with_what_to_do() throws Exception {
    String named =
        directory
            + " holds a directory 'lock', where the lock file belongs: move it away, or name"
            + " another directory";
    Files.createDirectory(directory.resolve("lock"));
    Directories.assertRefused(() -> Directories.openNew(directory)).hasMessage(named);
    Directories.assertRefused(() -> ReplicaDirectory.inspect(directory)).hasMessage(named);
  }

  @Test
  void a_killed_process_holds_nothing() throws Exception {
    try (DirectoryUser other = DirectoryUser.start(directory)) {
      assertThat(other.holds()).as(other.refusal()).isTrue();
      other.kill();

      Directories.reopen(directory).close();
    }
  }

  @Test
  void another_process_is_refused_naming_this_one() throws Exception {
    try (ReplicaDirectory held = Directories.openNew(directory)) {
      assertRefusedElsewhere();
      assertThat(held.isNew()).isTrue();
    }
    try (DirectoryUser other = DirectoryUser.start(directory)) {
      assertThat(other.holds()).as(other.refusal()).isTrue();
    }
  }

  @Test
  void a_second_replica_of_this_process_is_refused_and_takes_nothing_from_the_first()
      throws Exception {
    Path alias = directory.resolveSibling(directory.getFileName() + "-alias");
    Files.createSymbolicLink(alias, directory);
    try (ReplicaDirectory held = Directories.openNew(directory)) {
      for (Path path :
          new Path[] {directory, alias, directory.resolve("."), held.journal().resolve("..")}) {
        Directories.assertRefused(() -> Directories.reopen(path))
            .hasMessageContaining(path + " is in use in this process")
            .hasMessageContaining(String.valueOf(ProcessHandle.current().pid()));
        Directories.assertRefused(() -> ReplicaDirectory.inspect(path))
            .hasMessageContaining("is in use in this process");
      }
      // The operating system's lock would be gone if any of them had opened and closed its file.
      assertRefusedElsewhere();
    } finally {
      Files.delete(alias);
    }
  }

  @Test
  void a_lock_file_that_somebody_removes_lets_no_second_replica_of_this_process_in()
      throws IOException {
    try (ReplicaDirectory held = Directories.openNew(directory)) {
      for (Path path : new Path[] {directory, held.journal().resolve("..")}) {
        Files.deleteIfExists(directory.resolve("lock"));
        Directories.assertRefused(() -> Directories.openNew(path))
            .hasMessageContaining("is in use in this process");
      }
    }
  }

  @Test
  void a_lock_that_is_never_given_back_is_held_as_long_as_the_process_runs() throws Exception {
    // Dropped as by a replica that is never closed.
    WeakReference<DirectoryLock> dropped = new WeakReference<>(DirectoryLock.acquire(directory));
    while (dropped.get() != null) {
      System.gc();
    }
    assertRefusedElsewhere();
  }

  @Test
  void a_lock_of_another_class_loader_is_respected_and_stays() throws Exception {
    Directories.used(directory);
    try (FileChannel channel =
            FileChannel.open(
                directory.resolve("lock"), StandardOpenOption.READ, StandardOpenOption.WRITE);
        FileLock lock = channel.tryLock()) {
      Directories.assertRefused(() -> Directories.reopen(directory))
          .hasMessageContaining("this process");
      Directories.assertRefused(() -> ReplicaDirectory.inspect(directory))
          .hasMessageContaining("this process");
      assertRefusedElsewhere();
      assertThat(lock.isValid()).isTrue();
    }
  }

  @Test
  void looking_leaves_no_lock() throws Exception {
    Directories.used(directory);
    ReplicaDirectory.inspect(directory);
    ReplicaDirectory.inspect(directory);
    try (DirectoryUser other = DirectoryUser.start(directory)) {
      assertThat(other.holds()).as(other.refusal()).isTrue();
    }
  }

  @Test
  void a_refused_directory_is_free_again() throws IOException {
    Directories.used(directory);
    DirectoryIdentity foreign =
        new DirectoryIdentity("stocks", 1, "sync", "replicas = 3, count = 8");
    for (int attempt = 0; attempt < 2; attempt++) {
      Directories.assertRefused(
              () -> ReplicaDirectory.open(directory, foreign, Directories.NEVER_DRAWN))
          .hasMessageContaining("stocks");
    }
    ReplicaDirectory held = Directories.reopen(directory);
    held.close();
    held.close();
    try (ReplicaDirectory next = Directories.reopen(directory)) {
      held.close();
      Files.delete(directory.resolve("lock"));
      assertThatThrownBy(() -> Directories.reopen(directory))
          .isInstanceOf(DirectoryException.class);
      assertThat(next.isNew()).isFalse();
    }
  }

  private void assertRefusedElsewhere() throws Exception {
    try (DirectoryUser other = DirectoryUser.start(directory)) {
      assertThat(other.refusal()).contains("is in use by process " + ProcessHandle.current().pid());
    }
  }
}
