package io.synod.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.synod.replica.config.SynodConfig;
import java.io.IOException;
import java.net.ServerSocket;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The command as an operating system sees it: signals and exit codes. */
@Timeout(180)
final class ReplicaProcessTest {
  private static final long STATUS_SECONDS_MAX = 30;
  private static final Duration END_MAX = Duration.ofSeconds(2);

  @TempDir Path folder;
  private Path config;
  private int clientPort;

  @BeforeEach
  void writeConfig() throws IOException {
    config = ClusterFile.write(folder, "one", "durability = memory\n", 1);
    clientPort = SynodConfig.load(config).cluster().replica(0).clientPort();
  }

  private ReplicaProcess startReplica() throws IOException {
    return ReplicaProcess.replica(config, EchoService.class);
  }

  @Test
  void a_replica_says_where_it_listens_and_ends_with_0_within_two_seconds_of_sigterm()
      throws Exception {
    // A machine that stands still may spoil one.
    assertThat(endsInTime() || endsInTime() || endsInTime()).isTrue();
  }

  private boolean endsInTime() throws Exception {
    try (ReplicaProcess replica = startReplica()) {
      assertThat(replica.readUntil("clients on")).contains("clients on 127.0.0.1:" + clientPort);
      replica.terminate();
      boolean isInTime = replica.endsWithin(END_MAX.toMillis());
      assertThat(replica.exitCode()).isZero();
      return isInTime;
    }
  }

  @Test
  void a_port_that_is_taken_is_one_line_and_exit_code_1() throws Exception {
    try (ServerSocket taken = new ServerSocket(clientPort);
        ReplicaProcess replica = startReplica()) {
      String output = replica.readAll();
      assertThat(replica.exitCode()).isEqualTo(1);
      assertThat(output)
          .contains("synod: replica 0 cannot start: ")
          .contains(String.valueOf(taken.getLocalPort()))
          .doesNotContain("\tat ");
    }
  }

  @Test
  void the_status_of_a_running_replica_is_shown_and_its_log_says_the_day() throws Exception {
    try (ReplicaProcess replica = startReplica()) {
      assertThat(replica.readUntil("leads view"))
          .containsPattern(
              "(?m)^[0-9]{4}-[0-9]{2}-[0-9]{2} [0-9:]{8}\\.[0-9]{3} INFO  replica 0: leads view");
      CommandRun run = statusWithLeader();
      assertThat(run.out()).contains("leader", "1 of 1 replicas answer, one of them leads");
      assertThat(run.exitCode()).isZero();
    }
  }

  /** On a machine that stalls, a leader may have to be elected again. */
  private CommandRun statusWithLeader() {
    long giveUp = System.nanoTime() + TimeUnit.SECONDS.toNanos(STATUS_SECONDS_MAX);
    CommandRun run = CommandRun.of("status", "--config", config.toString());
    while (!run.out().contains(", one of them leads") && System.nanoTime() < giveUp) {
      run = CommandRun.of("status", "--config", config.toString());
    }
    return run;
  }
}
