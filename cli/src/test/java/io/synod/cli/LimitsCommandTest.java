package io.synod.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(120)
final class LimitsCommandTest {
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

  private CommandRun limits(String... options) {
    return CommandRun.of(
        List.of("limits", "--config", replicas.file.toString(), "--timeout", "20s"), options);
  }

  @Test
  void it_shows_the_limits_and_changes_them() {
    CommandRun shown = limits();
    shown.assertWell();
    assertThat(shown.out())
        .isEqualTo(
            """
            session.idle-timeout = 10min
            session.max-outstanding = 4096
            session.max-count = 65536
            session.max-answer-bytes = 2MiB
            session.max-kept-bytes = 16MiB
            session.max-all-kept-bytes = 32MiB
            session.max-event-bytes = 4MiB
            """);
    CommandRun changed =
        limits("--change", "session.max-count=1000", "--change", "session.idle-timeout=1h");
    changed.assertWell();
    assertThat(changed.out())
        .isEqualTo(
            shown
                .out()
                .replace("= 10min", "= 1h")
                .replace("max-count = 65536", "max-count = 1000"));
    assertThat(limits().out()).isEqualTo(changed.out());
  }

  @Test
  void impossible_limits_are_refused_with_the_reason() {
    limits("--change", "session.max-outstanding=10")
        .assertFailed(1, "session.max-outstanding cannot be lowered");

    limits("--change", "session.max-count=7", "--change", "session.max-count=8")
        .assertFailed(2, "session.max-count is given twice");
    assertRefused("session.max-count", "'session.max-count' is not of the form KEY=VALUE");
    assertRefused("batch.max-bytes=1KiB", "batch.max-bytes is no limit of sessions: these are");
    assertRefused("session.max-count=many", "session.max-count: 'many' is not a whole number");
    assertRefused("session.max-count=0", "session.max-count: 0 is not 1 to 10000000");
  }

  @Test
  void wrong_words_are_refused_also_where_no_replica_answers() throws IOException {
    Path down = ClusterFile.write(folder, "down", "", 1);
    CommandRun run =
        CommandRun.of("limits", "--config", down.toString(), "--change", "session.max-count=many");
    run.assertFailed(2, "session.max-count: 'many' is not a whole number");
  }

  private void assertRefused(String change, String reason) {
    limits("--change", change).assertFailed(2, reason);
  }
}
