package io.synod.benchmarks.experiment.report;

import static org.assertj.core.api.Assertions.assertThat;

import io.synod.benchmarks.experiment.catalogue.Experiment;
import io.synod.core.settings.Consistency;
import io.synod.core.settings.Durability;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Reports in which the numbers of a paper stand beside those measured. */
final class LibPaxosSectionsTest {
  private static final Results NOTHING = new Results(List.of());

  @Test
  void latencies_over_the_rate_are_beside_those_of_table_4() {
    Result measured = result(Experiment.RATE, Map.of(Axis.RATE, 1000.0, Axis.BATCHING, 1.0));
    measured.values().put(Measure.LATENCY_LEAST.column(), 0.25);
    measured.values().put(Measure.LATENCY_MEAN.column(), 1.5);
    measured.values().put(Measure.LATENCY_MOST.column(), 3.125);
    measured.values().put(Measure.THROUGHPUT.column(), 1000.0);

    assertThat(LibPaxosSections.rates(new Results(List.of(measured))))
        .contains("| 1,000 | 300 | 300 | 400 | – | – | – | – | 250 | 1,500 | 3,125 | 1,000 |")
        .contains("| 3,000 | 1,284,200 | 4,967,700 | 8,368,400 | – |");
  }

  @Test
  void a_rate_that_the_paper_has_not_has_a_row_as_well() {
    Result measured = result(Experiment.RATE, Map.of(Axis.RATE, 50_000.0, Axis.BATCHING, 1.0));
    assertThat(LibPaxosSections.rates(new Results(List.of(measured))))
        .contains("| 50,000 | – | – | – | – | – | – | – | 0 |");
  }

  @Test
  void sync_is_beside_table_6_and_the_other_levels_beside_table_5() {
    Result measured =
        result(
            Experiment.STORAGE,
            Map.of(
                Axis.LEVEL,
                (double) Durability.SYNC.ordinal(),
                Axis.RATE,
                0.0,
                Axis.BATCHING,
                0.0));
    measured.values().put(Measure.THROUGHPUT.column(), 700.0);

    assertThat(LibPaxosSections.levels(new Results(List.of(measured))))
        .contains("| values/s | `sync` | 8.40 | 8.10 | 700 | – |")
        .contains("| values/s | `view` | 2,532 | 2,703 | – | – |");
  }

  @Test
  void replicas_are_compared_with_three_as_in_table_7() {
    Result three = replicas(3, 2000);
    Result eleven = replicas(11, 500);

    assertThat(LibPaxosSections.acceptors(new Results(List.of(three, eleven))))
        .contains("| 11 | 5 | 1,923 | 0.74 | 52.0 | 500 | 0.25 | 200 |");
  }

  @Test
  void learners_are_compared_with_none_as_in_table_8() {
    Result none = learners(0, 4000, 0);
    Result ten = learners(10, 1000, 0);
    ten.values().put(Measure.BEHIND_SLOTS.column(), 7.0);
    Result paced = learners(3, 1990, 2000);
    paced.values().put(Measure.LATENCY_MEAN.column(), 500.0);

    assertThat(LibPaxosSections.learners(new Results(List.of(none, ten, paced))))
        .contains("| 0 | 2,685 | 1.00 | one at a time | 4,000 | 1.00 | 0 | 0 | 0 | 0 |")
        .contains("| 10 | 2,516 | 0.94 | one at a time | 1,000 | 0.25 | 0 | 0 | 0 | 7 | 0 | 0 |")
        .contains("| 3 | 1,348,107 | one at a time | 0 | 500,000 | 0 | 1,990 | 0 | 0 |")
        .contains("| 2 | 1,348,107 | default | – |")
        .doesNotContain("| 2 | – |", "| 10 | – |");
  }

  @Test
  void bytes_per_second_are_those_of_the_mean_value() {
    Result mixed =
        result(
            Experiment.VALUES,
            Map.of(
                Axis.VALUE_LEAST,
                500.0,
                Axis.VALUE_MOST,
                3000.0,
                Axis.BATCHING,
                0.0,
                Axis.RATE,
                0.0));
    mixed.values().put(Measure.THROUGHPUT.column(), 2551.0);

    assertThat(LibPaxosSections.lengths(new Results(List.of(mixed))))
        .contains("| 500 to 3000 | 2,551 | 4.26 | – | 2,551 | 4.26 |");
  }

  @Test
  void settings_are_compared_with_the_default_as_in_table_11() {
    Result common = configured(Configuration.DEFAULT, 10_000);
    Result window = configured(Configuration.A, 12_000);

    assertThat(LibPaxosSections.parameters(new Results(List.of(common, window))))
        .contains("| A | pipeline.window=48, election.timeout=3s | 2,415 | 0.91 | 12,000 | 1.20 |");
  }

