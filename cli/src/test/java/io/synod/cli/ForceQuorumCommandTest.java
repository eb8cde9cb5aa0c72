package io.synod.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What is left of three replicas, restored as three others. */
@Timeout(240)
final class ForceQuorumCommandTest {
  @TempDir private Path folder;

  private Path backup() {
    return folder.resolve("forced");
  }

  private CommandRun force(FileCluster cluster, List<Path> from, String... more) {
    List<String> words = new ArrayList<>(List.of("force-quorum", "--config"));
    words.add(cluster.file.toString());
    from.forEach(directory -> words.addAll(List.of("--from", directory.toString())));
    words.addAll(List.of(more));
    return CommandRun.of(words.toArray(new String[0]));
  }

  private CommandRun accept(FileCluster cluster, Path... from) {
    return force(cluster, List.of(from), "--to", backup().toString(), "--i-accept-loss");
  }

  private void assertRestored(String name, ChainService.State expected) throws Exception {
    try (FileCluster restored = new FileCluster(folder, name, "")) {
      for (int id = 0; id < FileCluster.REPLICAS; id++) {
        CommandRun.of(
                "restore",
                "--from",
                backup().toString(),
                "--id",
                String.valueOf(id),
                "--config",
                restored.file.toString())
            .assertWell();
      }
      restored.start();
      restored.await(expected);
      restored.execute("later", 20);
      assertThat(restored.state().count()).isEqualTo(expected.count() + 20);
    }
  }

  @Test
  void one_of_three_directories_becomes_a_new_cluster_with_and_without_a_snapshot()
      throws Exception {
    ChainService.State state;
    Path left;
    try (FileCluster cluster = new FileCluster(folder, "lost", "").start()) {
      cluster.execute("first", 100);
      state = cluster.state();
      cluster.await(state);
      left = cluster.directory(1);
      cluster.closeReplicas();
      CommandRun forced = accept(cluster, left);
      assertThat(forced.err()).isEmpty();
      assertThat(forced.out())
          .contains(left + ": replica 1, durability sync, no snapshot, decisions before slot")
          .contains("together they know all slots before")
          .contains("that only other replicas knew are lost")
          .contains("restore every replica of a new cluster")
          .doesNotContain("are a quorum");
    }
    CommandRun verified = CommandRun.of("backup", "verify", backup().toString());
    assertThat(verified.err()).isEmpty();
    assertThat(verified.out()).contains("no snapshot", "the backup is whole");
    assertRestored("without", state);
  }

  @Test
  void the_newest_snapshot_of_any_directory_and_the_longest_journal_are_put_together()
      throws Exception {
    ChainService.State state;
    try (FileCluster cluster = new FileCluster(folder, "lost", "").start()) {
      cluster.execute("first", 60);
      cluster.awaitEqual();
      assertThat(
              CommandRun.of("snapshot", "now", "--config", cluster.file.toString(), "--id", "2")
                  .exitCode())
          .isZero();
      cluster.replica(2).close();
      cluster.execute("second", 60);
      state = cluster.state();
      FileCluster.await(
          "replica 0", () -> cluster.replica(0).state().executed() == executed(cluster, 1));
      cluster.closeReplicas();
      CommandRun forced = accept(cluster, cluster.directory(2), cluster.directory(0));
      assertThat(forced.err()).isEmpty();
      assertThat(forced.out())
          .contains("replica 2, durability sync, a snapshot of all slots before")
          .contains("are a quorum: start them instead");
    }
    assertThat(CommandRun.of("backup", "verify", backup().toString()).out())
        .contains("snapshot of all slots before", "the backup is whole");
    assertRestored("together", state);
  }

  @Test
  void a_backup_may_know_more_than_the_replicas_that_are_left() throws Exception {
    ChainService.State state;
    try (FileCluster cluster = new FileCluster(folder, "lost", "").start()) {
      cluster.execute("first", 20);
      cluster.replica(0).close();
      cluster.execute("second", 20);
      state = cluster.state();
      FileCluster.await("replica 2", () -> executed(cluster, 2) == executed(cluster, 1));
      String copy = folder.resolve("copy").toString();
      assertThat(CommandRun.of("backup", "--config", cluster.file.toString(), "--to", copy).err())
          .isEmpty();
      cluster.closeReplicas();
      CommandRun forced = accept(cluster, cluster.directory(0), Path.of(copy));
      assertThat(forced.err()).isEmpty();
      assertThat(forced.out())
          .contains(copy + ": a backup, a snapshot of all slots before")
          .doesNotContain("are a quorum");
    }
    assertRestored("more", state);
  }

