package io.synod.benchmarks.cluster;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.synod.benchmarks.load.LoadResult;
import io.synod.benchmarks.load.Span;
import io.synod.benchmarks.process.JournalUse;
import io.synod.benchmarks.process.Measured;
import io.synod.benchmarks.process.Stations;
import io.synod.process.ProcessFailure;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class ReportTest {

  @Test
  void the_median_of_the_repetitions_is_reported_with_their_range() {
    Row row = Row.of("three", List.of(measured(300), measured(100), measured(200)));

    assertThat(row.perSecond()).isEqualTo(200);
    assertThat(row.perSecondMin()).isEqualTo(100);
    assertThat(row.perSecondMax()).isEqualTo(300);
  }

  @Test
  void a_range_is_printed_only_for_several_measurements() {
    assertThat(table(measured(300))).contains(" 300 ").doesNotContain("(300");
    assertThat(table(measured(300), measured(100))).contains("(100..300)");
  }

  @Test
  void a_measurement_in_which_the_leader_changed_does_not_count() {
    Row row = Row.of("three", List.of(measured(300), measured(100), changed(9_000)));
    assertThat(row.perSecondMax()).isEqualTo(300);
    assertThat(table(measured(300), measured(100), changed(9_000)))
        .contains("(100..300)", "of 2 measurements; in 1 others the leader changed");
  }

  @Test
  void without_a_valid_measurement_no_figure_is_printed() {
    assertThat(table(changed(777))).contains("the leader changed").doesNotContain("777", "syncs/s");

    Report report = new Report(Map.of("replicas", 3));
    report.add(Row.of("one", List.of(changed(777))));
    String[] lines = report.csv().split("\n");
    assertThat(lines[1]).isEqualTo("one" + ",".repeat(lines[0].split(",").length - 1) + "1");
    assertThat(report.toMap().toString()).doesNotContain("777");
  }

  @Test
  void a_measurement_that_does_not_count_is_not_drawn() {
    Report report = new Report(Map.of("replicas", 3));
    report.add(Row.of("one", List.of(changed(777))));
    report.add(Row.of("two", List.of(measured(100))));
    assertThat(report.medians()).containsOnlyKeys("two");
  }

  @Test
  void a_report_without_any_figure_is_still_written(@TempDir Path folder) {
    Report report = new Report(Map.of("replicas", 3));
    report.add(Row.of("one", List.of(changed(777))));
    ReportFiles.writeAll(report, folder);
    assertThat(folder.resolve("report.csv")).isNotEmptyFile();
  }

  @Test
  void a_transfer_in_which_the_leader_changed_proves_nothing() {
    Report report = new Report(Map.of("replicas", 3));
    report.add(Row.of("one", List.of(changed(777))));
    TransferBench.Outcome outcome = new TransferBench.Outcome(report, 100, 100, 5, 1);
    assertThat(outcome.holds()).isFalse();
    assertThat(outcome.verdict()).contains("the leader changed").doesNotContain("100 %");
  }

  private static String table(Measured... repetitions) {
    Report report = new Report(Map.of("replicas", 3));
    report.add(Row.of("one", List.of(repetitions)));
    return report.table();
  }

  @Test
  void a_rate_that_rises_while_it_is_measured_is_marked() {
    assertThat(table(with(measured(300), List.of(100L, 110L, 150L), false)))
        .contains("still rising: by 50 % meanwhile");
    assertThat(table(with(measured(300), List.of(100L, 90L, 105L), false)))
        .doesNotContain("rising");
  }

  private static Measured changed(long answered) {
    Measured one = measured(answered);
    return with(one, one.perSecond(), true);
  }

  private static Measured with(Measured one, List<Long> perSecond, boolean leaderChanged) {
    return new Measured(
        one.load(),
        perSecond,
        one.cpuNanos(),
        one.leaderCpuNanos(),
        one.residentBytesPeak(),
        one.busy(),
        one.journal(),
        one.stations(),
        leaderChanged);
  }

  @Test
  void a_measurement_that_fails_does_not_lose_those_before_it() throws Exception {
    ByteArrayOutputStream shown = new ByteArrayOutputStream();
    Span span = new Span(Duration.ZERO, Duration.ofSeconds(1));
    try (BenchProgress progress = new BenchProgress(new PrintStream(shown, true, UTF_8), span, 3)) {
      Repetitions repetitions = new Repetitions(progress);
      repetitions.add("one", listener -> measured(300));
      repetitions.add(
          "two",
          listener -> {
            throw new ProcessFailure("replica 0 ended: 1");
          });
      repetitions.add("one", listener -> measured(100));

      Report report = repetitions.report(Map.of("replicas", 3));
      assertThat(report.hasFailures()).isTrue();
      assertThat(report.table()).contains("(100..300)", "without a result").doesNotContain("two");
      assertThat(report.toMap()).containsEntry("failedMeasurements", 1);
    }
    assertThat(shown.toString(UTF_8)).contains("! not measured: two: replica 0 ended: 1");
  }

  /** Whoever ends the benchmark then gets no report. */
  @Test
  void each_result_is_shown_at_once() throws Exception {
    ByteArrayOutputStream shown = new ByteArrayOutputStream();
    Span span = new Span(Duration.ZERO, Duration.ofSeconds(1));
    try (BenchProgress progress = new BenchProgress(new PrintStream(shown, true, UTF_8), span, 2)) {
      Repetitions repetitions = new Repetitions(progress);
      repetitions.add("one", listener -> measured(2_000));
      assertThat(shown.toString(UTF_8))
          .endsWith("  measured: 2,000/s, p99 2.00 ms, CPU 1000.00 us each%n".formatted());
      repetitions.add("one", listener -> changed(777));
      assertThat(shown.toString(UTF_8)).contains("the leader changed").doesNotContain("777");
    }
  }

  @Test
  void without_any_measurement_the_failure_is_that_of_the_benchmark() {
    Span span = new Span(Duration.ZERO, Duration.ofSeconds(1));
    ProcessFailure failure = new ProcessFailure("replica 0 ended: 1");
    PrintStream nowhere = new PrintStream(new ByteArrayOutputStream(), true, UTF_8);
    try (BenchProgress progress = new BenchProgress(nowhere, span, 2)) {
      Repetitions repetitions = new Repetitions(progress);
      assertThatThrownBy(
              () ->
                  repetitions.add(
                      "one",
                      listener -> {
                        throw failure;
                      }))
          .isSameAs(failure);
    }
  }

  @Test
  void cost_is_divided_by_what_was_answered() {
    Report report = new Report(Map.of("replicas", 3));
    report.add(Row.of("one", List.of(measured(1_000))));

    String[] names = report.csv().split("\n")[0].split(",");
    String[] values = report.csv().split("\n")[1].split(",");

    assertThat(values).hasSameSizeAs(names);
    assertThat(values[List.of(names).indexOf("cpuMicrosPerRequest")]).isEqualTo("2000.0");
    assertThat(values[List.of(names).indexOf("leaderCpuMicrosPerRequest")]).isEqualTo("500.0");
    assertThat(values[List.of(names).indexOf("requestsPerSecond")]).isEqualTo("1000.0");
    assertThat(values[List.of(names).indexOf("p50Millis")]).isEqualTo("2.0");
  }

  @Test
  void stations_are_reported_per_request_and_per_instance() {
    Report report = new Report(Map.of("replicas", 3));
    report.add(Row.of("one", List.of(measured(1_000))));

    assertThat(report.table()).containsPattern("leader batcher +1\\.000 \\| 10\\.0");
  }

  /** For a second; with two seconds of CPU, half a second of it the leader's. */
  private static Measured measured(long answered) {
    Histogram latencies = new Histogram(1_000, 600_000_000_000L, 3);
    latencies.recordValueWithCount(2_000_000, answered);
    LoadResult load = new LoadResult(1_000_000_000, answered, 0, 0, latencies);
    return new Measured(
        load,
        List.of(answered),
        2_000_000_000,
        500_000_000,
        1 << 20,
        0,
        new JournalUse(100, 5_000_000),
        new Stations(answered, answered / 10.0, Map.of("leader batcher", 1_000 * answered)),
        false);
  }
}
