package io.synod.core.replica;

import static org.assertj.core.api.Assertions.assertThat;

import io.synod.core.cluster.View;
import io.synod.core.event.Event;
import io.synod.core.message.Heartbeat;
import io.synod.core.message.PreVote;
import io.synod.core.settings.Durability;
import io.synod.core.testing.Envelope;
import io.synod.core.testing.Settings;
import io.synod.core.testing.TestCluster;
import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * One promise elects a leader, and both replicas must vote. So 1 may lead a view by its own promise
 * alone, and when it has lost its directory nobody knows that view.
 */
class OnePromiseTest {
  private final TestCluster cluster =
      new TestCluster(Settings.of(2).quorums(1, 2).durability(Durability.SYNC));

  /** 1 leads, although 0 does not know it and leads on. Returns what 1 has sent as leader. */
  private List<Envelope> leadUnknown() {
    cluster.elect(0);
    cluster.lose(sent -> sent.is(Heartbeat.class) && sent.to() == 1);
    cluster.proposeAndDeliver(0, "first");
    cluster.heal();
    cluster.hold(sent -> sent.from() == 1 && sent.to() == 0);
    // 0 does not know whether 1 knows all that is decided, so it promises nothing ahead.
    cluster.node(0).step(new Event.TransferAsked("ticket", 1));
    cluster.deliverAll();
    assertThat(cluster.replica(1).leads()).isTrue();
    assertThat(cluster.replica(0).leads()).isTrue();
    cluster.proposeAndDeliver(1, "old");
    List<Envelope> old = cluster.flying().stream().filter(sent -> sent.from() == 1).toList();
    cluster.drop(old::contains);
    cluster.heal();
    return old;
  }

  @Test
  void a_replica_that_has_lost_its_directory_leads_no_view_again() {
    List<Envelope> old = leadUnknown();
    View unknown = cluster.replica(1).promised();
    cluster.node(1).restartEmpty();
    cluster.await("1 is a member", () -> cluster.replica(1).currentRole() == Role.FOLLOWER);
    assertThat(cluster.replica(1).promised()).isLessThan(unknown);

    cluster.node(0).restart();
    cluster.lose(sent -> sent.is(PreVote.class) && sent.from() == 0);
    cluster.elapse(20 * Settings.ELECTION_NANOS);
    assertThat(cluster.replica(1).leads()).isFalse();
    assertThat(cluster.replica(1).obstacle())
        .contains("may have led views that no other member knows");

    old.forEach(cluster::repeat);
    cluster.heal();
    cluster.await("0 leads", () -> cluster.replica(0).leads());
    cluster.propose(0, "last");
    cluster.elapse(5 * Settings.ELECTION_NANOS);
    assertThat(cluster.node(0).delivered()).startsWith("first").endsWith("last");
    assertThat(cluster.node(1).delivered()).isEqualTo(cluster.node(0).delivered());
  }

  @Test
  void a_replica_that_has_its_directory_leads() {
    leadUnknown();
    cluster.node(1).restart();
    cluster.elect(1);
    cluster.propose(1, "last");
    cluster.elapse(5 * Settings.ELECTION_NANOS);
    assertThat(cluster.node(0).delivered()).endsWith("last");
  }
}
