package io.synod.chaos.fault;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.EnumSet;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

final class FaultPlanTest {
  private static final Set<FaultKind> ALL = EnumSet.allOf(FaultKind.class);
  private static final int SEEDS = 200;
  private static final long MINUTE = 60_000;

  @Test
  void a_seed_repeats_its_plan_and_another_one_draws_another() {
    assertThat(FaultPlan.draw(7, 5, 2, ALL, MINUTE))
        .isEqualTo(FaultPlan.draw(7, 5, 2, ALL, MINUTE));
    assertThat(FaultPlan.draw(7, 5, 2, ALL, MINUTE))
        .isNotEqualTo(FaultPlan.draw(8, 5, 2, ALL, MINUTE));
  }

  @Test
  void each_kind_comes_however_short_the_time_and_ends_within_a_longer_one() {
    for (int seed = 0; seed < SEEDS; seed++) {
      assertThat(FaultPlan.draw(seed, 3, 1, ALL, 0))
          .extracting(Fault::kind)
          .containsExactlyInAnyOrder(FaultKind.values());
      assertThat(FaultPlan.draw(seed, 5, 2, ALL, 5 * MINUTE))
          .hasSizeGreaterThan(30)
          .allMatch(fault -> fault.endMillis() <= 5 * MINUTE);
    }
  }

  @Test
  void every_fault_ends_by_itself_before_another_one_of_its_ground_begins() {
    for (int seed = 0; seed < SEEDS; seed++) {
      List<Fault> plan = FaultPlan.draw(seed, 5, 2, ALL, 5 * MINUTE);
      for (int index = 1; index < plan.size(); index++) {
        Fault later = plan.get(index);
        assertThat(later.beginMillis()).isGreaterThan(plan.get(index - 1).beginMillis());
        assertThat(later.lengthMillis())
            .isBetween((long) later.kind().millisMin(), (long) later.kind().millisMax());
        assertThat(plan.subList(0, index))
            .filteredOn(earlier -> earlier.kind().ground() == later.kind().ground())
            .allMatch(earlier -> earlier.endMillis() < later.beginMillis());
      }
    }
  }

  @Test
  void a_plan_ends_with_the_last_fault_to_end() {
    for (int seed = 0; seed < SEEDS; seed++) {
      List<Fault> plan = FaultPlan.draw(seed, 5, 2, ALL, 0);
      assertThat(plan)
          .allMatch(fault -> fault.endMillis() <= FaultPlan.endMillis(plan, 0))
          .anyMatch(fault -> fault.endMillis() == FaultPlan.endMillis(plan, 0));
    }
    List<Fault> overlapping = FaultPlan.draw(6149716, 5, 2, ALL, 0);
    Fault begunLast = overlapping.get(overlapping.size() - 1);
    assertThat(FaultPlan.endMillis(overlapping, 0)).isGreaterThan(begunLast.endMillis() + 2_000);
    assertThat(FaultPlan.endMillis(List.of(), 7)).isEqualTo(7);
  }

  @Test
  void some_faults_overlap() {
    List<Fault> plan = FaultPlan.draw(1, 3, 1, ALL, 5 * MINUTE);
    int overlaps = 0;
    for (int index = 1; index < plan.size(); index++) {
      overlaps += plan.get(index).beginMillis() < plan.get(index - 1).endMillis() ? 1 : 0;
    }
    assertThat(overlaps).isPositive();
  }

  @Test
  void only_full_disks_and_the_death_of_all_take_the_majority() {
    for (Fault fault : FaultPlan.draw(3, 5, 2, ALL, 60 * MINUTE)) {
      assertThat(fault.leavesQuorum()).isEqualTo(fault.replicas().size() < 3);
      assertThat(fault.replicas().isEmpty()).isNotEqualTo(fault.directions().isEmpty());
      assertThat(new HashSet<>(fault.directions())).hasSameSizeAs(fault.directions());
      assertThat(fault.directions()).allMatch(direction -> direction.from() != direction.to());
      if (fault.kind() == FaultKind.CUT || fault.kind() == FaultKind.SEVER) {
        assertThat(fault.directions())
            .allMatch(direction -> fault.directions().contains(direction.back()));
      }
    }
  }

  @Test
  void a_kind_is_named_as_users_write_it() {
    assertThat(FaultKind.ONE_WAY.word()).isEqualTo("one-way");
  }
}
