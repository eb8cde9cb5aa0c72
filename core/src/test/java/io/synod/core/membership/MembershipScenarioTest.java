package io.synod.core.membership;

import static io.synod.core.membership.MembershipSteps.assertMembers;
import static io.synod.core.membership.MembershipSteps.awaitDelivered;
import static io.synod.core.membership.MembershipSteps.awaitMembership;
import static io.synod.core.membership.MembershipSteps.settle;
import static io.synod.core.membership.MembershipSteps.settleAt;
import static io.synod.core.membership.MembershipSteps.started;
import static io.synod.core.membership.MembershipSteps.startedWithStandby;
import static org.assertj.core.api.Assertions.assertThat;

import io.synod.core.cluster.ReplicaSet;
import io.synod.core.effect.JournalRecord;
import io.synod.core.event.Event;
import io.synod.core.message.Accept;
import io.synod.core.message.Accepted;
import io.synod.core.message.Heartbeat;
import io.synod.core.message.Prepare;
import io.synod.core.message.Relay;
import io.synod.core.replica.Role;
import io.synod.core.settings.Consistency;
import io.synod.core.settings.Durability;
import io.synod.core.testing.Effect;
import io.synod.core.testing.Settings;
import io.synod.core.testing.TestCluster;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Whole changes of the membership, in clusters whose messages and time the test moves. */
class MembershipScenarioTest {
  private static final long MILLI = Settings.MILLI;

  @ParameterizedTest
  @CsvSource({"1,1", "2,2", "4,4", "64,4"})
  void a_standby_becomes_a_member_and_decides(int alpha, int window) {
    TestCluster cluster = started(Settings.of(3).alpha(alpha).window(window));
    cluster.addStandby();
    settle(cluster, 1, Operator.of(1).add(3));

    assertThat(cluster.replica(3).currentRole()).isEqualTo(Role.FOLLOWER);
    assertMembers(cluster, 1, 0, 1, 2, 3);
    // Three of four decide, and the new one is needed.
    cluster.node(2).crash();
    cluster.propose(cluster.leader(), "with three of four");
    awaitDelivered(cluster, "with three of four", 0, 1, 3);
  }

