package io.synod.core.replica;

import static org.assertj.core.api.Assertions.assertThat;

import io.synod.core.event.Event;
import io.synod.core.message.Accept;
import io.synod.core.message.Accepted;
import io.synod.core.message.Decided;
import io.synod.core.message.Heartbeat;
import io.synod.core.message.QuorumReadReply;
import io.synod.core.settings.Consistency;
import io.synod.core.testing.Settings;
import io.synod.core.testing.TestCluster;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** Reads at any replica. */
class QuorumReadScenarioTest {
  private final TestCluster cluster = new TestCluster(Settings.of(3));

  @Test
  void a_follower_serves_what_the_leader_has_answered_without_a_heartbeat() {
    cluster.elect(0);
    cluster.lose(envelope -> envelope.is(Heartbeat.class));
    cluster.proposeAndDeliver(0, "answered");
    assertThat(cluster.node(0).delivered()).containsExactly("answered");
    assertThat(cluster.node(2).delivered()).as("knows of no commit").isEmpty();
    read(2, Consistency.QUORUM);
    cluster.deliverAll();
    assertThat(cluster.node(2).effects().lines())
        .containsSubsequence("deliver #0 answered", "serve read r");
  }

  @Test
  void a_read_needs_no_leader_where_all_is_decided() {
    cluster.elect(0);
    cluster.propose(0, "answered");
    cluster.elapse(3 * Settings.HEARTBEAT_NANOS);
    cluster.node(0).crash();
    read(1, Consistency.QUORUM);
    cluster.deliverAll();
    assertThat(served(1)).isTrue();
  }

  /** Its steady clock has stood still meanwhile. */
  @Test
  void a_replica_that_was_suspended_for_an_hour_serves_no_bounded_read_from_before() {
    cluster.elect(0);
    cluster.propose(0, "answered");
    cluster.elapse(3 * Settings.HEARTBEAT_NANOS);
    Consistency minute = Consistency.bounded(Duration.ofMinutes(1));
    cluster.node(2).step(new Event.WallClock(cluster.nowNanos()));
    read(2, minute);
    cluster.deliverAll();
    assertThat(served(2)).isTrue();
    cluster.node(2).effects().clear();

    long hourNanos = Duration.ofHours(1).toNanos();
    cluster.node(2).step(new Event.WallClock(cluster.nowNanos() + hourNanos));
    read(2, minute);
    assertThat(served(2)).isFalse();
    cluster.deliverAll();
    assertThat(served(2)).isTrue();
  }

  @Test
  void a_slow_replica_holds_no_read_up() {
    cluster.elect(0);
    cluster.propose(0, "answered");
    cluster.elapse(3 * Settings.HEARTBEAT_NANOS);
    cluster.hold(envelope -> envelope.to() == 0 || envelope.from() == 0);
    read(1, Consistency.QUORUM);
    cluster.deliverAll();
    assertThat(served(1)).isTrue();
  }

  @Test
  void a_replica_that_is_cut_off_serves_no_linearizable_read() {
    cluster.elect(0);
    cluster.partition(2);
    cluster.proposeAndDeliver(0, "unseen");
    read(2, Consistency.QUORUM);
    cluster.elapse(3 * Settings.ELECTION_NANOS);
    assertThat(served(2)).isFalse();
    assertThat(cluster.node(2).effects().lines()).contains("refuse read r");
  }

  @Test
  void a_vote_of_an_earlier_view_that_decided_nothing_holds_up_no_read_for_ever() {
    cluster.elect(0);
    cluster.elapse(3 * Settings.HEARTBEAT_NANOS);
    cluster.lose(envelope -> envelope.is(Accept.class) && envelope.to() != 2);
    cluster.lose(envelope -> envelope.is(Accepted.class));
    cluster.proposeAndDeliver(0, "orphan");
    assertThat(cluster.replica(2).voteAt(0)).isNotNull();
    cluster.node(0).crash();
    // Replica 1 is elected by itself and 0, whose memory is whole: nobody has asked replica 2.
    cluster.heal();
    cluster.node(0).start();
    cluster.partition(2);
    cluster.elect(1);
    cluster.deliverAll();
    cluster.node(0).crash();
    cluster.heal();
    read(1, Consistency.QUORUM);
    cluster.elapse(3 * Settings.HEARTBEAT_NANOS);
    assertThat(cluster.replica(1).leads()).isTrue();
    assertThat(served(1)).isTrue();
  }

  @Test
  void without_a_heartbeat_the_end_is_that_of_all_votes() {
    cluster.elect(0);
    cluster.lose(envelope -> envelope.is(Heartbeat.class) || envelope.is(Decided.class));
    cluster.lose(envelope -> envelope.is(Accept.class) && envelope.to() == 1);
    cluster.proposeAndDeliver(0, "answered");
    cluster.node(0).crash();
    cluster.elect(1);
    cluster.node(2).effects().clear();
    read(1, Consistency.QUORUM);
    cluster.deliverAll();
    assertThat(cluster.node(2).effects().sent(QuorumReadReply.class))
        .allMatch(reply -> reply.end() == 1);
  }

  @Test
  void a_stale_read_is_served_at_once_by_any_member() {
    cluster.elect(0);
    cluster.deliverAll();
    cluster.partition(2);
    read(2, Consistency.STALE);
    assertThat(served(2)).isTrue();
    cluster.node(2).restartEmpty();
    cluster.node(2).effects().clear();
    read(2, Consistency.STALE);
    assertThat(cluster.node(2).effects().lines()).contains("refuse read r");
  }

  @Test
  void an_isolated_replica_serves_bounded_reads_until_it_is_too_old() {
    cluster.elect(0);
    cluster.propose(0, "answered");
    cluster.elapse(3 * Settings.HEARTBEAT_NANOS);
    Consistency fresh = Consistency.bounded(Duration.ofNanos(Settings.ELECTION_NANOS));
    read(2, fresh);
    cluster.deliverAll();
    assertThat(served(2)).isTrue();
    cluster.partition(2);
    cluster.elapse(Settings.ELECTION_NANOS / 2);
    cluster.node(2).effects().clear();
    read(2, fresh);
    assertThat(served(2)).isTrue();
    cluster.elapse(Settings.ELECTION_NANOS);
    cluster.node(2).effects().clear();
    read(2, fresh);
    cluster.elapse(Settings.ELECTION_NANOS);
    assertThat(served(2)).isFalse();
  }

  private void read(int replica, Consistency consistency) {
    cluster.node(replica).step(new Event.ReadRequested("r", consistency));
  }

  private boolean served(int replica) {
    return cluster.node(replica).effects().lines().contains("serve read r");
  }
}
