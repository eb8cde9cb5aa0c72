package io.synod.chaos.hostile;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class ReplicaLogTest {
  @TempDir Path directory;

  private ReplicaLog read(String... lines) throws IOException {
    Path file = directory.resolve("replica-0.log");
    Files.write(file, List.of(lines));
    return ReplicaLog.read(file);
  }

  @Test
  void a_line_at_level_error_is_an_error_and_one_that_mentions_the_word_is_not() throws Exception {
    ReplicaLog log =
        read(
            "2026-11-29 12:00:00.001 WARN  replica 0: refused: this is cluster 'a', not 'ERROR'",
            "2026-11-29 12:00:00.002 ERROR replica 0 stops: no space",
            // Of an older build.
            "12:00:00.003 ERROR replica 0 stops: no file",
            "\tat io.synod.Somewhere");
    assertThat(log.errors())
        .containsExactly(
            "2026-11-29 12:00:00.002 ERROR replica 0 stops: no space",
            "12:00:00.003 ERROR replica 0 stops: no file");
    assertThat(log.last()).hasSize(4);
  }

  @Test
  void a_jvm_that_ends_for_want_of_memory_has_logged_an_error() throws Exception {
    assertThat(read("Terminating due to java.lang.OutOfMemoryError: Java heap space").errors())
        .hasSize(1);
    assertThat(read("Exception in thread \"x\" java.lang.Error").errors()).hasSize(1);
  }
}