  @Test
  void without_measurements_there_are_no_numbers() {
    assertThat(LibPaxosSections.rates(NOTHING)).doesNotContain("NaN");
    assertThat(LibPaxosSections.levels(NOTHING)).doesNotContain("NaN");
    assertThat(LibPaxosSections.acceptors(NOTHING)).doesNotContain("NaN");
    assertThat(LibPaxosSections.learners(NOTHING)).doesNotContain("NaN");
    assertThat(LibPaxosSections.lengths(NOTHING)).doesNotContain("NaN");
    assertThat(LibPaxosSections.parameters(NOTHING)).doesNotContain("NaN");
    assertThat(LibPaxosCounters.section(NOTHING)).doesNotContain("NaN").contains("too few runs");
  }

  @Test
  void counting_is_compared_in_pairs_and_counters_with_table_3() {
    List<Result> results = new ArrayList<>();
    for (int run = 1; run <= 3; run++) {
      results.add(counted(run, 0, 10_000));
      Result counting = counted(run, 1, 10_000 / (1.02 + run / 1000.0));
      counting.values().put(Measure.COUNTED_VALUES.column(), 50_000.0);
      counting.values().put(Measure.PHASE2_SENT.column(), 100_000.0);
      results.add(counting);
    }

    assertThat(LibPaxosCounters.section(new Results(results)))
        .contains("| 2 | 43 | 39 | 10 | 10.2 |")
        .contains("one at a time: counting takes +2.2 % of the time, +2.0 to +2.4 % with 95 %")
        .contains("over 3 pairs: a significant difference")
        .contains("default: too few runs to compare")
        .contains("| send_accept | 100,000 | 100,002 | `phase2-sent` | 200,000 | – |")
        .contains("| instance_stolen | 0 | 0 | – | – | – |");
  }

  private static Result counted(int run, int counting, double throughput) {
    Result result =
        result(
            Experiment.COUNTERS,
            Map.of(
                Axis.RUN,
                (double) run,
                Axis.BATCHING,
                0.0,
                Axis.INSTRUMENTED,
                (double) counting,
                Axis.RATE,
                0.0));
    result.values().put(Measure.THROUGHPUT.column(), throughput);
    return result;
  }

  @Test
  void reads_list_the_cpu_of_the_leader_and_of_all_replicas() {
    Result stale =
        result(
            Experiment.QUORUM,
            Map.of(
                Axis.REPLICAS,
                5.0,
                Axis.CONSISTENCY,
                (double) Consistency.STALE.kind().ordinal(),
                Axis.READS,
                100.0,
                Axis.OUTSTANDING,
                900.0));
    stale.values().put(Measure.REPLICAS_CPU.column(), 10.0);
    stale.values().put(Measure.LEADER_CPU.column(), 2.0);

    assertThat(RelaySections.reads(new Results(List.of(stale))))
        .contains("| 5 | 100 % | 900 | `stale` | 0 | 0 | 0 | 10 | 2 | 20 % | 0 | 0 |");
  }

  @Test
  void a_row_has_a_cell_for_each_column() {
    Table<Double> table =
        new Table<Double>().number("a", row -> row).percent("b", "%.0f %%", row -> row);
    assertThat(table.of(List.of(0.5, Double.NaN)))
        .isEqualTo("| a | b |\n|---|---|\n| 0.500 | 50 % |\n| – | – |\n");
  }

  private static Result replicas(int replicas, double throughput) {
    Result result =
        result(Experiment.ACCEPTORS, Map.of(Axis.REPLICAS, (double) replicas, Axis.BATCHING, 0.0));
    result.values().put(Measure.THROUGHPUT.column(), throughput);
    return result;
  }

  private static Result learners(int learners, double throughput, int rate) {
    Result result =
        result(
            Experiment.LEARNERS,
            Map.of(Axis.LEARNERS, (double) learners, Axis.BATCHING, 0.0, Axis.RATE, (double) rate));
    result.values().put(Measure.THROUGHPUT.column(), throughput);
    return result;
  }

  private static Result configured(Configuration configuration, double throughput) {
    Result result =
        result(
            Experiment.PARAMETERS,
            Map.of(Axis.CONFIGURATION, (double) configuration.number(), Axis.RATE, 0.0));
    result.values().put(Measure.THROUGHPUT.column(), throughput);
    return result;
  }

  private static Result result(Experiment experiment, Map<String, Double> axes) {
    Map<String, Double> values = new LinkedHashMap<>();
    experiment.plan().columns().forEach(column -> values.put(column, 0.0));
    values.putAll(axes);
    return new Result("id", values);
  }
}
