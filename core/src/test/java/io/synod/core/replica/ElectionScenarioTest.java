package io.synod.core.replica;

import static org.assertj.core.api.Assertions.assertThat;

import io.synod.core.cluster.View;
import io.synod.core.event.Event;
import io.synod.core.message.Heartbeat;
import io.synod.core.message.HeartbeatAck;
import io.synod.core.message.PreVote;
import io.synod.core.message.PreVoteReply;
import io.synod.core.settings.Consistency;
import io.synod.core.testing.Settings;
import io.synod.core.testing.TestCluster;
import org.junit.jupiter.api.Test;

/** Leaders come and go in a whole cluster. */
class ElectionScenarioTest {

  @Test
  void every_cluster_from_1_to_25_replicas_elects_a_leader_decides_and_converges() {
    for (int replicas = 1; replicas <= 25; replicas++) {
      TestCluster cluster = new TestCluster(Settings.of(replicas));
      cluster.elapse(10 * Settings.ELECTION_NANOS);
      cluster.propose(cluster.leader(), "a");
      cluster.elapse(2 * Settings.HEARTBEAT_NANOS);
      for (int replica = 0; replica < replicas; replica++) {
        assertThat(cluster.node(replica).delivered()).containsExactly("a");
        assertThat(cluster.replica(replica).leader(cluster.nowNanos())).isEqualTo(cluster.leader());
      }
    }
  }

  @Test
  void one_replica_alone_works() {
    TestCluster cluster = new TestCluster(Settings.of(1).window(2));
    cluster.elapse(Settings.ELECTION_NANOS);
    for (int slot = 0; slot < 50; slot++) {
      cluster.proposeAndDeliver(0, "s" + slot);
    }
    cluster.node(0).step(new Event.ReadRequested("r", Consistency.LEADER));
    cluster.deliverAll();
    assertThat(cluster.node(0).delivered()).hasSize(50);
    assertThat(cluster.node(0).effects().lines()).contains("serve read r");
  }

  @Test
  void a_stable_leader_stays() {
    TestCluster cluster = new TestCluster(Settings.of(5));
    cluster.elapse(10 * Settings.ELECTION_NANOS);
    View view = cluster.replica(cluster.leader()).promised();
    cluster.elapse(300 * Settings.ELECTION_NANOS);
    assertThat(cluster.replica(cluster.leader()).promised()).isEqualTo(view);
  }

  @Test
  void a_dead_leader_is_replaced_within_a_few_timeouts_and_at_once_if_its_connections_break() {
    TestCluster cluster = TestCluster.led(Settings.of(3));
    cluster.node(0).crash();
    long died = cluster.nowNanos();
    cluster.node(1).step(new Event.PeerDisconnected(0));
    cluster.node(2).step(new Event.PeerDisconnected(0));
    cluster.await("a new leader", () -> cluster.replica(1).leads() || cluster.replica(2).leads());
    assertThat(cluster.nowNanos() - died).isLessThan(Settings.ELECTION_NANOS / 2);
  }

  @Test
  void a_replica_that_only_a_follower_reaches_learns_what_the_leader_decides() {
    TestCluster cluster = new TestCluster(Settings.of(3));
    cutOff(cluster);
    for (int slot = 0; slot < 10; slot++) {
      cluster.propose(0, "s" + slot);
      cluster.elapse(Settings.ELECTION_NANOS);
    }
    cluster.elapse(6 * Settings.ELECTION_NANOS);
    assertThat(cluster.leader()).isZero();
    assertThat(cluster.node(2).delivered()).isEqualTo(cluster.node(1).delivered()).hasSize(10);
  }

  @Test
  void it_learns_by_a_snapshot_what_the_follower_has_dropped() {
    TestCluster cluster = new TestCluster(Settings.of(3).logBytes(1).withoutJournalReads());
    cutOff(cluster);
    for (int slot = 0; slot < 10; slot++) {
      cluster.proposeAndDeliver(0, "s" + slot);
    }
    cluster.elapse(20 * Settings.ELECTION_NANOS);
    assertThat(cluster.node(2).delivered()).isEqualTo(cluster.node(1).delivered()).hasSize(10);
  }

