package io.synod.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class DiskCommandTest {
  @TempDir Path folder;

  @Test
  void a_check_reports_the_time_of_a_write_and_leaves_no_files() throws IOException {
    CommandRun run = CommandRun.of("disk", "check", folder.toString());

    assertThat(run.err()).isEmpty();
    assertThat(run.out())
        .contains(folder + ": ", " GiB free", "a durable write, ms", "4 KiB", "64 KiB")
        .containsPattern("(?m)^fdatasync +\\d+\\.\\d{3} +\\d+\\.\\d{3} +\\d+\\.\\d{3} +\\d");
    String verdict =
        run.exitCode() == 0 ? "commits a second, each with" : "no device is that fast, so data";
    assertThat(run.out()).contains(verdict);
    try (Stream<Path> left = Files.list(folder)) {
      assertThat(left).isEmpty();
    }
  }

  @Test
  void memory_is_distinguished_from_a_disk() {
    Path memory = Path.of("/dev/shm");
    assumeTrue(Files.isWritable(memory), "no file system in memory");
    CommandRun run = CommandRun.of("disk", "check", memory.toString());
    assertThat(run.exitCode()).isEqualTo(1);
    assertThat(run.out()).contains("tmpfs", "lost when the power fails", "durability=memory");
  }

  @Test
  void a_directory_must_be_there() {
    CommandRun.of("disk", "check", folder.resolve("none").toString())
        .assertFailed(2, "there is no directory " + folder.resolve("none"));
    assertThat(CommandRun.of("disk", "check").err()).contains("Missing required parameter: 'DIR'");
    assertThat(CommandRun.of("disk").exitCode()).isEqualTo(2);
  }
}
