package io.synod.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The command as an operating system sees it: signals and exit codes. */
@Timeout(60)
final class ReplicaProcessTest {
  private static final long READ_SECONDS_MAX = 30;
  private static final Duration END_MAX = Duration.ofSeconds(2);

  @TempDir Path folder;
  private final List<Process> processes = new ArrayList<>();
  private Path config;
  private int clientPort;

  @BeforeEach
  void writeConfig() throws IOException {
    try (ServerSocket first = new ServerSocket(0);
        ServerSocket second = new ServerSocket(0)) {
      clientPort = second.getLocalPort();
      config =
          Files.writeString(
              folder.resolve("one.properties"),
              "cluster.name = one\ndurability = memory\nreplica.0 = 127.0.0.1:%d:%d\n"
                  .formatted(first.getLocalPort(), clientPort));
    }
  }

  @AfterEach
  void endProcesses() {
    processes.forEach(Process::destroyForcibly);
  }

  private Process start(String... arguments) throws IOException {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(List.of("-cp", System.getProperty("java.class.path")));
    command.add(SynodCommand.class.getName());
    command.addAll(List.of(arguments));
    Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
    processes.add(process);
    return process;
  }

  private Process startReplica() throws IOException {
    return start(
        "replica",
        "--config",
        config.toString(),
        "--id",
        "0",
        "--service",
        EchoService.class.getName());
  }

  /** Reads until {@code text} comes, and gives what came. */
  private static String readUntil(Process process, String text) throws Exception {
    // Reading a pipe cannot be interrupted: it ends when the process does.
    return CompletableFuture.supplyAsync(() -> linesUntil(process.inputReader(), text))
        .get(READ_SECONDS_MAX, TimeUnit.SECONDS);
  }

  private static String linesUntil(BufferedReader reader, String text) {
    StringBuilder output = new StringBuilder();
    try {
      for (String line = reader.readLine(); line != null; line = reader.readLine()) {
        output.append(line).append('\n');
        if (line.contains(text)) {
          return output.toString();
        }
      }
      return output.append("(end of output)").toString();
    } catch (IOException broken) {
      throw new UncheckedIOException(broken);
    }
  }

  @Test
  void a_replica_says_where_it_listens_and_ends_with_0_within_two_seconds_of_sigterm()
      throws Exception {
    Process replica = startReplica();
    assertThat(readUntil(replica, "clients on")).contains("clients on 127.0.0.1:" + clientPort);

    long asked = System.nanoTime();
    replica.destroy();
    assertThat(replica.waitFor(END_MAX.toMillis(), TimeUnit.MILLISECONDS)).isTrue();
    assertThat(Duration.ofNanos(System.nanoTime() - asked)).isLessThan(END_MAX);
    assertThat(replica.exitValue()).isZero();
  }

  @Test
  void a_port_that_is_taken_is_one_line_and_exit_code_1() throws Exception {
    try (ServerSocket taken = new ServerSocket(clientPort)) {
      Process replica = startReplica();
      String output = readUntil(replica, "(all of it)");
      assertThat(replica.waitFor()).isEqualTo(1);
      assertThat(output)
          .contains("synod: replica 0 cannot start: ")
          .contains(String.valueOf(taken.getLocalPort()))
          .doesNotContain("\tat ");
    }
  }

  @Test
  void the_status_of_a_running_replica_is_shown() throws Exception {
    Process replica = startReplica();
    readUntil(replica, "leads view");
    CommandRun run = statusWithLeader();
    assertThat(run.out()).contains("leader", "1 of 1 replicas answer, one of them leads");
    assertThat(run.exitCode()).isZero();
  }

  /** On a machine that stalls, a leader may have to be elected again. */
  private CommandRun statusWithLeader() {
    long giveUp = System.nanoTime() + TimeUnit.SECONDS.toNanos(READ_SECONDS_MAX);
    CommandRun run = CommandRun.of("status", "--config", config.toString());
    while (!run.out().contains(", one of them leads") && System.nanoTime() < giveUp) {
      run = CommandRun.of("status", "--config", config.toString());
    }
    return run;
  }
}