  private static long executed(FileCluster cluster, int id) {
    return cluster.replica(id).state().executed();
  }

  /** Not those of the properties file: replicas 1 and 2 were removed. */
  @Test
  void the_members_of_the_log_and_of_the_snapshot_make_the_quorum() throws Exception {
    try (FileCluster cluster = new FileCluster(folder, "lost", "").start()) {
      cluster.execute("first", 10);
      cluster.awaitEqual();
      for (String removed : List.of("2", "1")) {
        CommandRun run =
            CommandRun.of("member", "remove", "--config", cluster.file.toString(), removed);
        assertThat(run.exitCode()).as(run.err()).isZero();
      }
      cluster.closeReplicas();
      assertLastMember(cluster, "no snapshot");

      cluster.start(0);
      CommandRun taken =
          CommandRun.of("snapshot", "now", "--config", cluster.file.toString(), "--id", "0");
      assertThat(taken.exitCode()).as(taken.err()).isZero();
      cluster.replica(0).close();
      assertLastMember(cluster, "a snapshot of all slots before");
    }
  }

  private void assertLastMember(FileCluster cluster, String snapshot) {
    assertThat(force(cluster, List.of(cluster.directory(0))).out())
        .contains(snapshot, "are a quorum: start them instead");
    assertThat(force(cluster, List.of(cluster.directory(1), cluster.directory(2))).out())
        .doesNotContain("are a quorum");
  }

  @Test
  void without_consent_it_prints_the_possible_loss_and_writes_nothing() throws Exception {
    try (FileCluster cluster = new FileCluster(folder, "lost", "").start()) {
      cluster.execute("first", 10);
      cluster.awaitEqual();
      cluster.closeReplicas();
      CommandRun run = force(cluster, List.of(cluster.directory(0)), "--to", backup().toString());
      assertThat(run.exitCode()).isEqualTo(1);
      assertThat(run.out()).contains("together they know all slots before");
      assertThat(run.err()).contains("nothing was written: that takes --to and --i-accept-loss");
      assertThat(backup()).doesNotExist();
    }
  }

  @Test
  void wrong_directories_and_options_are_refused() throws Exception {
    try (FileCluster cluster = new FileCluster(folder, "one", "").start();
        FileCluster other = new FileCluster(folder, "other", "")) {
      cluster.execute("first", 10);
      cluster.awaitEqual();
      assertThat(accept(cluster, cluster.directory(0)).err()).contains("in use");
      cluster.closeReplicas();
      assertRefused(force(cluster, List.of(cluster.directory(0)), "--i-accept-loss"), 2, "--to");
      assertRefused(force(cluster, List.of()), 2, "--from");
      assertRefused(accept(cluster, folder.resolve("none")), 2, "there is no directory");
      assertRefused(
          accept(other, cluster.directory(0)),
          1,
          "is of cluster 'one', and cluster.name is 'other'");
      Files.createDirectories(backup());
      Files.writeString(backup().resolve("mine"), "text");
      assertRefused(accept(cluster, cluster.directory(0)), 1, "is not empty");
      try (Stream<Path> files = Files.list(backup())) {
        assertThat(files).hasSize(1);
      }
    }
  }

  private static void assertRefused(CommandRun run, int exitCode, String reason) {
    run.assertFailed(exitCode, reason);
  }

  @Test
  void the_old_name_is_refused_for_the_new_cluster() throws Exception {
    try (FileCluster cluster = new FileCluster(folder, "lost", "").start()) {
      cluster.execute("first", 10);
      cluster.awaitEqual();
      cluster.closeReplicas();
      assertThat(accept(cluster, cluster.directory(0)).exitCode()).isZero();
      CommandRun restore =
          CommandRun.of(
              "restore",
              "--from",
              backup().toString(),
              "--id",
              "0",
              "--config",
              cluster.file.toString());
      assertRefused(restore, 1, "give the restored cluster another one");
    }
  }
}
