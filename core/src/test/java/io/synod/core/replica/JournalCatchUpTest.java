package io.synod.core.replica;

import static org.assertj.core.api.Assertions.assertThat;

import io.synod.core.effect.ProtocolEvent;
import io.synod.core.event.Event;
import io.synod.core.settings.Durability;
import io.synod.core.testing.Settings;
import io.synod.core.testing.TestCluster;
import org.junit.jupiter.api.Test;

/** Replica 2 lags behind what the others keep in memory, but not behind their journals. */
class JournalCatchUpTest {
  private static final int SLOTS_OF_A_SNAPSHOT = 4;

  /** Nothing stays in memory; a snapshot takes longer than the slots of two others. */
  private final Settings settings =
      Settings.of(3).logBytes(1).snapshotSlots(SLOTS_OF_A_SNAPSHOT).parts(1, 1000);

  private final TestCluster cluster = new TestCluster(settings);
  private int written;

  @Test
  void it_catches_up_although_writes_go_on() {
    lagBy(SLOTS_OF_A_SNAPSHOT - 1);
    for (int more = 0; more < 40 * SLOTS_OF_A_SNAPSHOT; more++) {
      write();
      cluster.elapse(10 * Settings.MILLI);
    }

    assertThat(written - cluster.replica(2).decided()).isLessThan(SLOTS_OF_A_SNAPSHOT);
    assertThat(cluster.node(2).effects().events(ProtocolEvent.FetchingSnapshot.class)).isEmpty();
    converged();
  }

  @Test
  void one_whose_peers_keep_no_votes_fetches_a_snapshot() {
    TestCluster forgetful = new TestCluster(Settings.of(3).logBytes(1).durability(Durability.VIEW));
    forgetful.elect(0);
    forgetful.partition(2);
    for (int slot = 0; slot < 3; slot++) {
      forgetful.propose(0, "s" + slot);
      forgetful.deliverAll();
    }
    forgetful.elapse(Settings.HEARTBEAT_NANOS);
    forgetful.heal();
    forgetful.elapse(5 * Settings.ELECTION_NANOS);
    assertThat(forgetful.node(2).effects().events(ProtocolEvent.SnapshotFetched.class)).hasSize(1);
  }

  private void lagBy(int slots) {
    cluster.elect(0);
    cluster.partition(2);
    for (int slot = 0; slot < slots; slot++) {
      write();
    }
    cluster.elapse(Settings.HEARTBEAT_NANOS);
    cluster.heal();
  }

  private void write() {
    cluster.proposeAndDeliver(cluster.leader(), "s" + written++);
  }

  private void converged() {
    cluster.elapse(5 * Settings.ELECTION_NANOS);
    cluster.node(2).step(Event.WakeUp.INSTANCE);
    cluster.nodes().forEach(node -> assertThat(node.delivered()).hasSize(written));
  }
}
