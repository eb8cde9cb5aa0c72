package io.synod.core.membership;

import static io.synod.core.membership.MembershipSteps.assertMembers;
import static io.synod.core.membership.MembershipSteps.awaitDelivered;
import static io.synod.core.membership.MembershipSteps.awaitMembership;
import static io.synod.core.membership.MembershipSteps.settle;
import static io.synod.core.membership.MembershipSteps.started;
import static io.synod.core.membership.MembershipSteps.startedWithStandby;
import static io.synod.core.membership.MembershipSteps.without;
import static org.assertj.core.api.Assertions.assertThat;

import io.synod.core.cluster.Incarnation;
import io.synod.core.event.Event;
import io.synod.core.message.Decided;
import io.synod.core.message.StandbyReport;
import io.synod.core.replica.Role;
import io.synod.core.testing.Settings;
import io.synod.core.testing.TestCluster;
import org.junit.jupiter.api.Test;

/** Changes of the membership that a leader refuses, or does not make yet. */
class MembershipRefusalTest {
  private static final long MILLI = Settings.MILLI;

  @Test
  void a_leader_that_is_removed_transfers_its_leadership_first() {
    TestCluster cluster = started(Settings.of(3));
    int leader = cluster.leader();
    Operator operator = Operator.of(1).remove(leader);
    assertThat(operator.ask(cluster)).contains("transfers its leadership");
    cluster.await("another leads", () -> cluster.leads() >= 0 && cluster.leads() != leader);
    settle(cluster, 1, operator);
    assertThat(cluster.replica(leader).currentRole()).isEqualTo(Role.STANDBY);
    cluster.propose(cluster.leader(), "x");
    awaitDelivered(cluster, "x", cluster.leader(), leader);
  }

  @Test
  void requests_are_refused_with_reasons() {
    TestCluster cluster = started(Settings.of(3).lagMax(3));
    cluster.elapse(300 * MILLI);
    assertThat(Operator.of(2).remove(2).ask(cluster)).contains("membership 2 is wanted");
    assertThat(Operator.of(1).add(3).ask(cluster)).contains("no standby has reported");
    assertThat(Operator.of(1).add(1).remove(1).ask(cluster))
        .contains("no standby has reported to the leader as replica 1, which is a member:")
        .contains("start it with an empty directory")
        .doesNotContain("--join");
    assertThat(Operator.of(1).remove(7).ask(cluster)).contains("replica 7 is no member");
    assertThat(Operator.of(1).add(1).ask(cluster)).contains("replica 1 is a member already");
    assertThat(Operator.of(1).ask(cluster)).contains("nothing would change");
    assertThat(Operator.of(1).quorums(1, 2).ask(cluster))
        .isEqualTo(
            "quorums of 1 (phase 1) and 2 (phase 2) could miss each other among 3 members: change"
                + " them too (synod member change --phase1, --phase2)");
    assertThat(Operator.of(1).quorums(3, 1).remove(2).ask(cluster))
        .isEqualTo(
            "a quorum of 3 is more than the 2 members that would be left: change the quorums too"
                + " (synod member change --phase1, --phase2)");
    assertThat(Operator.of(1).move(5, "a:1", "b:2").ask(cluster)).contains("cannot move");
    assertThat(Operator.of(1).move(1, "a:1", "b:2").move(2, "c:1", "b:2").ask(cluster))
        .contains("replica 1 would have address b:2, which is replica 2's");
    assertThat(Operator.of(1).move(1, "a:1", "b:2").move(2, "b:2", "d:2").ask(cluster))
        .contains("each needs its own");
    assertThat(Operator.of(1).move(1, "a:1", "a:1").ask(cluster))
        .isEqualTo(
            "replica 1 would have address a:1 for replicas and for clients: each port needs its own");
    assertThat(Operator.of(1).remove(0, 1, 2).ask(cluster))
        .isEqualTo("no member would be left: add others in the same change");
    int leader = cluster.leader();
    cluster.node((leader + 1) % 3).crash();
    cluster.elapse(90 * MILLI);
    int third = (leader + 2) % 3;
    cluster.elapse(100 * MILLI);
    assertThat(Operator.of(1).remove(third).ask(cluster)).contains("start the others first");
    int follower = third;
    assertThat(Operator.of(1).remove(2).askAt(cluster, follower)).contains("does not lead");
    assertThat(cluster.replica(leader).memberships().next()).isNull();
  }

