package io.synod.core.replica;

import static org.assertj.core.api.Assertions.assertThat;

import io.synod.core.effect.ProtocolEvent;
import io.synod.core.testing.Settings;
import io.synod.core.testing.TestCluster;
import java.util.ArrayList;
import java.util.List;

/** Three replicas, of which 2 lags behind what the others keep; parts of 16 bytes. */
abstract class SnapshotFixture {
  final Settings settings = Settings.of(3).logBytes(1).parts(16, 1 << 20).withoutJournalReads();
  TestCluster cluster = new TestCluster(settings);
  final List<String> all = new ArrayList<>();

  /** Replica 2 receives nothing while the others decide 12 slots and forget them. */
  void leaveBehind() {
    elected();
    cluster.partition(2);
    for (int slot = 0; slot < 12; slot++) {
      propose("s" + slot);
    }
    cluster.elapse(Settings.HEARTBEAT_NANOS);
    assertThat(cluster.replica(0).firstKept()).isGreaterThan(0);
    assertThat(cluster.replica(1).firstKept()).isGreaterThan(0);
    assertThat(cluster.node(2).delivered()).isEmpty();
    cluster.node(2).effects().clear();
  }

  void elected() {
    if (cluster.leads() < 0) {
      cluster.await("somebody leads", () -> cluster.leads() >= 0);
    }
  }

  void propose(String text) {
    cluster.propose(cluster.leads(), text);
    all.add(text);
    cluster.deliverAll();
  }

  void converged() {
    cluster
        .nodes()
        .forEach(node -> assertThat(node.delivered()).as("replica %d", node.self()).isEqualTo(all));
  }

  boolean takes(String line) {
    return line.equals("take snapshot");
  }

  int count(int replica, Class<? extends ProtocolEvent> kind) {
    return cluster.node(replica).effects().events(kind).size();
  }
}
