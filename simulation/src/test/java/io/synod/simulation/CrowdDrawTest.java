package io.synod.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import io.synod.core.settings.SessionSettings;
import io.synod.simulation.client.Workload;
import io.synod.simulation.scheduler.Seeds;
import org.junit.jupiter.api.Test;

class CrowdDrawTest {
  private static final int SEEDS = 400;

  @Test
  void every_unusual_crowd_is_drawn_and_most_are_usual() {
    int greedy = 0;
    int eager = 0;
    int leaving = 0;
    for (long seed = 1; seed <= SEEDS; seed++) {
      Scenario scenario = ScenarioDraw.draw(new Seeds(seed), false);
      SessionSettings session = scenario.config().session();
      Workload workload = scenario.workload();
      boolean isGreedy = workload.outstanding() > session.outstandingMax();
      greedy += isGreedy ? 1 : 0;
      eager += workload.outstanding() > 16 && !isGreedy ? 1 : 0;
      leaving += workload.leaving() > 0 ? 1 : 0;
    }
    assertThat(greedy).isBetween(SEEDS / 40, SEEDS / 8);
    assertThat(eager).isBetween(SEEDS / 80, SEEDS / 8);
    assertThat(leaving).isBetween(SEEDS / 40, SEEDS / 8);
  }
}
