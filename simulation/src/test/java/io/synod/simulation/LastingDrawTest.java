package io.synod.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import io.synod.simulation.fault.LastingKind;
import io.synod.simulation.scheduler.Seeds;
import java.util.EnumMap;
import java.util.Map;
import org.junit.jupiter.api.Test;

class LastingDrawTest {
  private static final int SEEDS = 3_000;

  @Test
  void every_lasting_fault_is_drawn_and_takes_a_replica_away_only_where_the_others_suffice() {
    Map<LastingKind, Integer> counts = new EnumMap<>(LastingKind.class);
    for (long seed = 1; seed <= SEEDS; seed++) {
      Scenario scenario = ScenarioDraw.draw(new Seeds(seed), false);
      LastingKind kind = scenario.faults().lasting();
      if (kind != null) {
        counts.merge(kind, 1, Integer::sum);
      }
      if (kind != null && kind.takesAway()) {
        assertThat(scenario.config().cluster().quorums().losable()).isPositive();
        assertThat(scenario.standbys()).isEmpty();
      }
    }
    assertThat(counts).containsOnlyKeys(LastingKind.values());
    int all = counts.values().stream().mapToInt(Integer::intValue).sum();
    assertThat(all).isBetween(SEEDS / 40, SEEDS / 16 + SEEDS / 80);
  }
}
