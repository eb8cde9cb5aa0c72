package io.synod.benchmarks.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(60)
final class ChildrenTest {
  private final Children children = Children.withJvmOptions(List.of("-Xmx64m"));

  @AfterEach
  void close() {
    children.close();
  }

  @Test
  void a_child_ends_when_nobody_holds_its_standard_input() throws Exception {
    Process orphan =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-cp",
                System.getProperty("java.class.path"),
                EchoProcess.class.getName(),
                "test",
                "0",
                "8",
                "100")
            .redirectError(ProcessBuilder.Redirect.DISCARD)
            .start();
    try {
      assertThat(orphan.inputReader().readLine()).isEqualTo(ChildLines.PREFIX + ChildLines.READY);
      orphan.getOutputStream().close();
      assertThat(orphan.waitFor(30, TimeUnit.SECONDS)).isTrue();
    } finally {
      orphan.destroyForcibly();
    }
  }

  @Test
  void no_child_outlives_its_parents_close() throws Exception {
    EchoServers echo = EchoServers.start(children, 8, 100);
    long pid = echo.leader().pid();
    assertThat(ProcessHandle.of(pid)).isPresent();

    children.close();

    assertThat(ProcessHandle.of(pid).map(ProcessHandle::isAlive).orElse(false)).isFalse();
  }

  @Test
  void a_child_that_cannot_start_is_a_failure_with_the_end_of_its_log() throws IOException {
    Child child = children.start("broken", EchoProcess.class, List.of("test", "no port", "8", "1"));

    assertThatThrownBy(() -> child.awaitReady(Duration.ofSeconds(30)))
        .isInstanceOf(ProcessFailure.class)
        .hasMessageStartingWith("broken ended: 1")
        .hasMessageContaining("no port");
  }

  @Test
  void a_closed_benchmark_starts_no_more_children() {
    children.close();

    assertThatThrownBy(() -> children.start("late", EchoProcess.class, List.of()))
        .isInstanceOf(ProcessFailure.class);
  }

  @Test
  void a_process_that_is_being_ended_begins_no_benchmark() throws Exception {
    assertThat(Children.areEnding()).isFalse();
    Process ending =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-cp",
                System.getProperty("java.class.path"),
                LateBenchmark.class.getName())
            .redirectErrorStream(true)
            .start();
    String told = new String(ending.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(told).isEqualTo("true: the benchmark is being ended");
  }

  /** Begins when its process ends. */
  static final class LateBenchmark {
    private LateBenchmark() {}

    public static void main(String[] arguments) {
      Runtime.getRuntime().addShutdownHook(new Thread(LateBenchmark::begin));
    }

    private static void begin() {
      try {
        Children.withJvmOptions(List.of());
      } catch (ProcessFailure refused) {
        System.out.print(Children.areEnding() + ": " + refused.getMessage());
      }
    }
  }

  @Test
  void what_a_child_leaves_in_a_folder_goes_with_it(@TempDir Path disk) throws IOException {
    Path folder = children.folderIn(disk);
    Files.createDirectories(folder.resolve("a/b"));
    Files.writeString(folder.resolve("a/b/c"), "left");
    Files.createDirectory(children.file("data"));

    children.close();

    assertThat(disk).isEmptyDirectory();
    assertThat(children.file("data").getParent()).doesNotExist();
  }
}
