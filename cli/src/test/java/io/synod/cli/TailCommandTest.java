package io.synod.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

@Timeout(120)
class TailCommandTest {
  @TempDir private Path folder;

  /** A pipe that nobody reads. */
  private static final class ClosedPipe extends OutputStream {
    @Override
    public void write(int one) throws IOException {
      throw new IOException("Broken pipe");
    }
  }

  @Test
  void slots_that_only_a_snapshot_holds_are_a_line() throws Exception {
    try (FileCluster cluster =
        new FileCluster(folder, "tailed", "log.margin-bytes = 0B\n").start()) {
      cluster.execute("before", 200);
      CompletableFuture<CommandRun> tail =
          CompletableFuture.supplyAsync(
              () ->
                  CommandRun.of(
                      "tail", "--config", cluster.file.toString(), "--from", "0", "--count", "1"));
      while (!tail.isDone()) {
        cluster.execute("behind", 1);
      }
      assertThat(tail.get().exitCode()).isZero();
      assertThat(tail.get().out().lines().toList())
          .hasSize(2)
          .first()
          .asString()
          .matches("slots 0 to [0-9]+ are available only as a snapshot");
    }
  }

  @Test
  void with_the_name_of_another_cluster_it_ends_and_says_so() throws Exception {
    try (RunningReplicas replicas = new RunningReplicas(folder)) {
      CommandRun tail =
          CommandRun.of(
              "tail", "--config", replicas.file.toString(), "--set", "cluster.name=other");
      assertThat(tail.exitCode()).isEqualTo(1);
      assertThat(tail.err())
          .startsWith(
              "synod: the subscription stopped: no replica of cluster 'other' answers; the last address tried was ")
          .contains("this is cluster 'running', not 'other'; check the address");
    }
  }

  @Test
  void an_interrupted_one_has_failed_only_if_it_was_to_count() throws Exception {
    try (RunningReplicas replicas = new RunningReplicas(folder)) {
      replicas.client.execute("one".getBytes(UTF_8));
      List<String> words = List.of("tail", "--config", replicas.file.toString(), "--from", "0");
      assertThat(interrupted(words)).isEqualTo("0 ");
      List<String> three = new ArrayList<>(words);
      three.addAll(List.of("--count", "3"));
      assertThat(interrupted(three))
          .isEqualTo("143 synod: interrupted: 1 of 3 requests were printed\n");
    }
  }

  /** The exit code and what it said, of one that is ended once it has printed a request. */
  private static String interrupted(List<String> words) throws Exception {
    try (ReplicaProcess process = ReplicaProcess.start(words)) {
      process.readUntil(" B  one");
      // Unlike the process, its handle leaves what it says readable.
      ProcessHandle.of(process.pid()).orElseThrow().destroy();
      String said = process.readAll();
      return process.exitCode() + " " + said;
    }
  }

  @Test
  void it_ends_when_nobody_reads_its_lines() throws Exception {
    try (RunningReplicas replicas = new RunningReplicas(folder)) {
      replicas.client.execute("one".getBytes(UTF_8));
      CommandLine command =
          SynodCommand.commandLine().setOut(new PrintWriter(new ClosedPipe(), false, UTF_8));
      String[] arguments = {"tail", "--config", replicas.file.toString(), "--from", "0"};
      CompletableFuture<Integer> tail =
          CompletableFuture.supplyAsync(() -> command.execute(arguments));
      assertThat(tail.get(30, TimeUnit.SECONDS)).isZero();
    }
  }
}
