package io.synod.simulation.cores;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.synod.core.settings.Consistency;
import io.synod.simulation.check.Violation;
import java.util.function.LongFunction;
import java.util.function.ToLongFunction;
import org.junit.jupiter.api.Test;

class CoreRunTest {
  private static final int SEEDS = Integer.getInteger("synod.cores.seeds", 40);

  @Test
  void no_read_by_lease_misses_what_was_acknowledged() {
    long byLease = 0;
    long decided = 0;
    for (long seed = 1; seed <= SEEDS; seed++) {
      CoreRun run = CoreRun.reads(seed, Consistency.LEASE);
      byLease += run.run();
      decided += run.decided();
    }
    System.out.println(byLease + " reads by lease, " + decided + " slots");
    assertThat(byLease).isGreaterThan(100L * SEEDS);
    assertThat(decided).isGreaterThan(100L * SEEDS);
  }

  @Test
  void no_read_at_the_leader_misses_what_was_acknowledged() {
    assertThat(decidedWithReads(Consistency.LEADER)).isGreaterThan(100L * SEEDS);
  }

  @Test
  void no_read_at_a_quorum_misses_what_was_acknowledged() {
    assertThat(decidedWithReads(Consistency.QUORUM)).isGreaterThan(100L * SEEDS);
  }

  private static long decidedWithReads(Consistency consistency) {
    long decided = 0;
    for (long seed = 1; seed <= SEEDS; seed++) {
      CoreRun run = CoreRun.reads(seed, consistency);
      assertThat(run.run()).isZero();
      decided += run.decided();
    }
    return decided;
  }

  /** Runs all seeds, and sums up two figures of what they have done. */
  private static long[] sums(
      LongFunction<CoreRun> of, ToLongFunction<CoreRun> first, ToLongFunction<CoreRun> second) {
    long[] sums = new long[2];
    for (long seed = 1; seed <= SEEDS; seed++) {
      CoreRun run = of.apply(seed);
      run.run();
      sums[0] += first.applyAsLong(run);
      sums[1] += second.applyAsLong(run);
    }
    return sums;
  }

  @Test
  void members_change_without_two_decisions_of_a_slot_and_the_cluster_goes_on() {
    long[] sums = sums(CoreRun::changes, CoreRun::entered, CoreRun::decided);
    System.out.println(sums[0] + " memberships, " + sums[1] + " slots");
    assertThat(sums[0]).isGreaterThan(2L * SEEDS);
    assertThat(sums[1]).isGreaterThan(100L * SEEDS);
  }

  @Test
  void votes_that_are_lost_lose_no_decision_and_the_cluster_goes_on() {
    long[] sums = sums(CoreRun::losses, CoreRun::lost, CoreRun::decided);
    System.out.println(sums[0] + " losses, " + sums[1] + " slots");
    assertThat(sums[0]).isGreaterThan(3L * SEEDS);
    assertThat(sums[1]).isGreaterThan(100L * SEEDS);
  }

  @Test
  void votes_that_are_lost_while_a_membership_ends_lose_no_decision() {
    long[] sums = sums(CoreRun::lossesAcross, CoreRun::lost, CoreRun::entered);
    System.out.println(sums[0] + " losses, " + sums[1] + " memberships");
    assertThat(sums[0]).isGreaterThan(SEEDS);
    assertThat(sums[1]).isGreaterThan(SEEDS);
  }

  @Test
  void members_change_while_others_lose_their_votes() {
    long[] sums = sums(CoreRun::changesAndLosses, CoreRun::entered, CoreRun::decided);
    System.out.println(sums[0] + " memberships, " + sums[1] + " slots");
    assertThat(sums[0]).isGreaterThan(SEEDS);
    assertThat(sums[1]).isGreaterThan(50L * SEEDS);
  }

  @Test
  void the_same_seed_gives_the_same_run() {
    assertThat(CoreRun.reads(3, Consistency.LEASE).run())
        .isEqualTo(CoreRun.reads(3, Consistency.LEASE).run());
    CoreRun first = CoreRun.changes(3);
    CoreRun second = CoreRun.changes(3);
    first.run();
    second.run();
    assertThat(second.decided()).isEqualTo(first.decided());
  }

  /** The limit of leases: nothing shows that such a machine was suspended. */
  @Test
  void a_machine_whose_clocks_both_stop_may_answer_with_an_old_state() {
    assertThatThrownBy(
            () -> {
              for (long seed = 1; seed <= 10 * SEEDS; seed++) {
                CoreRun.withStoppedWalls(seed).run();
              }
            })
        .isInstanceOf(Violation.class)
        .hasMessageContaining("answers a read by lease");
  }
}
