package io.synod.core.replica;

import static org.assertj.core.api.Assertions.assertThat;

import io.synod.core.cluster.View;
import io.synod.core.effect.ProtocolEvent;
import io.synod.core.event.Event;
import io.synod.core.message.Accepted;
import io.synod.core.message.PreVote;
import io.synod.core.message.PreVoteReply;
import io.synod.core.testing.Settings;
import io.synod.core.testing.TestCluster;
import org.junit.jupiter.api.Test;

/** docs/architecture.md, "A replica spends its time in the garbage collector". */
class CollectorBusyTest {
  private static final View V1 = new View(1, 1);
  private static final View V2 = new View(2, 2);

  private final Single single = new Single(Settings.of(3));

  @Test
  void a_leader_steps_down_and_says_why() {
    single.lead(2);
    occupy(true);
    assertThat(single.replica.currentRole()).isEqualTo(Role.FOLLOWER);
    assertThat(single.out.events(ProtocolEvent.SteppedDown.class))
        .extracting(ProtocolEvent.SteppedDown::reason)
        .containsExactly("the garbage collector takes most of its time");
    assertThat(single.out.events(ProtocolEvent.CollectorBusy.class))
        .containsExactly(new ProtocolEvent.CollectorBusy(true));
    assertThat(single.replica.obstacle()).isNotNull();
  }

  @Test
  void it_goes_on_voting_and_granting() {
    occupy(true);
    single.receive(2, new PreVote(V1, 0));
    assertThat(single.out.sent(PreVoteReply.class)).allMatch(PreVoteReply::granted).hasSize(1);
    single.accept(V2, 0, "a");
    assertThat(single.out.sent(Accepted.class)).hasSize(1);
  }

  @Test
  void it_does_not_stand_as_long_as_another_would_and_does_again_when_the_collector_is_calm() {
    occupy(true);
    single.wake();
    single.wake();
    assertThat(single.out.sent(PreVote.class)).isEmpty();
    occupy(false);
    single.wake();
    assertThat(single.out.sent(PreVote.class)).hasSize(1);
  }

  @Test
  void it_stands_where_nobody_else_has_led_for_some_timeouts() {
    long begun = single.nowNanos();
    occupy(true);
    while (single.out.sent(PreVote.class).isEmpty()) {
      single.wake();
    }
    assertThat(single.nowNanos() - begun)
        .isBetween(
            (Obstacles.PATIENCES_MAX - 1) * Settings.ELECTION_NANOS,
            2 * Obstacles.PATIENCES_MAX * Settings.ELECTION_NANOS);
  }

  @Test
  void a_leader_that_shows_itself_is_another_that_can_lead() {
    occupy(true);
    single.wake();
    single.wake();
    single.wake();
    single.heartbeat(V1, 0);
    for (int silence = 1; silence < Obstacles.PATIENCES_MAX; silence++) {
      single.wake();
    }
    assertThat(single.out.sent(PreVote.class)).isEmpty();
  }

  @Test
  void a_busy_leader_hands_over_and_the_cluster_goes_on() {
    TestCluster cluster = new TestCluster(Settings.of(3));
    cluster.elect(0);
    cluster.proposeAndDeliver(0, "a");
    cluster.node(0).occupyCollector(true);
    cluster.await("another leads", () -> cluster.leads() > 0);
    cluster.propose(cluster.leader(), "b");
    cluster.elapse(Settings.ELECTION_NANOS);
    assertThat(cluster.node(0).delivered()).containsExactly("a", "b");
  }

  @Test
  void in_a_cluster_of_busy_replicas_one_still_leads() {
    TestCluster cluster = new TestCluster(Settings.of(3));
    cluster.elect(0);
    cluster.nodes().forEach(node -> node.occupyCollector(true));
    assertThat(cluster.leads()).isEqualTo(-1);
    cluster.elapse(2 * (Obstacles.PATIENCES_MAX + 2) * Settings.ELECTION_NANOS);
    assertThat(cluster.leads()).isNotNegative();
    cluster.propose(cluster.leader(), "b");
    cluster.elapse(Settings.ELECTION_NANOS);
    cluster.nodes().forEach(node -> assertThat(node.delivered()).containsExactly("b"));
  }

  /** Two decide, but four must promise to elect another one, and three are left. */
  @Test
  void a_busy_leader_leads_on_while_no_other_can_be_elected() {
    TestCluster cluster = TestCluster.led(Settings.of(5).quorums(4, 2));
    cluster.node(3).crash();
    cluster.node(4).crash();
    cluster.elapse(2 * Settings.ELECTION_NANOS);
    cluster.node(0).occupyCollector(true);
    cluster.proposeAndDeliver(0, "a");
    assertThat(cluster.node(0).delivered()).containsExactly("a");

    cluster.node(3).start();
    cluster.node(4).start();
    cluster.await("another leads", () -> cluster.leads() > 0);
    assertThat(cluster.node(0).delivered()).containsExactly("a");
  }

  @Test
  void a_replica_alone_leads_on() {
    Single alone = new Single(Settings.of(1));
    alone.lead(1);
    alone.step(new Event.CollectorBusy(true));
    assertThat(alone.replica.currentRole()).isEqualTo(Role.LEADER);
  }

  private void occupy(boolean busy) {
    single.out.clear();
    single.step(new Event.CollectorBusy(busy));
  }
}
