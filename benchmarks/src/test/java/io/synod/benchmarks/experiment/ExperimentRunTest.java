package io.synod.benchmarks.experiment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.synod.benchmarks.experiment.catalogue.Effort;
import io.synod.benchmarks.experiment.catalogue.Experiment;
import io.synod.benchmarks.load.Span;
import io.synod.core.settings.Durability;
import io.synod.process.ProcessFailure;
import io.synod.replica.config.ThreadLayout;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

final class ExperimentRunTest {
  private static final Span SPAN = new Span(Duration.ZERO, Duration.ofSeconds(1));

  @TempDir Path folder;

  @Test
  @Timeout(60)
  void the_reason_for_a_failed_point_is_printed_before_the_next_point() {
    Effort effort = new Effort(true, 3, ThreadLayout.MERGED, Durability.MEMORY);
    ExperimentRun run =
        new ExperimentRun(Experiment.CLIENTS, effort, SPAN, List.of("-XX:NoSuchOption"));
    ByteArrayOutputStream text = new ByteArrayOutputStream();

    assertThatThrownBy(() -> run.run(folder, new PrintStream(text, true, StandardCharsets.UTF_8)))
        .as("three points in a row")
        .isInstanceOf(ProcessFailure.class);

    List<String> lines = text.toString(StandardCharsets.UTF_8).lines().toList();
    String first = Experiment.CLIENTS.plan().points(effort).get(0).id();
    String second = Experiment.CLIENTS.plan().points(effort).get(1).id();
    assertThat(lines)
        .containsSubsequence(
            "1 of 4: " + first,
            "! not measured: " + first + ": replica 0 ended: 1; its log ends with:",
            "2 of 4: " + second);
    assertThat(String.join("\n", lines)).contains("NoSuchOption");
  }
}
