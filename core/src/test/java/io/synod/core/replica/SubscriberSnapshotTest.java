package io.synod.core.replica;

import static org.assertj.core.api.Assertions.assertThat;

import io.synod.core.event.Event;
import io.synod.core.message.FetchSnapshot;
import io.synod.core.settings.Durability;
import io.synod.core.testing.Settings;
import io.synod.core.testing.TestCluster;
import io.synod.core.testing.TestNode;
import org.junit.jupiter.api.Test;

/** What subscribers are sent of snapshots, and what the log keeps for them. */
class SubscriberSnapshotTest extends SnapshotFixture {
  @Test
  void a_subscriber_gets_no_snapshot_that_ends_in_the_middle_of_a_slot() {
    cluster = new TestCluster(Settings.of(3).durability(Durability.EPOCH));
    elected();
    propose("one");
    TestNode node = cluster.node(cluster.leads());
    long end = node.delivered().size();
    node.step(new Event.SnapshotTaken(end, true, true));
    Event asked = new Event.SnapshotAsked("learner", new FetchSnapshot(0, 0, 64));
    node.effects().clear();
    node.step(asked);
    assertThat(node.effects().lines()).noneMatch(line -> line.startsWith("read snapshot part"));
    // Nothing more was executed: another one would hold the same.
    assertThat(node.effects().lines()).noneMatch(this::takes);
    propose("two");
    node.step(asked);
    assertThat(node.effects().lines()).filteredOn(this::takes).hasSize(1);
    assertThat(node.effects().lines()).noneMatch(line -> line.startsWith("read snapshot part"));
    cluster.elapse(Settings.HEARTBEAT_NANOS);
    node.step(asked);
    assertThat(node.effects().lines())
        .filteredOn(line -> line.startsWith("read snapshot part for learner"))
        .hasSize(1);
  }

  @Test
  void the_log_is_kept_for_a_subscriber_that_fetches_a_snapshot() {
    cluster = new TestCluster(Settings.of(3).marginBytes(0));
    elected();
    propose("one");
    FetchSnapshot anyOfAnyLength = new FetchSnapshot(0, 0, 64);
    cluster.node(1).step(new Event.SnapshotAsked("learner", anyOfAnyLength));
    long first = cluster.replica(1).firstKept();
    for (int slot = 0; slot < 50; slot++) {
      propose("s" + slot);
    }
    cluster.elapse(3 * Settings.HEARTBEAT_NANOS);
    assertThat(cluster.replica(1).firstKept()).isEqualTo(first);
    assertThat(cluster.replica(0).firstKept()).as("at another replica").isGreaterThan(40);
    cluster.node(1).step(new Event.Unsubscribed("learner"));
    assertThat(cluster.replica(1).firstKept()).as("for the next one").isEqualTo(first);
    cluster.elapse(100 * Settings.PART_NANOS);
    assertThat(cluster.replica(1).firstKept()).isGreaterThan(40);
  }

  @Test
  void a_client_that_asks_for_snapshots_and_goes_on_without_has_one_taken_and_not_many() {
    cluster = new TestCluster(Settings.of(3).marginBytes(0));
    elected();
    propose("one");
    TestNode node = cluster.node(1);
    node.effects().clear();
    for (int time = 0; time < 20; time++) {
      node.step(new Event.SnapshotAsked("client", new FetchSnapshot(0, 0, 64)));
      node.step(new Event.Subscribed("client", -1, 0, Settings.ELECTION_NANOS));
      propose("s" + time);
      cluster.elapse(3 * Settings.HEARTBEAT_NANOS);
    }
    assertThat(node.effects().lines()).filteredOn(this::takes).hasSize(1);
  }
}