  /** Replica 0 leads, and no message passes between it and replica 2. */
  private static void cutOff(TestCluster cluster) {
    cluster.elect(0);
    cluster.deliverAll();
    cluster.lose(envelope -> envelope.from() + envelope.to() == 2 && envelope.from() != 1);
  }

  @Test
  void a_replica_that_comes_back_from_a_long_isolation_disturbs_nobody() {
    TestCluster cluster = TestCluster.led(Settings.of(3));
    View view = cluster.replica(0).promised();
    cluster.partition(2);
    cluster.elapse(50 * Settings.ELECTION_NANOS);
    assertThat(cluster.replica(2).promised()).as("the pre-vote raised no view").isEqualTo(view);
    cluster.healAndElapse(10 * Settings.ELECTION_NANOS);
    assertThat(cluster.leader()).isZero();
    assertThat(cluster.replica(0).promised()).isEqualTo(view);
  }

  @Test
  void a_replica_cut_off_from_the_leader_does_not_depose_it() {
    TestCluster cluster = TestCluster.led(Settings.of(3));
    View view = cluster.replica(0).promised();
    cluster.lose(envelope -> envelope.from() == 0 && envelope.to() == 2);
    cluster.elapse(50 * Settings.ELECTION_NANOS);
    assertThat(cluster.replica(0).promised()).isEqualTo(view);
    assertThat(cluster.replica(0).leads()).isTrue();
  }

  @Test
  void a_leader_that_receives_nothing_steps_down_and_is_replaced() {
    TestCluster cluster = TestCluster.led(Settings.of(3));
    cluster.lose(envelope -> envelope.to() == 0 && envelope.from() != 0);
    cluster.elapse(10 * Settings.ELECTION_NANOS);
    assertThat(cluster.leader()).isNotZero();
  }

  @Test
  void a_leader_in_a_minority_steps_down_by_itself() {
    TestCluster cluster = TestCluster.led(Settings.of(5));
    cluster.partition(0, 1);
    cluster.elapse(Settings.ELECTION_NANOS + Settings.HEARTBEAT_NANOS);
    assertThat(cluster.replica(0).leads()).isFalse();
    cluster.elapse(10 * Settings.ELECTION_NANOS);
    assertThat(cluster.leader()).isGreaterThan(1);
  }

  @Test
  void a_leader_whose_disk_stalls_does_not_look_healthy_and_is_replaced() {
    TestCluster cluster = TestCluster.led(Settings.of(3));
    cluster.node(0).stallDisk();
    cluster.node(0).effects().clear();
    cluster.elapse(10 * Settings.ELECTION_NANOS);
    assertThat(cluster.node(0).effects().sent(Heartbeat.class)).isNotEmpty();
    assertThat(cluster.leader()).isNotZero();
    cluster.node(0).resumeDisk();
    cluster.elapse(5 * Settings.ELECTION_NANOS);
    assertThat(cluster.leader()).isNotZero();
  }

  @Test
  void a_paused_leader_steps_down_as_soon_as_it_goes_on() {
    Single single = new Single(Settings.of(3));
    View view = single.lead(2);
    single.pass(50 * Settings.ELECTION_NANOS);
    assertThat(single.replica.leads()).isFalse();
    single.out.clear();
    single.receive(1, new HeartbeatAck(view, 1, 0, 0, 0));
    assertThat(single.out.lines()).isEmpty();
  }

  @Test
  void rivals_do_not_block_each_other_for_ever() {
    for (int seed = 0; seed < 50; seed++) {
      TestCluster cluster = new TestCluster(Settings.of(4), 100L * seed);
      cluster.hold(envelope -> envelope.is(PreVote.class) || envelope.is(PreVoteReply.class));
      cluster.elapse(Settings.ELECTION_NANOS);
      cluster.heal();
      cluster.await("a leader", () -> anyLeads(cluster, 4));
    }
  }

  private static boolean anyLeads(TestCluster cluster, int replicas) {
    for (int replica = 0; replica < replicas; replica++) {
      if (cluster.replica(replica).leads()) {
        return true;
      }
    }
    return false;
  }
}
