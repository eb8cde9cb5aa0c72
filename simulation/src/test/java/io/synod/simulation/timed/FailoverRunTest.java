package io.synod.simulation.timed;

import org.junit.jupiter.api.Test;

/** {@code -Dsynod.failover.seeds=n} runs the seeds from 1 to n. */
class FailoverRunTest {
  private static final int SEEDS = Integer.getInteger("synod.failover.seeds", 10);

  @Test
  void clients_go_to_the_next_leader_as_soon_as_it_is_elected() {
    long longest = 0;
    for (long seed = 1; seed <= SEEDS; seed++) {
      longest = Math.max(longest, new FailoverRun(seed).run());
    }
    System.out.println("failovers, at most " + longest / 1_000_000 + " ms without an answer");
  }
}
