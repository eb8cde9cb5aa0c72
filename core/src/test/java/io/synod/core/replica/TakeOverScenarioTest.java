package io.synod.core.replica;

import static org.assertj.core.api.Assertions.assertThat;

import io.synod.core.event.Event;
import io.synod.core.message.Accept;
import io.synod.core.message.Accepted;
import io.synod.core.message.Heartbeat;
import io.synod.core.message.Promise;
import io.synod.core.settings.Consistency;
import io.synod.core.testing.Effect;
import io.synod.core.testing.Settings;
import io.synod.core.testing.TestCluster;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What a new leader finds, and what reads see around it. */
class TakeOverScenarioTest {

  @Test
  void a_take_over_larger_than_the_window_and_the_message_is_proposed_before_anything_new() {
    TestCluster cluster = new TestCluster(Settings.of(3).window(3).messageBytes(1));
    cluster.elect(0);
    List<String> all = new ArrayList<>();
    cluster.lose(envelope -> envelope.to() == 1);
    for (int slot = 0; slot < 9; slot++) {
      cluster.propose(0, "s" + slot);
      all.add("s" + slot);
      cluster.deliverAll();
    }
    assertThat(cluster.replica(0).decided()).isEqualTo(9);
    cluster.heal();
    cluster.node(0).crash();
    cluster.lose(envelope -> envelope.is(Accepted.class));
    cluster.elect(1);
    cluster.proposeAndDeliver(1, "new");
    assertThat(cluster.replica(1).openSlots()).isLessThanOrEqualTo(3);
    cluster.healAndElapse(Settings.ELECTION_NANOS);
    all.add("new");
    assertThat(cluster.node(1).delivered()).isEqualTo(all);
    assertThat(cluster.node(2).delivered()).isEqualTo(all);
  }

  @Test
  void votes_of_different_views_never_mix() {
    TestCluster cluster = new TestCluster(Settings.of(5));
    cluster.elect(0);
    cluster.hold(envelope -> envelope.is(Accepted.class));
    cluster.lose(envelope -> envelope.is(Accept.class) && envelope.to() > 1);
    cluster.proposeAndDeliver(0, "old");
    cluster.partition(0);
    cluster.hold(envelope -> envelope.is(Promise.class) && envelope.from() == 1);
    cluster.elapse(3 * Settings.ELECTION_NANOS);
    int leader = cluster.leader();
    cluster.proposeAndDeliver(leader, "new");
    cluster.healAndElapse(5 * Settings.ELECTION_NANOS);
    cluster
        .nodes()
        .forEach(node -> assertThat(node.delivered()).isEqualTo(cluster.node(leader).delivered()));
  }

  @Test
  void a_read_at_a_new_leader_sees_what_the_old_one_has_answered() {
    TestCluster cluster = TestCluster.led(Settings.of(3));
    cluster.lose(envelope -> envelope.is(Heartbeat.class));
    cluster.proposeAndDeliver(0, "answered");
    assertThat(cluster.node(0).delivered()).containsExactly("answered");
    cluster.node(0).crash();
    cluster.heal();
    cluster.hold(envelope -> envelope.is(Accept.class));
    cluster.elect(1);
    cluster.node(1).step(new Event.ReadRequested("r", Consistency.LEADER));
    cluster.elapse(2 * Settings.HEARTBEAT_NANOS);
    assertThat(cluster.node(1).effects().of(Effect.ReadServed.class)).isEmpty();
    cluster.healAndElapse(Settings.RETRANSMIT_NANOS);
    assertThat(cluster.node(1).effects().lines())
        .containsSubsequence("deliver #0 answered", "serve read r");
  }

  @Test
  void a_superseded_leader_serves_no_read() {
    TestCluster cluster = TestCluster.led(Settings.of(3));
    cluster.partition(0);
    cluster.node(1).step(new Event.PeerDisconnected(0));
    cluster.node(2).step(new Event.PeerDisconnected(0));
    cluster.elect(1);
    cluster.proposeAndDeliver(1, "unseen");
    assertThat(cluster.replica(0).leads()).isTrue();
    cluster.node(0).step(new Event.ReadRequested("r", Consistency.LEADER));
    cluster.elapse(2 * Settings.ELECTION_NANOS);
    assertThat(cluster.node(0).effects().of(Effect.ReadServed.class)).isEmpty();
    assertThat(cluster.node(0).effects().of(Effect.ReadRefused.class)).hasSize(1);
  }

  @Test
  void every_read_is_answered_once_whatever_becomes_of_the_leader() {
    TestCluster cluster = TestCluster.led(Settings.of(3));
    cluster.node(0).stallService();
    cluster.proposeAndDeliver(0, "slow");
    cluster.node(0).step(new Event.ReadRequested("confirmed", Consistency.LEADER));
    cluster.deliverAll();
    cluster.partition(0);
    cluster.node(0).step(new Event.ReadRequested("unconfirmed", Consistency.LEADER));
    cluster.elapse(3 * Settings.ELECTION_NANOS);
    cluster.node(0).resumeService();
    cluster.healAndElapse(3 * Settings.ELECTION_NANOS);
    assertThat(cluster.node(0).effects().lines().stream().filter(line -> line.contains(" read ")))
        .containsExactlyInAnyOrder("serve read confirmed", "refuse read unconfirmed");
  }

  @Test
  void a_slow_service_holds_up_its_replica_but_not_the_cluster() {
    TestCluster cluster = new TestCluster(Settings.of(3).window(2).backlogSlots(4));
    cluster.elect(0);
    cluster.node(2).stallService();
    for (int slot = 0; slot < 20; slot++) {
      cluster.propose(0, "s" + slot);
      cluster.elapse(Settings.HEARTBEAT_NANOS);
    }
    assertThat(cluster.node(0).delivered()).hasSize(20);
    assertThat(cluster.node(2).delivered()).hasSize(4);
    cluster.node(2).resumeService();
    cluster.elapse(Settings.ELECTION_NANOS);
    assertThat(cluster.node(2).delivered()).isEqualTo(cluster.node(0).delivered());
  }

  @Test
  void a_slow_service_of_the_leader_stops_it_from_opening_slots_not_from_leading() {
    TestCluster cluster = new TestCluster(Settings.of(3).window(2).backlogSlots(4));
    cluster.elect(0);
    cluster.node(0).stallService();
    for (int slot = 0; slot < 6; slot++) {
      cluster.propose(0, "s" + slot);
      cluster.elapse(Settings.ELECTION_NANOS);
    }
    assertThat(cluster.replica(0).decided()).isEqualTo(4);
    assertThat(cluster.replica(0).leads()).isTrue();
    cluster.node(0).resumeService();
    cluster.elapse(Settings.HEARTBEAT_NANOS);
    assertThat(cluster.node(1).delivered()).hasSize(6);
  }

  @Test
  void an_idle_cluster_converges_completely_and_forgets_what_all_have_executed() {
    TestCluster cluster = new TestCluster(Settings.of(3));
    cluster.elect(0);
    for (int slot = 0; slot < 10; slot++) {
      cluster.proposeAndDeliver(0, "s" + slot);
    }
    cluster.elapse(4 * Settings.HEARTBEAT_NANOS);
    for (int replica = 0; replica < 3; replica++) {
      assertThat(cluster.node(replica).delivered()).hasSize(10);
      assertThat(cluster.replica(replica).firstKept()).isEqualTo(10);
    }
  }
}
