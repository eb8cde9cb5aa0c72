package io.synod.simulation.disk;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.synod.core.check.BrokenInvariant;
import io.synod.storage.disk.DiskFile;
import io.synod.storage.disk.DiskFull;
import java.io.IOException;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class DiskFaultPlanTest {
  private static final long SECOND = 1_000_000_000;

  private final SplittableRandom random = new SplittableRandom(1);
  private final SimulatedDisk disk = new SimulatedDisk("disk", random.split());

  private static DiskFaultPlan of(DiskFault... mix) {
    return new DiskFaultPlan(List.of(mix), SECOND, SECOND);
  }

  @Test
  void every_fault_with_a_weight_is_in_some_plan_and_in_some_not() {
    Map<DiskFault, Integer> weights = DiskFaultPlan.weights();
    Set<DiskFault> drawn = EnumSet.noneOf(DiskFault.class);
    Set<DiskFault> missing = EnumSet.noneOf(DiskFault.class);
    for (int times = 0; times < 200; times++) {
      DiskFaultPlan plan = DiskFaultPlan.draw(random, weights, 10 * SECOND);
      assertThat(plan.isEmpty()).isFalse();
      assertThat(plan.intervalNanos()).isBetween(10 * SECOND / 8, 10 * SECOND);
      assertThat(plan.lengthNanos()).isBetween(1L, 5 * SECOND + 1);
      drawn.addAll(plan.mix());
      for (DiskFault fault : weights.keySet()) {
        int count = (int) plan.mix().stream().filter(fault::equals).count();
        assertThat(count).isIn(0, weights.get(fault));
        if (count == 0) {
          missing.add(fault);
        }
      }
    }
    assertThat(drawn).isEqualTo(weights.keySet());
    assertThat(missing).isEqualTo(weights.keySet());
  }

  @Test
  void a_fault_without_a_weight_is_in_no_plan() {
    for (int times = 0; times < 50; times++) {
      DiskFaultPlan plan = DiskFaultPlan.draw(random, Map.of(DiskFault.HALT, 2), SECOND);
      assertThat(plan.mix()).containsExactly(DiskFault.HALT, DiskFault.HALT);
    }
  }

  @Test
  void the_same_seed_draws_the_same_plan() {
    Set<DiskFaultPlan> plans = new HashSet<>();
    for (int seed = 0; seed < 20; seed++) {
      DiskFaultPlan plan =
          DiskFaultPlan.draw(new SplittableRandom(seed), DiskFaultPlan.weights(), SECOND);
      assertThat(DiskFaultPlan.draw(new SplittableRandom(seed), DiskFaultPlan.weights(), SECOND))
          .isEqualTo(plan);
      plans.add(plan);
    }
    assertThat(plans).hasSizeGreaterThan(15);
  }

  @Test
  void strikes_are_as_far_apart_as_the_plan_says() {
    DiskFaultPlan plan = of(DiskFault.HALT);
    double sum = 0;
    for (int times = 0; times < 10_000; times++) {
      long delay = plan.delayNanos(random);
      assertThat(delay).isBetween(1L, 2 * SECOND);
      sum += delay;
    }
    assertThat(sum / 10_000).isBetween(0.95 * SECOND, 1.05 * SECOND);
  }

  @Test
  void only_journals_and_snapshots_rot() throws IOException {
    for (String name : List.of("1.journal", "1.snapshot", "durable", "1.partial")) {
      Bytes.forced(disk, name, 0, 600);
    }
    Set<String> rotten = new HashSet<>();
    for (int times = 0; times < 100; times++) {
      DiskStrike strike = of(DiskFault.BIT_FLIP).strike(disk, random);
      assertThat(strike.fault()).isEqualTo(DiskFault.BIT_FLIP);
      assertThat(strike.lengthNanos()).isZero();
      rotten.add(strike.detail().contains("snapshot") ? "snapshot" : "journal");
    }
    assertThat(rotten).hasSize(2);
    assertThat(disk.faults().strikes(DiskFault.BIT_FLIP)).isEqualTo(100);
    assertThat(disk.bytes("1.journal")).isNotEqualTo(new byte[600]);
    assertThat(disk.bytes("1.snapshot")).isNotEqualTo(new byte[600]);
    assertThat(disk.bytes("durable")).isEqualTo(new byte[600]);
    assertThat(disk.bytes("1.partial")).isEqualTo(new byte[600]);
  }

  @Test
  void an_empty_disk_does_not_rot() {
    DiskStrike strike = of(DiskFault.BIT_FLIP).strike(disk, random);
    assertThat(strike.detail()).isEqualTo("nothing to flip");
    assertThat(disk.faults().strikes()).isZero();
  }

  @Test
  void a_full_disk_has_space_again_when_the_last_strike_ends() throws IOException {
    disk.setCapacity(1 << 20);
    DiskStrike first = of(DiskFault.NO_SPACE).strike(disk, random);
    DiskStrike second = of(DiskFault.NO_SPACE).strike(disk, random);
    assertThat(first.lengthNanos()).isBetween(1L, SECOND);
    assertThat(disk.usableBytes()).isLessThan(64 << 10);
    assertThatThrownBy(() -> disk.create("a", 64 << 10)).isInstanceOf(DiskFull.class);
    SimulatedDisk next = disk.crash();
    first.end().run();
    second.end().run();
    assertThat(next.usableBytes()).isEqualTo(1 << 20);
    next.create("a", 64 << 10);
  }

  @Test
  void a_disk_without_limit_can_be_full_too() throws IOException {
    DiskStrike strike = of(DiskFault.NO_SPACE).strike(disk, random);
    assertThatThrownBy(() -> disk.create("a", 64 << 10)).isInstanceOf(DiskFull.class);
    strike.end().run();
    disk.create("a", 64 << 10);
  }

  @Test
  void an_error_strikes_one_of_the_next_calls() throws IOException {
    DiskFile file = disk.create("a", 10);
    Set<Integer> struck = new HashSet<>();
    for (int times = 0; times < 100; times++) {
      DiskStrike strike = of(DiskFault.READ_ERROR).strike(disk, random);
      assertThat(strike.lengthNanos()).isPositive();
      for (int call = 1; call <= 10; call++) {
        if (fails(file)) {
          struck.add(call);
        }
      }
      strike.end().run();
    }
    assertThat(struck).containsExactlyInAnyOrder(1, 2, 3, 4);
    assertThat(disk.faults().strikes(DiskFault.READ_ERROR)).isEqualTo(100);
  }

  private static boolean fails(DiskFile file) {
    try {
      Bytes.read(file, 0, 1);
      return false;
    } catch (IOException failure) {
      return true;
    }
  }

  @Test
  void an_error_that_has_not_struck_when_it_ends_never_does() throws IOException {
    DiskFile file = disk.create("a", 10);
    of(DiskFault.READ_ERROR).strike(disk, random).end().run();
    for (int times = 0; times < 10; times++) {
      assertThat(fails(file)).isFalse();
    }
  }

  @Test
  void a_force_fails_in_either_way() throws IOException {
    Set<Integer> seen = new HashSet<>();
    DiskFile file = Bytes.forced(disk, "a", 1, 1);
    for (int times = 0; times < 30; times++) {
      Bytes.write(file, 0, 1, 1);
      file.force();
      DiskStrike strike = of(DiskFault.FORCE_ERROR).strike(disk, random);
      disk.faults().arm(DiskFault.FORCE_ERROR);
      Bytes.write(file, 0, 2, 1);
      assertThatThrownBy(file::force).isInstanceOf(IOException.class);
      seen.add((int) disk.bytes("a")[0]);
      strike.end().run();
    }
    assertThat(seen).containsExactlyInAnyOrder(1, 2);
  }

  @Test
  void nothing_strikes_without_a_plan() {
    DiskFaultPlan none = new DiskFaultPlan(List.of(), 1_000, 1);
    assertThat(none.isEmpty()).isTrue();
    assertThat(none.delayNanos(random)).isPositive();
    assertThatThrownBy(() -> none.strike(disk, random)).isInstanceOf(BrokenInvariant.class);
  }
}
