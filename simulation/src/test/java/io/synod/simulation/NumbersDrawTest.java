package io.synod.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import io.synod.core.cluster.ReplicaSet;
import io.synod.simulation.node.NodeSettings;
import io.synod.simulation.scheduler.Seeds;
import java.util.List;
import org.junit.jupiter.api.Test;

class NumbersDrawTest {
  private static final int SEEDS = 2_000;

  @Test
  void in_one_of_four_scenarios_the_first_members_have_other_numbers() {
    int others = 0;
    int withoutZero = 0;
    int gaps = 0;
    for (long seed = 1; seed <= SEEDS; seed++) {
      ReplicaSet members = members(scenario(seed));
      boolean isOther = !members.equals(ReplicaSet.all(members.size()));
      others += isOther ? 1 : 0;
      withoutZero += members.contains(0) ? 0 : 1;
      gaps += members.end() - members.first() > members.size() ? 1 : 0;
    }
    assertThat(others).isBetween(SEEDS / 5, SEEDS * 3 / 10);
    assertThat(withoutZero).isBetween(SEEDS / 8, others - 1);
    assertThat(gaps).isBetween(SEEDS / 8, others - 1);
  }

  @Test
  void every_replica_has_a_number_of_its_own_and_the_configuration_that_lists_it() {
    int below = 0;
    for (long seed = 1; seed <= SEEDS; seed++) {
      Scenario scenario = scenario(seed);
      List<Integer> numbers = scenario.nodes().stream().map(NodeSettings::self).toList();
      assertThat(numbers).doesNotHaveDuplicates();
      assertThat(numbers)
          .allSatisfy(
              number -> assertThat(scenario.config(number).cluster().ids()).contains(number));
      ReplicaSet members = members(scenario);
      for (int standby : numbers.subList(members.size(), numbers.size())) {
        assertThat(scenario.config(standby)).isNotSameAs(scenario.config());
        below += standby < members.first() ? 1 : 0;
      }
    }
    assertThat(below).isPositive();
  }

  private static Scenario scenario(long seed) {
    return ScenarioDraw.draw(new Seeds(seed), false);
  }

  private static ReplicaSet members(Scenario scenario) {
    return scenario.config().cluster().quorums().members();
  }
}
