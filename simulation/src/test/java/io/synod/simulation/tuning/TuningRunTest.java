package io.synod.simulation.tuning;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class TuningRunTest {
  private static final int SEEDS = Integer.getInteger("synod.tuning.seeds", 1_000);

  @Test
  void the_search_finds_nearly_the_best_limits_and_is_quiet_then() {
    TuningSummary summary = new TuningSummary();
    for (int seed = 1; seed <= SEEDS; seed++) {
      new TuningRun(seed, summary).run();
    }
    System.out.println("tuning: " + summary);
    assertThat(summary.complaint()).isNull();
  }
}
