package io.synod.core.replica;

import static org.assertj.core.api.Assertions.assertThat;

import io.synod.core.event.Event;
import io.synod.core.testing.Settings;
import io.synod.core.testing.TestCluster;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The service of the leader does not return; those of the others do. */
class HungServiceTest {
  private static final int BACKLOG = 16;

  private final TestCluster cluster = new TestCluster(Settings.of(3).backlogSlots(BACKLOG));

  @Test
  void it_leads_on_and_the_others_go_on_once_an_operator_has_moved_the_leadership() {
    cluster.elect(0);
    cluster.elapse(3 * Settings.HEARTBEAT_NANOS);
    cluster.node(0).stallService();
    for (int batch = 0; batch <= BACKLOG; batch++) {
      cluster.propose(0, "b" + batch);
      cluster.elapse(Settings.HEARTBEAT_NANOS);
    }
    cluster.elapse(100 * Settings.ELECTION_NANOS);
    assertThat(cluster.leader()).isZero();
    assertThat(cluster.replica(0).decided()).isEqualTo(BACKLOG);

    cluster.node(0).step(new Event.TransferAsked("t", 1));
    cluster.await("1 leads", () -> cluster.replica(1).leads());
    cluster.propose(1, "after");
    for (int other = 1; other < 3; other++) {
      List<String> delivered = cluster.node(other).delivered();
      cluster.await("replica " + other + " goes on", () -> delivered.contains("after"));
    }
  }
}
