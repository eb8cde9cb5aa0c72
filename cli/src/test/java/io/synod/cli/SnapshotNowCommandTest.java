package io.synod.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(120)
final class SnapshotNowCommandTest {
  @TempDir private Path folder;

  private static CommandRun now(FileCluster cluster, String... options) {
    return CommandRun.of(List.of("snapshot", "now", "--config", cluster.file.toString()), options);
  }

  private static long end(CommandRun run, String replica) {
    run.assertWell();
    String text = replica + " has a snapshot of all slots before ";
    assertThat(run.out()).startsWith(text);
    return Long.parseLong(run.out().substring(text.length()).strip());
  }

  @Test
  void the_snapshot_of_all_that_was_executed_is_on_disk_when_the_command_ends() throws Exception {
    try (FileCluster cluster = new FileCluster(folder, "now", "").start()) {
      cluster.execute("one", 3);
      long executed = cluster.awaitEqual();

      assertThat(end(now(cluster, "--id", "1"), "replica 1")).isEqualTo(executed);
      assertThat(end(now(cluster, "--id", "1"), "replica 1")).isEqualTo(executed);
      assertThat(cluster.replica(1).statusJson()).contains("\"snapshotsTaken\":1");
      assertThat(cluster.replica(0).statusJson()).contains("\"snapshotsTaken\":0");
      String learner = cluster.learn();
      assertThat(end(now(cluster, "--learner", learner), "the learner at " + learner))
          .isEqualTo(executed);

      cluster.closeReplicas();
      CommandRun kept = CommandRun.of("snapshot", "verify", cluster.directory(1).toString());
      assertThat(kept.out()).contains("%d".formatted(executed));
      assertThat(kept.exitCode()).isZero();
    }
  }

  @Test
  void an_answer_of_another_replica_is_none() throws Exception {
    try (FileCluster cluster = new FileCluster(folder, "now", "").start()) {
      cluster.execute("one", 1);
      cluster.awaitEqual();
      String other = cluster.address(1);
      now(cluster, "--id", "0", "--set", at(cluster, 0, 1), "--set", at(cluster, 1, 0))
          .assertFailed(1, "replica 0 did not answer: this is replica 1: check");
      assertThat(now(cluster, "--learner", other).err())
          .contains("this is no learner: check the address");
    }
  }

  /** The line of a replica with the clients' port of another. */
  private static String at(FileCluster cluster, int replica, int other) {
    return "replica.%d=127.0.0.1:%d:%d"
        .formatted(
            replica,
            cluster.config.cluster().replica(replica).peerPort(),
            cluster.config.cluster().replica(other).clientPort());
  }

  @Test
  void an_impossible_request_is_refused_with_the_reason() throws Exception {
    try (FileCluster cluster = new FileCluster(folder, "now", "admin.from = none\n").start()) {
      cluster.execute("one", 1);
      CommandRun refused = now(cluster, "--id", "0");
      assertThat(refused.exitCode()).isEqualTo(1);
      assertThat(refused.err())
          .contains("replica 0 has taken no snapshot for this command: ")
          .doesNotContain("did not answer")
          .contains("takes no operator's commands from /127.0.0.1")
          .contains("its admin.from is none, so set it to loopback or any in its file");
      assertThat(now(cluster, "--id", "3").err()).contains("there is no replica 3");
      CommandRun nobody = CommandRun.of("snapshot", "now", "--config", cluster.file.toString());
      assertThat(nobody.exitCode()).isEqualTo(2);
      assertThat(nobody.err())
          .startsWith("synod: Missing required argument (specify one of these): ")
          .contains("--id", "--learner");
    }
  }
}
