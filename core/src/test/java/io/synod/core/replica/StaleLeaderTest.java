package io.synod.core.replica;

import static org.assertj.core.api.Assertions.assertThat;

import io.synod.core.cluster.View;
import io.synod.core.effect.ProtocolEvent;
import io.synod.core.event.Event;
import io.synod.core.message.Accept;
import io.synod.core.message.Decided;
import io.synod.core.testing.Batches;
import io.synod.core.testing.Effect;
import io.synod.core.testing.Settings;
import io.synod.core.testing.TestCluster;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * A leader that does not know yet that it is superseded. Five replicas: 0 leads and reaches only 1;
 * the others elect 2, which decides another batch in the slot that 0 proposes in.
 */
class StaleLeaderTest {
  private final TestCluster cluster = new TestCluster(Settings.of(5));
  private View staleView;

  @BeforeEach
  void supersede() {
    cluster.elect(0);
    cluster.deliverAll();
    staleView = cluster.replica(0).promised();
    cluster.partition(0, 1);
    cluster.proposeAndDeliver(0, "old");
    for (int replica = 2; replica < 5; replica++) {
      cluster.node(replica).step(new Event.PeerDisconnected(0));
    }
    cluster.elect(2);
    cluster.proposeAndDeliver(2, "new");
    assertThat(cluster.node(3).replica().voteAt(0).batch()).isEqualTo(Batches.batch("new"));
    assertThat(cluster.replica(0).leads()).isTrue();
    assertThat(cluster.replica(1).promised()).isEqualTo(staleView);
  }

  @Test
  void learning_a_later_view_s_decision_ends_its_leadership() {
    learns(0);
    assertThat(cluster.replica(0).leads()).isFalse();
    assertThat(cluster.node(0).effects().events(ProtocolEvent.SteppedDown.class)).hasSize(1);
    assertThat(cluster.node(0).delivered()).containsExactly("new");
  }

  @Test
  void never_announces_a_later_view_s_decision_in_its_own_view() {
    learns(0);
    cluster.elapse(2 * Settings.HEARTBEAT_NANOS);
    assertThat(cluster.node(1).delivered()).isEmpty();
  }

  @Test
  void its_proposal_is_not_reported_as_decided() {
    learns(0);
    assertThat(cluster.node(0).effects().of(Effect.ProposalDecided.class)).isEmpty();
  }

  @Test
  void its_late_accept_meets_the_decision_and_is_ignored() {
    learns(1);
    cluster.node(1).step(new Event.Received(0, new Accept(staleView, 0, 0, Batches.batch("old"))));
    assertThat(cluster.node(1).delivered()).containsExactly("new");
    assertThat(cluster.node(1).effects().events(ProtocolEvent.Ignored.class))
        .extracting(ProtocolEvent.Ignored::reason)
        .contains("slot is decided otherwise");
  }

  @Test
  void the_cluster_converges_when_the_partition_heals() {
    learns(0);
    cluster.healAndElapse(20 * Settings.ELECTION_NANOS);
    cluster.propose(cluster.leader(), "last");
    cluster.elapse(Settings.ELECTION_NANOS);
    cluster.nodes().forEach(node -> assertThat(node.delivered()).containsExactly("new", "last"));
  }

  private void learns(int replica) {
    Decided late = new Decided(0, 1, List.of(Batches.batch("new")));
    cluster.node(replica).step(new Event.Received(2, late));
  }
}
