package io.synod.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SimulationSeedsTest {
  private static final int SEEDS = 60;

  @ParameterizedTest
  @ValueSource(longs = {1, 1 + SEEDS})
  @Execution(ExecutionMode.CONCURRENT)
  void seeds_find_nothing_wrong(long first) {
    List<SeedResult> results = new ArrayList<>();
    RunSummary summary = SimulationRun.run(first, SEEDS, results::add);
    assertThat(summary.failures()).isEmpty();
    assertThat(summary.passed()).isTrue();
    assertThat(results).hasSize(SEEDS).allMatch(SeedResult::passed);
    // Not by doing nothing.
    assertThat(summary.operations()).isGreaterThan(100L * SEEDS);
    assertThat(summary.events()).isGreaterThan(5_000L * SEEDS);
  }

  @Test
  void the_same_seed_gives_the_same_trace() {
    List<String> first = new ArrayList<>();
    List<String> second = new ArrayList<>();
    SeedResult traced = SimulationRun.trace(1, first::add);
    assertThat(SimulationRun.trace(1, second::add)).isEqualTo(traced);
    assertThat(second).isEqualTo(first);
    // The hash is one of the trace, without its text.
    for (long seed = 1; seed <= 5; seed++) {
      assertThat(SimulationRun.runSeed(seed)).isEqualTo(SimulationRun.runSeed(seed));
    }
    assertThat(SimulationRun.runSeed(1)).isEqualTo(traced);
  }

  @Test
  void another_seed_gives_another_trace() {
    assertThat(SimulationRun.runSeed(1).traceHash())
        .isNotEqualTo(SimulationRun.runSeed(2).traceHash());
  }

  @Test
  void a_failure_names_seed_time_and_the_command_that_replays_it() {
    SimulationFailure failure = SimulationRun.trace(7, SimulationSeedsTest::fail).failure();
    assertThat(failure.seed()).isEqualTo(7);
    assertThat(failure)
        .hasMessageContaining("seed 7, virtual time 0 ns: IllegalStateException: no room")
        .hasMessageContaining("scripts/synod simulate --seeds 1 --seed 7");
  }

  private static void fail(String line) {
    throw new IllegalStateException("no room");
  }

  @Test
  void a_failed_seed_does_not_stop_the_run() {
    RunSummary summary = SimulationRun.run(Long.MAX_VALUE - 3, 3, result -> {});
    assertThat(summary.seeds()).isEqualTo(3);
    assertThat(summary.failures()).isEmpty();
  }
}