  @Test
  void a_standby_whose_connection_is_lost_counts_once_it_reports_again() {
    TestCluster cluster = startedWithStandby(Settings.of(3));
    cluster.lose(envelope -> envelope.from() == 3);
    cluster.node(cluster.leader()).step(new Event.PeerDisconnected(3));
    assertThat(Operator.of(1).add(3).ask(cluster)).contains("no standby has reported");
    cluster.heal();
    settle(cluster, 1, Operator.of(1).add(3));
    assertMembers(cluster, 1, 0, 1, 2, 3);
  }

  /** It could end before it learns that it is a member again. */
  @Test
  void a_removed_replica_that_will_end_is_not_added_again() {
    TestCluster cluster = started(Settings.of(3).alpha(2).linger(60_000 * MILLI));
    int removed = (cluster.leader() + 1) % 3;
    settle(cluster, 1, Operator.of(1).remove(removed));
    cluster.elapse(300 * MILLI);
    assertThat(Operator.of(2).add(removed).reuse().ask(cluster))
        .isEqualTo(
            "replica %d was removed and will end without being asked: start it with --join, and ask again"
                .formatted(removed));
  }

  @Test
  void a_member_whose_connection_is_lost_does_not_count_as_one_that_answers() {
    TestCluster cluster = started(Settings.of(3));
    cluster.elapse(300 * MILLI);
    int leader = cluster.leader();
    int killed = (leader + 1) % 3;
    int removed = (leader + 2) % 3;
    assertThat(Operator.of(1).remove(removed).dryRun().ask(cluster)).isNull();
    cluster.node(killed).crash();
    cluster.node(leader).step(new Event.PeerDisconnected(killed));
    assertThat(Operator.of(1).remove(removed).ask(cluster)).contains("start the others first");
  }

  @Test
  void a_dry_run_changes_nothing() {
    TestCluster cluster = started(Settings.of(3));
    int follower = (cluster.leader() + 1) % 3;
    assertThat(Operator.of(1).remove(follower).dryRun().ask(cluster)).isNull();
    cluster.elapse(300 * MILLI);
    assertMembers(cluster, 0, 0, 1, 2);
  }

  @Test
  void a_standby_that_lags_is_not_added() {
    TestCluster cluster = startedWithStandby(Settings.of(3).lagMax(3));
    cluster.lose(sent -> sent.to() == 3 && sent.message() instanceof Decided);
    for (int slot = 0; slot < 6; slot++) {
      cluster.proposeAndDeliver(cluster.leader(), "slot " + slot);
    }
    cluster.elapse(100 * MILLI);
    assertThat(Operator.of(1).add(3).ask(cluster)).contains("lacks").contains("member.lag-max");
    cluster.healAndElapse(300 * MILLI);
    settle(cluster, 1, Operator.of(1).add(3));
  }

  /** At level memory a cluster whose members were all started at once has begun anew. */
  @Test
  void a_standby_that_knows_more_slots_than_there_are_is_not_added() {
    TestCluster cluster = startedWithStandby(Settings.of(3));
    Incarnation own = new Incarnation(1, Settings.nonce(3));
    StandbyReport report = new StandbyReport(own, 100, "peer3:1", "client3:1");
    cluster.node(cluster.leader()).step(new Event.Received(3, report));
    assertThat(Operator.of(1).add(3).ask(cluster))
        .contains("standby 3 knows 100 decided slots, and this cluster has no more than 1")
        .contains("start it anew, with an empty directory");
    settle(cluster, 1, Operator.of(1).add(3));
  }

  @Test
  void a_second_change_waits_until_the_first_is_settled() {
    TestCluster cluster = startedWithStandby(Settings.of(3));
    int follower = (cluster.leader() + 1) % 3;
    assertThat(Operator.of(1).add(3).ask(cluster)).isNull();
    assertThat(Operator.of(1).remove(follower).ask(cluster)).contains("is being decided already");
    awaitMembership(cluster, 1);
    settle(cluster, 2, Operator.of(2).remove(follower));
    assertMembers(cluster, 2, without(follower, 0, 1, 2, 3));
  }
}
