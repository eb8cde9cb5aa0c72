package io.synod.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import io.synod.simulation.scheduler.Seeds;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class MovedMemberTest {
  // In none of the seeds before does a member move.
  private static final long FIRST = 400;
  private static final long LAST = 1_000;

  @Test
  void in_some_scenarios_a_member_moves_to_other_ports_and_all_end_well() {
    assertThat(LongStream.rangeClosed(FIRST, LAST).filter(MovedMemberTest::mayMove).boxed())
        .anySatisfy(
            seed -> {
              SeedResult result = SimulationRun.runSeed(seed);
              assertThat(result.passed()).isTrue();
              assertThat(result.faults().get("moved member")).isPositive();
            });
  }

  private static boolean mayMove(long seed) {
    Seeds seeds = new Seeds(seed);
    return seeds.random(Simulation.MOVES).nextInt(Simulation.MOVED_ONE_IN) == 0
        && !ScenarioDraw.draw(seeds, false).standbys().isEmpty();
  }
}
