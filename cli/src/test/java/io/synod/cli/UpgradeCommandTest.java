package io.synod.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.synod.replica.SynodLearner;
import io.synod.replica.config.FreePorts;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(120)
final class UpgradeCommandTest {
  @TempDir private Path folder;

  private RunningReplicas replicas;

  @BeforeEach
  void start() throws IOException {
    replicas = new RunningReplicas(folder);
  }

  @AfterEach
  void end() {
    replicas.close();
  }

  private CommandRun upgrade(String... options) {
    return CommandRun.of(List.of("upgrade", "--config", replicas.file.toString()), options);
  }

  @Test
  void it_shows_what_each_replica_runs_and_what_the_cluster_uses() throws Exception {
    replicas.awaitConnected();
    CommandRun shown = upgrade();
    shown.assertWell();
    List<String> lines = shown.out().lines().toList();
    assertThat(lines).hasSize(6);
    assertThat(lines.get(0)).isEqualTo("the cluster uses level 1 and service version 1");
    assertThat(lines.get(1)).isEqualTo("replica   Synod           levels    service versions");
    for (int replica = 0; replica < 3; replica++) {
      assertThat(lines.get(2 + replica)).matches(replica + "  +.*[^ ]  +1  +1");
    }
    assertThat(lines.get(5)).isEqualTo("this is the newest that all of them know");
    assertThat(upgrade("--finish", "--timeout", "20s").out()).isEqualTo(shown.out());
  }

  @Test
  void an_upgrade_is_not_finished_without_all_members() throws Exception {
    replicas.awaitConnected();
    int down = (replicas.awaitLeader() + 1) % 3;
    replicas.close(down);
    CommandRun refused = upgrade("--finish", "--timeout", "10s");
    assertThat(refused.exitCode()).isEqualTo(1);
    assertThat(refused.err())
        .contains("not done after 10000 ms")
        .contains("replica " + down + " is not connected to the leader");
    assertThat(upgrade().out())
        .contains(down + "         not connected to the leader")
        .contains("this is the newest that all know that are connected")
        .doesNotContain("all of them");
  }

  @Test
  void an_upgrade_is_not_finished_while_a_replica_runs_the_older_build() throws Exception {
    replicas.awaitConnected();
    int newer = (replicas.awaitLeader() + 1) % 3;
    replicas.restart(newer, 2);
    FileCluster.await("the new build", () -> upgrade().out().contains("1 to 2"));
    replicas.awaitConnected();
    String others =
        IntStream.range(0, 3)
            .filter(id -> id != newer)
            .mapToObj(String::valueOf)
            .collect(Collectors.joining(", "));
    String reason =
        "replicas %s do not know level 1 and service version 2, as others do: start them with a build that does"
            .formatted(others);
    assertThat(upgrade().out().lines())
        .last()
        .isEqualTo("this is the newest that all of them know: " + reason);
    CommandRun refused = upgrade("--finish", "--timeout", "20s");
    assertThat(refused.err()).isEqualTo("synod: the upgrade is not finished: " + reason + "\n");
    assertThat(refused.exitCode()).isEqualTo(1);
  }

  @Test
  void learners_are_shown_and_asked() throws Exception {
    replicas.awaitConnected();
    int port = FreePorts.find(1).get(0);
    String learner = "127.0.0.1:" + port;
    upgrade("--learner", learner, "--finish")
        .assertFailed(1, "the upgrade is not finished: learner at " + learner + ": unreachable");
    try (SynodLearner running = replicas.follow(port)) {
      CommandRun shown = upgrade("--learner", learner, "--finish", "--timeout", "20s");
      assertThat(shown.exitCode()).as(shown.err()).isZero();
      assertThat(shown.out().lines())
          .anyMatch(
              line ->
                  line.matches(
                      "learner at " + learner + ": Synod .*, knows level 1 and service version 1"));
      assertThat(running.executed()).isNotNegative();
    }
  }
}
