package io.synod.simulation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import org.junit.jupiter.api.Test;

/**
 * Seeds of {@link HostedSimulation}: {@code -Dsynod.hosted.seeds=n} runs more of them, {@code
 * -Dsynod.hosted.first=n} others.
 */
class HostedSimulationTest {
  private static final long FIRST = Long.getLong("synod.hosted.first", 1);
  private static final long SEEDS = Long.getLong("synod.hosted.seeds", 60);

  @Test
  void what_ships_keeps_its_word_under_faults() {
    for (long seed = FIRST; seed < FIRST + SEEDS; seed++) {
      HostedSimulation simulation = new HostedSimulation(seed);
      assertThatCode(simulation::run).as("seed %d", seed).doesNotThrowAnyException();
    }
  }

  @Test
  void the_same_seed_gives_the_same_run() {
    for (long seed = 1; seed <= 6; seed++) {
      assertThat(traceHash(seed)).isEqualTo(traceHash(seed)).isNotEqualTo(traceHash(seed + 1));
    }
  }

  private static long traceHash(long seed) {
    HostedSimulation simulation = new HostedSimulation(seed);
    simulation.run();
    return simulation.traceHash();
  }
}
