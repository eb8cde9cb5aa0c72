package io.synod.core.replica;

import static org.assertj.core.api.Assertions.assertThat;

import io.synod.core.effect.ProtocolEvent;
import io.synod.core.effect.ProtocolEvent.TransferReason;
import io.synod.core.event.Event;
import io.synod.core.message.HeartbeatAck;
import io.synod.core.message.TransferLeadership;
import io.synod.core.testing.Effect;
import io.synod.core.testing.Settings;
import io.synod.core.testing.TestCluster;
import org.junit.jupiter.api.Test;

/** Replicas with priorities, of which replica 0 is elected. */
class PriorityTest {

  private static TestCluster cluster(int... priorities) {
    TestCluster cluster = new TestCluster(Settings.of(3).priorities(priorities));
    cluster.elect(0);
    cluster.propose(0, "a");
    return cluster;
  }

  private static long transfers(TestCluster cluster, int replica) {
    return cluster.node(replica).effects().events(ProtocolEvent.Transferring.class).size();
  }

  @Test
  void the_replica_of_the_highest_priority_leads_once_the_leader_has_settled() {
    TestCluster cluster = cluster(0, 1, 2);
    cluster.elapse(Settings.SETTLE_NANOS - Settings.HEARTBEAT_NANOS);
    assertThat(cluster.leads()).isZero();
    cluster.elapse(3 * Settings.HEARTBEAT_NANOS);
    assertThat(cluster.leads()).isEqualTo(2);
    assertThat(cluster.node(0).effects().events(ProtocolEvent.Transferring.class))
        .extracting(ProtocolEvent.Transferring::reason)
        .containsExactly(TransferReason.PRIORITY);
    cluster.elapse(20 * Settings.SETTLE_NANOS);
    assertThat(cluster.leads()).isEqualTo(2);
    assertThat(transfers(cluster, 2)).isZero();
  }

  @Test
  void an_equal_priority_is_none() {
    TestCluster cluster = cluster(7, 7, 0);
    cluster.elapse(20 * Settings.SETTLE_NANOS);
    assertThat(cluster.leads()).isZero();
    assertThat(transfers(cluster, 0)).isZero();
  }

  @Test
  void one_that_does_not_answer_is_passed_over() {
    TestCluster cluster = cluster(0, 1, 2);
    cluster.lose(envelope -> envelope.from() == 2 && envelope.message() instanceof HeartbeatAck);
    cluster.elapse(Settings.SETTLE_NANOS + 3 * Settings.HEARTBEAT_NANOS);
    assertThat(cluster.leads()).isEqualTo(1);
  }

  @Test
  void after_an_attempt_the_leader_waits_twice_as_long() {
    TestCluster cluster = cluster(0, 0, 1);
    cluster.lose(envelope -> envelope.message() instanceof TransferLeadership);
    long before = cluster.nowNanos();
    for (int attempt = 0; attempt < 3; attempt++) {
      while (transfers(cluster, 0) == attempt) {
        cluster.elapse(Settings.HEARTBEAT_NANOS);
      }
      assertThat(cluster.nowNanos() - before)
          .isBetween(
              (Settings.SETTLE_NANOS << attempt) - 2 * Settings.HEARTBEAT_NANOS,
              (Settings.SETTLE_NANOS << attempt) + 2 * Settings.HEARTBEAT_NANOS);
      before = cluster.nowNanos();
    }
    cluster.propose(0, "b");
    cluster.elapse(2 * Settings.ELECTION_NANOS);
    assertThat(cluster.leads()).isZero();
    assertThat(cluster.node(1).delivered()).containsExactly("a", "b");
  }

  @Test
  void a_transfer_without_a_target_goes_to_the_highest_priority() {
    TestCluster cluster = cluster(3, 2, 1);
    cluster.elapse(2 * Settings.HEARTBEAT_NANOS);
    cluster.node(0).step(new Event.TransferAsked("t", -1));
    cluster.deliverAll();
    assertThat(cluster.leads()).isEqualTo(1);
  }

  /** All four must promise a view, and one decides. */
  @Test
  void a_leader_that_no_other_one_could_replace_leads_on() {
    TestCluster cluster = new TestCluster(Settings.of(4).quorums(4, 1).priorities(0, 1, 0, 0));
    cluster.elect(0);
    cluster.node(3).crash();
    cluster.elapse(20 * Settings.SETTLE_NANOS);
    assertThat(cluster.leads()).isZero();
    cluster.node(0).step(new Event.TransferAsked("t", 1));
    cluster.proposeAndDeliver(0, "a");
    cluster.elapse(2 * Settings.HEARTBEAT_NANOS);
    assertThat(cluster.node(1).delivered()).containsExactly("a");
    assertThat(cluster.node(0).effects().of(Effect.TransferEnded.class))
        .extracting(Effect.TransferEnded::failure)
        .containsExactly(
            "replica 1 cannot be elected: that takes 4 members, and fewer answer the leader; start"
                + " the others");

    cluster.node(3).start();
    cluster.elapse(2 * Settings.SETTLE_NANOS);
    assertThat(cluster.leads()).isEqualTo(1);
  }
}