  @Test
  void earlier_proposals_are_decided_before_the_change_holds() {
    TestCluster cluster = startedWithStandby(Settings.of(3).alpha(4).window(4));
    int leader = cluster.leader();
    cluster.propose(leader, "a");
    Operator.of(1).add(3).ask(cluster);
    cluster.propose(leader, "b");
    cluster.propose(leader, "c");
    awaitMembership(cluster, 1);
    awaitDelivered(cluster, "a", 0, 1, 2, 3);
    List<String> log = cluster.node(3).delivered();
    int change = log.indexOf("change");
    assertThat(cluster.replica(0).memberships().current().first()).isEqualTo(change + 4);
    assertThat(log.subList(0, change)).contains("a");
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 4, 64})
  void a_follower_is_removed_and_the_others_go_on(int alpha) {
    TestCluster cluster = started(Settings.of(3).alpha(alpha).linger(50 * MILLI));
    int leader = cluster.leader();
    int removed = leader == 2 ? 1 : 2;
    settle(cluster, 1, Operator.of(1).remove(removed));

    cluster.await("the removed one ends", () -> cluster.node(removed).stopped() != null);
    assertThat(cluster.node(removed).stopped()).contains("removed from the cluster");
    cluster.propose(cluster.leader(), "without it");
    awaitDelivered(cluster, "without it", leader);
  }

  @ParameterizedTest
  @EnumSource(Durability.class)
  void all_members_are_replaced_at_once(Durability durability) {
    Settings settings = Settings.of(3).durability(durability).alpha(4).linger(200 * MILLI);
    TestCluster cluster = started(settings);
    for (int standby = 3; standby < 6; standby++) {
      cluster.addStandby();
    }
    settle(cluster, 1, Operator.of(1).remove(0, 1, 2).add(3, 4, 5));
    assertMembers(cluster, 1, 3, 4, 5);
    for (int old = 0; old < 3; old++) {
      int one = old;
      cluster.await("the old ones end", () -> cluster.node(one).stopped() != null);
    }
    cluster.propose(cluster.leader(), "new");
    awaitDelivered(cluster, "new", 3, 4, 5);
    assertThat(cluster.node(3).delivered()).contains("before");
  }

  @Test
  void the_members_are_replaced_one_after_the_other() {
    TestCluster cluster = started(Settings.of(3).alpha(2).linger(100 * MILLI));
    for (int change = 1; change <= 3; change++) {
      cluster.addStandby();
      Operator operator = Operator.of(change).remove(change - 1).add(change + 2);
      cluster.elapse(300 * MILLI);
      if (operator.ask(cluster) != null) {
        int gone = change - 1;
        cluster.await("another leads", () -> cluster.leads() >= 0 && cluster.leads() != gone);
      }
      settle(cluster, change, operator);
      cluster.propose(cluster.leader(), "in " + change);
      awaitDelivered(cluster, "in " + change, change, change + 2);
    }
    assertMembers(cluster, 3, 3, 4, 5);
  }

  @Test
  void quorums_and_alpha_change() {
    TestCluster cluster = started(Settings.of(3).alpha(4));
    settle(cluster, 1, Operator.of(1).quorums(3, 1).alpha(9));
    Membership now = cluster.replica(0).memberships().current();
    assertThat(now.quorums().phase1()).isEqualTo(3);
    assertThat(now.quorums().phase2()).isEqualTo(1);
    assertThat(now.alpha()).isEqualTo(9);
  }

  @Test
  void a_leader_that_missed_the_change_fills_its_own_fence() {
    TestCluster cluster = startedWithStandby(Settings.of(3).alpha(3).window(3));
    int first = cluster.leader();
    int other = (first + 1) % 3;
    int third = (first + 2) % 3;
    cluster.lose(
        sent -> sent.from() == first && sent.message() instanceof Accept && sent.to() != third);
    cluster.lose(sent -> sent.message() instanceof Accepted && sent.to() == first);
    Operator.of(1).add(3).ask(cluster);
    cluster.deliverAll();
    cluster.node(first).crash();
    cluster.partition(third);
    cluster.heal();
    cluster.lose(sent -> sent.message() instanceof Accepted && sent.from() == third);
    cluster.await("another leads", () -> cluster.leads() >= 0);
    cluster.propose(cluster.leads(), "later");
    cluster.elapse(100 * MILLI);
    cluster.node(other).restart();
    cluster.heal();
    cluster.node(first).start();
    cluster.await("one leads", () -> cluster.leads() >= 0);
    cluster.propose(cluster.leader(), "last");
    awaitDelivered(cluster, "last", 0, 1, 2);
  }

  @Test
  void a_leader_that_finds_a_change_fills_the_fence_and_leads_on() {
    TestCluster cluster = startedWithStandby(Settings.of(3).alpha(8).window(2));
    int first = cluster.leader();
    cluster.lose(sent -> sent.message() instanceof Accepted && sent.to() == first);
    Operator.of(1).add(3).ask(cluster);
    cluster.deliverAll();
    cluster.node(first).crash();
    cluster.heal();
    awaitMembership(cluster, 1);
    cluster.await("one leads", () -> cluster.leads() >= 0);
    assertThat(cluster.replica(3).currentRole()).isIn(Role.FOLLOWER, Role.LEADER);
  }

  @Test
  void a_promise_of_the_next_membership_is_durable_behind_the_end_of_the_last() {
    TestCluster cluster = started(Settings.of(3).alpha(2));
    cluster.addStandby();
    settle(cluster, 1, Operator.of(1).add(3));
    long first = cluster.replica(0).memberships().current().first();
    for (int replica = 0; replica < 4; replica++) {
      List<JournalRecord> records = cluster.node(replica).disk().records();
      int promise = -1;
      int end = -1;
      for (int at = records.size() - 1; at >= 0; at--) {
        if (records.get(at) instanceof JournalRecord.Promised one && one.view().membership() == 1) {
          promise = at;
        }
        if (records.get(at) instanceof JournalRecord.DecidedUpTo upTo && upTo.end() >= first) {
          end = at;
        }
      }
      assertThat(end).as("of replica %d", replica).isBetween(0, promise - 1);
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {5, 6})
  void given_relay_groups_hold_whenever_the_members_are_their_replicas(int begin) {
    ReplicaSet left = ReplicaSet.of(List.of(0, 1, 3));
    ReplicaSet right = ReplicaSet.of(List.of(2, 4, 5));
    Settings settings = Settings.of(begin).relayGroups(List.of(left, right));
    TestCluster cluster = begin == 5 ? startedWithStandby(settings) : started(settings);
    if (begin == 6) {
      settle(cluster, 1, Operator.of(1).remove(5));
    }
    settle(cluster, begin - 4, Operator.of(begin - 4).add(5).reuse());
    assertRelayed(cluster, left, right);
  }

  private static void assertRelayed(TestCluster cluster, ReplicaSet left, ReplicaSet right) {
    int leader = cluster.leader();
    cluster.node(leader).effects().clear();
    for (int slot = 0; slot < 8; slot++) {
      cluster.proposeAndDeliver(leader, "slot " + slot);
    }
    List<ReplicaSet> groups = new ArrayList<>();
    for (Effect.Sent sent : cluster.node(leader).effects().of(Effect.Sent.class)) {
      if (sent.message() instanceof Relay relay) {
        groups.add(relay.members().with(sent.to()));
      }
    }
    ReplicaSet self = ReplicaSet.of(leader);
    assertThat(groups).containsOnly(left.without(self), right.without(self));
  }

  /** Section 1.6, 6: a life with the listed nonce, but a later number, joins before it votes. */
  @Test
  void a_member_moves_to_another_address() {
    TestCluster cluster = started(Settings.of(3));
    settle(cluster, 1, Operator.of(1).move(1, "elsewhere:7101", "elsewhere:7201"));
    MemberEntry moved = cluster.replica(0).memberships().current().member(1);
    assertThat(moved.peerAddress()).isEqualTo("elsewhere:7101");
    assertThat(cluster.replica(1).incarnationNumber()).isEqualTo(1);
  }

  @Test
  void reads_that_wait_when_a_membership_begins_are_refused() {
    TestCluster cluster = startedWithStandby(Settings.of(3).alpha(2));
    int leader = cluster.leader();
    cluster.hold(sent -> sent.message() instanceof Heartbeat && sent.from() == leader);
    cluster.node(leader).effects().clear();
    cluster.node(leader).step(new Event.ReadRequested("read", Consistency.LEADER));
    Operator.of(1).add(3).ask(cluster);
    cluster.await(
        "the leader enters", () -> cluster.replica(leader).memberships().current().number() == 1);
    assertThat(cluster.node(leader).effects().lines())
        .anyMatch(line -> line.startsWith("refuse read"));
    assertThat(cluster.node(leader).effects().lines())
        .noneMatch(line -> line.startsWith("serve read"));
  }

  @Test
  void a_change_that_the_old_leader_never_counts_is_finished_by_the_next_one() {
    TestCluster cluster = startedWithStandby(Settings.of(3).alpha(1).window(1));
    int old = cluster.leader();
    int next = (old + 1) % 3;
    // The old leader's change is voted for by the next one, and counted by nobody.
    cluster.lose(sent -> sent.message() instanceof Accepted && sent.to() == old);
    Operator.of(1).add(3).ask(cluster);
    cluster.deliverAll();
    cluster.heal();
    cluster.lose(sent -> sent.from() == old && !(sent.message() instanceof Prepare));
    cluster.await(
        "another leads in membership 1",
        () -> cluster.replica(next).leads() || cluster.replica((old + 2) % 3).leads());
    cluster.heal();
    awaitMembership(cluster, 1);
    cluster.await("one leads", () -> cluster.leads() >= 0);
    cluster.propose(cluster.leader(), "goes on");
    awaitDelivered(cluster, "goes on", 0, 1, 2, 3);
  }

  @Test
  void entries_of_former_members_are_kept_in_the_membership() {
    TestCluster cluster = started(Settings.of(3).alpha(2));
    int follower = (cluster.leader() + 1) % 3;
    settle(cluster, 1, Operator.of(1).remove(follower));
    Membership now = cluster.replica(cluster.leader()).memberships().current();
    assertThat(now.former()).isEqualTo(ReplicaSet.of(follower));
  }

  /** It knows no other member, and reports less often than the time of member.linger. */
  @Test
  void a_standby_learns_of_the_members_from_the_last_one_that_it_knows_before_that_ends() {
    TestCluster cluster = started(Settings.of(1).alpha(2).linger(MILLI));
    cluster.addStandby();
    cluster.addStandby();
    cluster.elapse(300 * MILLI);
    cluster.node(2).crash();
    settleAt(cluster, 1, Operator.of(1).remove(0).add(1), 1);
    cluster.node(0).crash();
    // It reports now, in vain.
    cluster.node(2).start();
    cluster.elapse(MILLI);
    cluster.node(0).start();
    cluster.await("the old one ends", () -> cluster.node(0).stopped() != null);

    cluster.propose(1, "without it");
    awaitDelivered(cluster, "without it", 2);
    assertThat(cluster.replica(2).memberships().current().number()).isEqualTo(1);
  }

  /** It reports to the members that it knows, among whom the leader is not. */
  @Test
  void a_standby_that_was_away_learns_of_the_members_from_one_that_it_knows() {
    TestCluster cluster = started(Settings.of(2).alpha(2).linger(50 * MILLI));
    cluster.addStandby();
    cluster.addStandby();
    cluster.elapse(300 * MILLI);
    cluster.node(3).crash();
    settleAt(cluster, 1, Operator.of(1).remove(1).add(2), 0, 2);
    cluster.node(1).crash();
    cluster.node(0).restart();
    cluster.elect(2);
    cluster.node(3).start();
    assertThat(cluster.replica(3).memberships().current().number()).isZero();

    cluster.propose(2, "without it");
    awaitDelivered(cluster, "without it", 3);
    assertMembers(cluster, 1, 0, 2);
    assertThat(cluster.replica(3).memberships().current().number()).isEqualTo(1);
  }
}
