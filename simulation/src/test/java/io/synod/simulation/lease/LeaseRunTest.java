package io.synod.simulation.lease;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.synod.simulation.check.Violation;
import org.junit.jupiter.api.Test;

class LeaseRunTest {
  private static final int SEEDS = Integer.getInteger("synod.leases.seeds", 40);

  @Test
  void no_read_by_lease_misses_what_was_acknowledged() {
    long byLease = 0;
    long decided = 0;
    for (long seed = 1; seed <= SEEDS; seed++) {

      LeaseRun run = new LeaseRun(seed);
      byLease += run.run();
      decided += run.decided();
    }
    System.out.println(byLease + " reads by lease, " + decided + " slots");
    assertThat(byLease).isGreaterThan(100L * SEEDS);
    assertThat(decided).isGreaterThan(100L * SEEDS);
  }

  @Test
  void the_same_seed_gives_the_same_run() {
    assertThat(new LeaseRun(3).run()).isEqualTo(new LeaseRun(3).run());
  }

  /** The limit of leases: nothing shows that such a machine was suspended. */
  @Test
  void a_machine_whose_clocks_both_stop_may_answer_with_an_old_state() {
    assertThatThrownBy(
            () -> {
              for (long seed = 1; seed <= 10 * SEEDS; seed++) {
                new LeaseRun(seed, true).run();
              }
            })
        .isInstanceOf(Violation.class)
        .hasMessageContaining("answers a read by lease");
  }
}
