package io.synod.core.replica;

import static org.assertj.core.api.Assertions.assertThat;

import io.synod.core.testing.Settings;
import io.synod.core.testing.TestCluster;
import org.junit.jupiter.api.Test;

/** Replica 2 lags by more than its backlog behind a leader that decides more in each timeout. */
class LaggingFollowerTest {
  private static final int BACKLOG = 8;
  private static final int SLOTS_IN_TIMEOUT = 2 * BACKLOG;

  private final TestCluster cluster =
      new TestCluster(Settings.of(3).backlogSlots(BACKLOG).window(4));
  private int proposed;

  @Test
  void it_catches_up_while_the_leader_goes_on() {
    cluster.elect(0);
    cluster.partition(2);
    proposeForTimeouts(4);
    cluster.heal();
    proposeForTimeouts(4);
    assertThat(cluster.replica(0).decided()).isEqualTo(proposed);
    assertThat(proposed - cluster.replica(2).decided()).isLessThan(BACKLOG);
  }

  private void proposeForTimeouts(int timeouts) {
    for (int slot = 0; slot < timeouts * SLOTS_IN_TIMEOUT; slot++) {
      cluster.propose(0, "s" + proposed++);
      cluster.elapse(Settings.CATCH_UP_NANOS / SLOTS_IN_TIMEOUT);
    }
  }
}
