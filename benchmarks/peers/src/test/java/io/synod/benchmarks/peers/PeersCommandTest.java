package io.synod.benchmarks.peers;

import static org.assertj.core.api.Assertions.assertThat;

import io.synod.process.ThisJvm;
import java.io.BufferedReader;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

@Timeout(120)
final class PeersCommandTest {
  /** Fits a frame of 8 MiB, and not with what a replica's message has around it. */
  private static final int BYTES_FOR_THE_ECHO_ALONE = (8 << 20) - 300;

  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();
  private final CommandLine command =
      PeersCommand.commandLine().setOut(new PrintWriter(out)).setErr(new PrintWriter(err));

  @Test
  void the_chosen_measurement_is_run_printed_and_written(@TempDir Path folder) {
    int code =
        command.execute(
            "--only=echo",
            "--mode=memory",
            "--request=128",
            "--outstanding=20",
            "--repetitions=1",
            "--warmup=100ms",
            "--duration=300ms",
            "--jvm=-Xmx256m -XX:TieredStopAtLevel=1",
            "--results=" + folder);

    assertThat(err.toString()).isEmpty();
    assertThat(code).isZero();
    assertThat(out.toString())
        .contains("memory, 128 B, 20 outstanding")
        .containsPattern("echo +[1-9]");
    assertThat(folder)
        .isDirectoryContaining(file -> Files.exists(file.resolveSibling("peers.png")));
  }

  @Test
  void one_that_fails_does_not_keep_the_others_from_being_measured(@TempDir Path folder) {
    int code =
        command.execute(
            "--only=synod-merged,echo",
            "--mode=memory",
            "--request=" + BYTES_FOR_THE_ECHO_ALONE,
            "--outstanding=1",
            "--repetitions=1",
            "--warmup=100ms",
            "--duration=300ms",
            "--jvm=-Xmx256m -XX:TieredStopAtLevel=1",
            "--results=" + folder);

    assertThat(code).isEqualTo(1);
    assertThat(out.toString())
        .containsPattern(
            "synod-merged +failed: no request was answered: .*over the cluster's limit")
        .containsPattern("echo +[1-9]");
  }

  @Test
  void a_run_that_is_ended_replaces_no_results(@TempDir Path folder) throws Exception {
    Path results = Files.writeString(folder.resolve("peers.txt"), "of an earlier run");
    List<String> options = new ArrayList<>(ThisJvm.command(List.of("-Xmx256m")));
    options.addAll(
        List.of(
            SlowlyEnding.class.getName(),
            "--only=echo",
            "--mode=memory",
            "--warmup=100ms",
            "--duration=60s",
            "--repetitions=1",
            "--jvm=-Xmx256m",
            "--results=" + folder));
    Process run = new ProcessBuilder(options).redirectErrorStream(true).start();
    try (BufferedReader output = run.inputReader()) {
      StringBuilder text = new StringBuilder(output.readLine());
      // Unlike the process, its handle leaves the output open.
      run.toHandle().destroy();
      output.lines().forEach(text::append);
      assertThat(text.toString()).startsWith("1 of ").doesNotContain("2 of ", "req/s");
    }
    assertThat(results).hasContent("of an earlier run");
  }

  /** The same command; its process has as much time at its end as one with large files. */
  static final class SlowlyEnding {
    private static final long END_SECONDS = 5;

    private SlowlyEnding() {}

    public static void main(String[] arguments) {
      Thread main = Thread.currentThread();
      Thread hook = new Thread(() -> await(main));
      Runtime.getRuntime().addShutdownHook(hook);
      PeersCommand.commandLine().execute(arguments);
    }

    private static void await(Thread main) {
      try {
        main.join(TimeUnit.SECONDS.toMillis(END_SECONDS));
      } catch (InterruptedException urged) {
        Thread.currentThread().interrupt();
      }
    }
  }

  @Test
  void an_unknown_system_is_bad_usage_that_names_the_known_ones() {
    assertThat(command.execute("--only=zookeeper")).isEqualTo(2);
    assertThat(err.toString().lines())
        .containsExactly(
            "bench-peers: Invalid value for option '--only' (SYSTEM): 'zookeeper' is none of"
                + " [synod-staged, synod-split, synod-merged, aeron, ratis, jraft, echo]",
            "Try 'scripts/bench-peers --help'.");
  }

  @Test
  void a_request_too_short_for_its_number_is_bad_usage() {
    assertThat(command.execute("--request=4")).isEqualTo(2);
    assertThat(err.toString()).contains("need 8");
  }
}
