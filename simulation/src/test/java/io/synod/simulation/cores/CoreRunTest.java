package io.synod.simulation.cores;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.synod.core.settings.Consistency;
import io.synod.simulation.check.Violation;
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

  @Test
  void members_change_without_two_decisions_of_a_slot_and_the_cluster_goes_on() {
    long entered = 0;
    long decided = 0;
    for (long seed = 1; seed <= SEEDS; seed++) {
      CoreRun run = CoreRun.changes(seed);
      run.run();
      entered += run.entered();
      decided += run.decided();
    }
    System.out.println(entered + " memberships, " + decided + " slots");
    assertThat(entered).isGreaterThan(2L * SEEDS);
    assertThat(decided).isGreaterThan(100L * SEEDS);
  }

  @Test
  void votes_that_are_lost_lose_no_decision_and_the_cluster_goes_on() {
    long lost = 0;
    long decided = 0;
    for (long seed = 1; seed <= SEEDS; seed++) {
      CoreRun run = CoreRun.losses(seed);
      run.run();
      lost += run.lost();
      decided += run.decided();
    }
    System.out.println(lost + " losses, " + decided + " slots");
    assertThat(lost).isGreaterThan(3L * SEEDS);
    assertThat(decided).isGreaterThan(100L * SEEDS);
  }

  @Test
  void votes_that_are_lost_while_a_membership_ends_lose_no_decision() {
    long lost = 0;
    long entered = 0;
    for (long seed = 1; seed <= SEEDS; seed++) {
      CoreRun run = CoreRun.lossesAcross(seed);
      run.run();
      lost += run.lost();
      entered += run.entered();
    }
    System.out.println(lost + " losses, " + entered + " memberships");
    assertThat(lost).isGreaterThan(SEEDS);
    assertThat(entered).isGreaterThan(SEEDS);
  }

  @Test
  void members_change_while_others_lose_their_votes() {
    long entered = 0;
    long decided = 0;
    for (long seed = 1; seed <= SEEDS; seed++) {
      CoreRun run = CoreRun.changesAndLosses(seed);
      run.run();
      entered += run.entered();
      decided += run.decided();
    }
    System.out.println(entered + " memberships, " + decided + " slots");
    assertThat(entered).isGreaterThan(SEEDS);
    assertThat(decided).isGreaterThan(50L * SEEDS);
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
