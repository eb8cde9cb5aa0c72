package io.synod.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Backups that are refused, and why. */
@Timeout(240)
final class RefusedBackupTest extends BackupFixture {

  @Test
  void a_backup_with_other_settings_does_not_follow_and_ends() throws Exception {
    try (FileCluster old = new FileCluster(folder, "old", "").start()) {
      old.execute("before", 1);
      CommandRun other = backup(old, "--follow", "--set", "session.max-count=77");
      assertThat(other.exitCode()).isEqualTo(1);
      assertThat(other.err())
          .contains("begin another backup in another directory with the right configuration")
          .contains("has session.max-count = 65536, the learner 77");
    }
  }

  @Test
  void no_backup_is_made_in_a_directory_that_holds_anything_else() throws Exception {
    try (FileCluster old = new FileCluster(folder, "old", "")) {
      List<Path> before = filesIn(folder);
      CommandRun.of("backup", "--config", old.file.toString(), "--to", folder.toString())
          .assertFailed(1, "holds 'old.properties', and no identity of a replica");
      assertThat(filesIn(folder)).isEqualTo(before);
    }
  }

  @Test
  void a_directory_without_a_backup_is_refused() {
    assertThat(verify().exitCode()).isEqualTo(1);
    assertThat(verify().err()).contains("is not a directory; name the one that 'synod backup'");
    CommandRun.of("backup", "verify", folder.toString())
        .assertFailed(1, "holds no files of a replica or of a backup");
  }

  @Test
  void a_truncated_or_damaged_backup_is_refused() throws Exception {
    long end;
    try (FileCluster old = new FileCluster(folder, "old", "").start()) {
      old.execute("before", 5);
      follow(old, () -> old.execute("followed", 5));
      end = old.awaitEqual();
    }
    verify().assertWell();
    Path snapshot = only(backup().resolve("snapshots"));
    Path slots = backup().resolve("journal").resolve("0000000000000001.segment");
    Path first = Files.exists(slots) ? slots : only(backup().resolve("journal"));
    Path description = backup().resolve("backup");
    try (FileCluster restored = new FileCluster(folder, "restored", "")) {
      assertBackupAdvice("snapshot", snapshot, "begin another one");
      assertBackupAdvice("log", first, "'synod backup verify " + backup() + "' says up to which");
      for (Path file : List.of(snapshot, first, description)) {
        assertRefusedWith(restored, file, Files.size(file) == 0 ? 0 : 700 % Files.size(file));
      }
      byte[] whole = Files.readAllBytes(snapshot);
      Files.write(snapshot, Arrays.copyOf(whole, whole.length - 1));
      assertRefused(restored, "damaged");
      Files.write(snapshot, whole);
      byte[] text = Files.readAllBytes(description);
      Files.delete(description);
      assertRefused(
          restored,
          "holds no whole backup, because the command that made it was ended too early: let 'synod"
              + " backup' run to its end with the same directory, or 'synod force-quorum' with an"
              + " empty one");
      Files.write(description, text);
      Path moved = Files.move(snapshot, folder.resolve("moved"));
      assertRefused(restored, "is missing");
      Files.move(moved, snapshot);
      Path snapshots = Files.move(backup().resolve("snapshots"), moved);
      assertRefused(restored, backup().resolve("snapshots") + " does not exist");
      Files.move(snapshots, backup().resolve("snapshots"));
      verify().assertWell();
      assertThat(restore(restored, 0).out()).contains("holds the state of all slots before " + end);
    }
  }

  private void assertRefusedWith(FileCluster restored, Path file, long flipped) throws IOException {
    flip(file, flipped);
    assertRefused(restored, "damaged");
    flip(file, flipped);
    verify().assertWell();
  }

  /** {@code verify} of this command says what to do with a backup, not with a replica. */
  private void assertBackupAdvice(String command, Path file, String advice) throws IOException {
    long flipped = 700 % Files.size(file);
    flip(file, flipped);
    CommandRun run = CommandRun.of(command, "verify", backup().toString());
    assertThat(run.exitCode()).isEqualTo(1);
    assertThat(run.out())
        .contains(": backup of cluster 'old'")
        .contains(advice)
        .doesNotContain("replica")
        .doesNotContain("peer");
    assertThat(verify().err()).contains("begin another one").doesNotContain("replica");
    flip(file, flipped);
  }

  private void assertRefused(FileCluster restored, String why) {
    for (CommandRun run : List.of(verify(), restore(restored, 0))) {
      assertThat(run.exitCode()).isEqualTo(1);
      assertThat(run.err()).startsWith("synod: ").contains(why);
    }
    assertThat(restored.directory(0)).doesNotExist();
  }

  @Test
  void only_a_new_cluster_with_the_same_settings_in_an_empty_directory_is_restored()
      throws Exception {
    try (FileCluster old = new FileCluster(folder, "old", "").start()) {
      old.execute("before", 3);
      backup(old).assertWell();
      old.closeReplicas();
      assertThat(CommandRun.of("backup", "verify", old.directory(0).toString()).err())
          .contains("is the directory of a replica or learner, not of a backup");
      assertThat(restore(old, 0).err()).contains("cluster.name is 'old', as in the backup");
    }
    try (FileCluster other = new FileCluster(folder, "other", "session.max-count = 77\n")) {
      assertThat(restore(other, 0).err())
          .contains("session.max-count is 77 in the configuration and 65536 in the backup");
    }
    try (FileCluster kept = new FileCluster(folder, "kept", "")) {
      assertThat(restore(kept, 3).err()).contains("there is no replica 3");
      restore(kept, 1).assertWell();
      assertThat(restore(kept, 1).err()).contains("is not empty");
      String memory = "durability=memory";
      assertThat(restore(kept, 0, "--set", memory).err()).contains("durability memory keeps no");
    }
    assertThat(CommandRun.of("backup").err()).contains("Missing required option: --config");
  }

  @Test
  void a_source_that_cannot_be_reached_or_is_of_another_cluster_ends_the_backup() throws Exception {
    try (FileCluster old = new FileCluster(folder, "old", "")) {
      CommandRun down = backup(old);
      assertThat(down.exitCode()).isEqualTo(1);
      assertThat(down.err())
          .contains("no source can be reached; the last one tried was 127.0.0.1:");
      assertNothingLeft();
      old.start();
      old.execute("before", 1);
      backup(old, "--set", "cluster.name=other")
          .assertFailed(
              1, "no replica of cluster 'other' answers", "this is cluster 'old', not 'other'");
      assertNothingLeft();
      backup(old).assertWell();
      CommandRun late = backup(old, "--set", "cluster.name=other");
      assertThat(late.err()).contains("holds a backup of cluster 'old', or the beginning of one");
    }
    verify().assertWell();
  }

  /** But for the lock, which is never removed. */
  private void assertNothingLeft() throws IOException {
    assertThat(filesIn(folder.resolve("backup")))
        .extracting(Path::getFileName)
        .hasToString("[lock]");
  }

  private static Path only(Path directory) throws IOException {
    try (Stream<Path> files = Files.list(directory)) {
      return files
          .filter(file -> !file.getFileName().toString().equals("durable"))
          .sorted()
          .findFirst()
          .orElseThrow();
    }
  }

  private static void flip(Path file, long offset) throws IOException {
    try (RandomAccessFile bytes = new RandomAccessFile(file.toFile(), "rw")) {
      bytes.seek(offset);
      int value = bytes.read();
      bytes.seek(offset);
      bytes.write(value ^ 4);
    }
  }
}
