package io.synod.simulation.host;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** Seeds of {@link HostedRun}: {@code -Dsynod.hosted.seeds=n} runs more of them. */
class HostedRunTest {
  private static final long SEEDS = Long.getLong("synod.hosted.seeds", 20);

  @Test
  void what_ships_keeps_its_word_under_faults() {
    HostedRun run = new HostedRun();
    for (long seed = 1; seed <= SEEDS; seed++) {
      assertThat(run.apply(seed)).as("seed %d", seed).isNull();
    }
  }
}
