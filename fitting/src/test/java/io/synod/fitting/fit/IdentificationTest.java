package io.synod.fitting.fit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatNoException;

import io.synod.fitting.measurement.Interval;
import io.synod.tuning.model.CpuCosts;
import io.synod.tuning.model.LinearCost;
import java.util.List;
import org.junit.jupiter.api.Test;

final class IdentificationTest {
  private final SyntheticRuns runs = new SyntheticRuns(SyntheticRuns.TRUTH, 0.02, 1);

  private static void assertRefused(List<Interval> intervals, FitSource source, String... parts) {
    assertThatExceptionOfType(UnidentifiedException.class)
        .isThrownBy(() -> CostFit.of(intervals, source))
        .satisfies(refused -> assertThat(refused.getMessage()).contains(parts));
  }

  private static void assertIdentified(SyntheticRuns runs, FitSource source) {
    assertThatNoException().isThrownBy(() -> CostFit.of(runs.intervals(), source));
  }

  @Test
  void a_few_intervals_are_too_few() {
    runs.run(3, 128, 8, 4);
    assertRefused(runs.intervals(), FitSource.STAGES, "5 intervals", "of 8 needed");
  }

  @Test
  void one_size_of_requests_is_refused_until_the_named_runs_are_added() {
    runs.run(3, 128, 8, 1).run(3, 128, 8, 32);
    assertRefused(
        runs.intervals(),
        FitSource.STAGES,
        "S_req + S_ans is 181 to 181 bytes and must differ by half at least",
        "Add runs with requests of 1024 bytes");
    assertIdentified(runs.run(3, 1_024, 8, 1).run(3, 1_024, 8, 32), FitSource.STAGES);
  }

  @Test
  void one_batch_size_is_refused_until_the_named_runs_are_added() {
    runs.run(3, 128, 8, 4).run(3, 1_024, 8, 4);
    assertRefused(
        runs.intervals(),
        FitSource.STAGES,
        "k is 4 to 4 requests in a batch",
        "Add runs with batch.max-bytes = 34KiB under a load that fills them");
    assertIdentified(runs.run(3, 128, 8, 220).run(3, 1_024, 8, 32), FitSource.STAGES);
  }

  @Test
  void batches_of_equal_bytes_are_refused_though_requests_and_their_number_differ() {
    runs.run(3, 128, 8, 55).run(3, 1_024, 8, 8);
    assertRefused(runs.intervals(), FitSource.STAGES, "S_2a + S_2b is", "batch.max-bytes = 2KiB");
    assertIdentified(runs.run(3, 128, 8, 13).run(3, 1_024, 8, 1), FitSource.STAGES);
  }

  @Test
  void batches_that_follow_from_the_size_of_requests_are_refused() {
    runs.run(3, 128, 8, 1).run(3, 1_024, 8, 32);
    assertRefused(
        runs.intervals(),
        FitSource.STAGES,
        "k follows from S_req + S_ans as they were",
        "Add runs with requests of ",
        "in batches of as many as the smaller ones");
    assertIdentified(runs.run(3, 1_024, 8, 1), FitSource.STAGES);
  }

  @Test
  void everything_that_is_missing_is_named_at_once() {
    runs.run(3, 8_192, 8, 64).run(3, 8_192, 8, 64);
    assertRefused(
        runs.intervals(),
        FitSource.STAGES,
        "S_req + S_ans is",
        "k is",
        "S_2a + S_2b is",
        "requests of 1024 bytes, runs with batch.max-bytes = 6");
  }

  @Test
  void totals_need_answers_of_several_sizes_too() {
    runs.run(3, 128, 8, 1).run(3, 128, 8, 32).run(3, 1_024, 8, 1).run(3, 1_024, 8, 32);
    assertIdentified(runs, FitSource.STAGES);
    assertRefused(
        runs.intervals(),
        FitSource.TOTAL,
        "S_2a follows from k, S_req and S_ans as they were",
        "Add runs with answers of 1024 bytes, or fit --from stages");
    assertIdentified(runs.run(3, 128, 1_024, 1).run(3, 128, 1_024, 32), FitSource.TOTAL);
  }

  @Test
  void intervals_without_cpu_time_are_refused() {
    CpuCosts nothing = new CpuCosts(new LinearCost(0, 0), new LinearCost(0, 0), 0);
    List<Interval> intervals = SyntheticRuns.grid(nothing, 0, 1);
    assertRefused(intervals, FitSource.STAGES, "the CPU time of every interval is 0");
    assertRefused(intervals, FitSource.TOTAL, "the CPU time of every interval is 0");
  }

  @Test
  void a_cluster_of_one_is_refused() {
    runs.run(1, 128, 8, 1).run(1, 1_024, 8, 32);
    assertRefused(runs.intervals(), FitSource.STAGES, "one replica sends no Accept");
  }
}
