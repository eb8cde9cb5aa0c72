package io.synod.core.replica;

import static org.assertj.core.api.Assertions.assertThat;

import io.synod.core.effect.ProtocolEvent;
import io.synod.core.effect.ProtocolEvent.TransferReason;
import io.synod.core.event.Event;
import io.synod.core.message.TransferLeadership;
import io.synod.core.testing.Settings;
import io.synod.core.testing.TestCluster;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The service of the leader does not return. */
class HungServiceTest {
  private static final int BACKLOG = 16;

  private final TestCluster cluster = new TestCluster(Settings.of(3).backlogSlots(BACKLOG));

  private void lead() {
    cluster.elect(0);
    cluster.elapse(3 * Settings.HEARTBEAT_NANOS);
  }

  private void propose(int batches) {
    for (int batch = 0; batch < batches; batch++) {
      cluster.propose(0, "b" + batch);
      cluster.elapse(Settings.HEARTBEAT_NANOS);
    }
  }

  private List<ProtocolEvent.Transferring> transfers() {
    return cluster.node(0).effects().events(ProtocolEvent.Transferring.class);
  }

  private void assertGoesOn(int leader) {
    cluster.propose(leader, "after");
    for (int other = 1; other < 3; other++) {
      List<String> delivered = cluster.node(other).delivered();
      cluster.await("replica " + other + " goes on", () -> delivered.contains("after"));
    }
  }

  @Test
  void a_replica_whose_service_goes_on_leads_after_ten_election_timeouts() {
    lead();
    cluster.node(0).stallService();
    propose(BACKLOG + 1);
    cluster.elapse(5 * Settings.ELECTION_NANOS);
    assertThat(cluster.leader()).isZero();
    assertThat(cluster.replica(0).decided()).isEqualTo(BACKLOG);

    cluster.elapse(5 * Settings.ELECTION_NANOS);
    assertThat(cluster.leader()).isIn(1, 2);
    assertThat(transfers())
        .extracting(ProtocolEvent.Transferring::reason)
        .containsExactly(TransferReason.SERVICE_HANGS);
    assertGoesOn(cluster.leader());
  }

  @Test
  void one_request_that_waits_is_enough() {
    lead();
    cluster.node(0).stallService();
    propose(1);
    cluster.elapse(12 * Settings.ELECTION_NANOS);
    assertThat(cluster.leader()).isIn(1, 2);
  }

  /** It has no space for what it took over, so it can propose nothing. */
  @Test
  void one_that_was_elected_with_a_full_backlog_transfers_too() {
    lead();
    cluster.node(1).stallService();
    propose(BACKLOG + 4);
    assertThat(cluster.replica(1).decided()).isEqualTo(BACKLOG);
    cluster.node(0).crash();
    cluster.elect(1);
    cluster.node(0).start();
    cluster.elapse(12 * Settings.ELECTION_NANOS);
    assertThat(cluster.leader()).isIn(0, 2);
    cluster.propose(cluster.leader(), "after");
    List<String> delivered = cluster.node(2).delivered();
    cluster.await("the others go on", () -> delivered.contains("after"));
  }

  /** All have begun it at the same time; those that end first do not depose the leader. */
  @Test
  void a_request_that_takes_long_moves_nothing() {
    lead();
    cluster.nodes().forEach(node -> node.stallService());
    propose(1);
    cluster.elapse(30 * Settings.ELECTION_NANOS);
    cluster.node(1).resumeService();
    cluster.elapse(3 * Settings.ELECTION_NANOS);
    cluster.node(0).resumeService();
    cluster.elapse(30 * Settings.ELECTION_NANOS);
    assertThat(cluster.leader()).isZero();
    assertThat(transfers()).isEmpty();
  }

  @Test
  void a_request_that_all_services_hang_at_moves_nothing() {
    lead();
    cluster.nodes().forEach(node -> node.stallService());
    propose(3);
    cluster.elapse(100 * Settings.ELECTION_NANOS);
    assertThat(cluster.leader()).isZero();
    assertThat(transfers()).isEmpty();
  }

  /** Replica 2 was restored there, and counts as executed the slot that it holds in part. */
  @Test
  void a_request_at_which_all_services_have_halted_moves_nothing() {
    lead();
    cluster.nodes().forEach(node -> node.stallService());
    propose(1);
    cluster.await("replica 2 knows the slot", () -> cluster.replica(2).decided() == 1);
    cluster.node(2).resumeService();
    for (int replica = 0; replica < 3; replica++) {
      cluster.node(replica).step(new Event.ServiceHalted(0, replica == 2 ? 1 : 0));
    }
    cluster.elapse(30 * Settings.ELECTION_NANOS);
    assertThat(cluster.leader()).isZero();
    assertThat(transfers()).isEmpty();
  }

  @Test
  void one_that_does_not_take_over_is_asked_again_after_ten_more() {
    lead();
    cluster.lose(envelope -> envelope.message() instanceof TransferLeadership);
    cluster.node(0).stallService();
    propose(1);
    cluster.elapse(35 * Settings.ELECTION_NANOS);
    assertThat(cluster.leader()).isZero();
    assertThat(transfers()).hasSize(3);
    cluster.node(0).resumeService();
    assertGoesOn(0);
  }

  @Test
  void a_service_without_work_does_not_hang() {
    lead();
    propose(2);
    cluster.node(0).stallService();
    cluster.elapse(100 * Settings.ELECTION_NANOS);
    assertThat(cluster.leader()).isZero();
    assertThat(transfers()).isEmpty();
  }

  @Test
  void an_operator_may_move_it_before() {
    lead();
    cluster.node(0).stallService();
    propose(BACKLOG + 1);
    cluster.node(0).step(new Event.TransferAsked("t", 1));
    cluster.await("1 leads", () -> cluster.replica(1).leads());
    assertGoesOn(1);
  }
}
