package io.synod.core.membership;

import static org.assertj.core.api.Assertions.assertThat;

import io.synod.core.cluster.ReplicaSet;
import io.synod.core.effect.JournalRecord;
import io.synod.core.message.Accept;
import io.synod.core.message.Accepted;
import io.synod.core.message.Decided;
import io.synod.core.message.Heartbeat;
import io.synod.core.message.Prepare;
import io.synod.core.replica.Role;
import io.synod.core.settings.Durability;
import io.synod.core.testing.Settings;
import io.synod.core.testing.TestCluster;
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
  void what_was_proposed_before_the_change_is_decided_before_it_holds() {
    TestCluster cluster = started(Settings.of(3).alpha(4).window(4));
    cluster.addStandby();
    cluster.elapse(300 * MILLI);
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

  @ParameterizedTest
  @EnumSource(Durability.class)
  void members_that_start_again_are_members_of_the_same_membership(Durability durability) {
    TestCluster cluster = started(Settings.of(3).durability(durability).alpha(4));
    cluster.addStandby();
    settle(cluster, 1, Operator.of(1).add(3));
    for (int replica = 0; replica < 4; replica++) {
      if (!durability.keepsIncarnations() && replica == 3) {
        // Nothing says that it is no standby of the file; its members do.
        continue;
      }
      cluster.node(replica).restart();
      int restarted = replica;
      cluster.await(
          "replica " + replica + " is a member again",
          () ->
              cluster.replica(restarted).memberships().current().number() == 1
                  && cluster.replica(restarted).incarnationNumber() > 0);
    }
    cluster.await("one leads", () -> cluster.leads() >= 0);
    cluster.propose(cluster.leader(), "again");
    awaitDelivered(cluster, "again", 0, 1, 2);
  }

  @Test
  void a_new_member_that_fetched_a_snapshot_knows_the_membership_from_it() {
    Settings settings = Settings.of(3).alpha(2).window(2).snapshotSlots(4).logBytes(1);
    TestCluster cluster = started(settings.withoutJournalReads());
    cluster.addStandby();
    settle(cluster, 1, Operator.of(1).add(3));
    for (int slot = 0; slot < 12; slot++) {
      cluster.propose(cluster.leader(), "slot " + slot);
      cluster.deliverAll();
    }
    awaitDelivered(cluster, "slot 11", 0, 1, 2, 3);
    cluster.addStandby();
    cluster.await(
        "the standby has everything", () -> cluster.node(4).delivered().contains("slot 11"));
    assertThat(cluster.node(4).disk().snapshotEnds()).isNotEmpty();
    assertThat(cluster.replica(4).memberships().current().number()).isEqualTo(1);
    settle(cluster, 2, Operator.of(2).add(4).remove(3));
    cluster.node(4).restart();
    cluster.await("it is a member", () -> cluster.replica(4).incarnationNumber() > 0);
  }

  /** Section 1.1a of the design: the change was voted for by one member, and its leader is gone. */
  @Test
  void a_leader_that_missed_the_change_fills_its_own_fence() {
    TestCluster cluster = started(Settings.of(3).alpha(3).window(3));
    cluster.addStandby();
    cluster.elapse(300 * MILLI);
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
    TestCluster cluster = started(Settings.of(3).alpha(8).window(2));
    cluster.addStandby();
    cluster.elapse(300 * MILLI);
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

  /** Section 1.6, 6: a life with the listed nonce, but a later number, joins before it votes. */
  @Test
  void a_member_that_forgot_joins_in_the_next_membership() {
    Settings settings = Settings.of(3).durability(Durability.EPOCH).alpha(2);
    TestCluster cluster = started(settings);
    cluster.addStandby();
    cluster.elapse(300 * MILLI);
    int leader = cluster.leader();
    int forgetful = (leader + 1) % 3;
    // It enters and votes; those that stay behind still know it by its first incarnation.
    int behind = (leader + 2) % 3;
    cluster.hold(sent -> sent.to() == behind);
    settleAt(cluster, 1, Operator.of(1).add(3), leader, forgetful, 3);
    cluster.node(forgetful).restart();
    cluster.heal();
    cluster.await(
        "it is a member of membership 1",
        () ->
            cluster.replica(forgetful).memberships().current().number() == 1
                && cluster.replica(forgetful).incarnationNumber() > 0);
    assertThat(cluster.replica(forgetful).incarnationNumber()).isGreaterThan(1);
  }

  @Test
  void a_removed_member_that_was_down_finds_that_it_is_outside_and_ends() {
    TestCluster cluster = started(Settings.of(3).alpha(2).linger(100 * MILLI));
    int leader = cluster.leader();
    int down = (leader + 1) % 3;
    cluster.node(down).crash();
    settleAt(cluster, 1, Operator.of(1).remove(down), leader, (leader + 2) % 3);
    long view = cluster.replica(leader).promised().round();
    cluster.node(down).start();
    cluster.await("it ends", () -> cluster.node(down).stopped() != null);
    assertThat(cluster.node(down).stopped()).contains("removed");
    assertThat(cluster.replica(leader).leads()).isTrue();
    assertThat(cluster.replica(leader).promised().round()).isEqualTo(view);
  }

  @Test
  void a_number_that_another_replica_has_by_now_is_not_taken_back_with_an_old_directory() {
    TestCluster cluster = started(Settings.of(3).alpha(2).linger(100 * MILLI));
    cluster.addStandby();
    cluster.addStandby();
    int leader = cluster.leader();
    settle(cluster, 1, Operator.of(1).add(3));
    cluster.node(3).crash();
    settleAt(cluster, 2, Operator.of(2).remove(3), leader);
    // The number goes to a replica with another directory; the old one is kept aside.
    List<JournalRecord> old = List.copyOf(cluster.node(3).disk().records());
    cluster.node(3).loseDirectory();
    cluster.node(3).start();
    cluster.elapse(500 * MILLI);
    assertThat(Operator.of(3).add(3).ask(cluster)).contains("were members before");
    settle(cluster, 3, Operator.of(3).add(3).reuse());
    cluster.node(3).crash();
    cluster.node(3).disk().records().clear();
    cluster.node(3).disk().records().addAll(old);
    cluster.node(3).disk().rename(Settings.nonce(3));
    for (int starts = 0; starts < 3; starts++) {
      cluster.node(3).start();
      cluster.await("it ends", () -> cluster.node(3).stopped() != null);
      assertThat(cluster.node(3).disk().records(JournalRecord.Promised.class))
          .as("what it has promised")
          .noneMatch(promised -> promised.view().membership() == 3);
    }
  }

  @Test
  void a_member_that_was_away_catches_up_from_replicas_that_it_does_not_know() {
    Settings settings = Settings.of(3).alpha(2).linger(100 * MILLI).snapshotSlots(4).logBytes(1);
    TestCluster cluster = started(settings.withoutJournalReads());
    int away = (cluster.leader() + 1) % 3;
    cluster.addStandby();
    cluster.addStandby();
    cluster.node(away).crash();
    int[] old = without(away, 0, 1, 2);
    for (int step = 0; step < 2; step++) {
      int gone = old[step];
      Operator operator = Operator.of(step + 1).add(step + 3).remove(gone);
      cluster.elapse(300 * MILLI);
      if (operator.ask(cluster) != null) {
        cluster.await("another leads", () -> cluster.leads() >= 0 && cluster.leads() != gone);
      }
      settleAt(cluster, step + 1, operator, 3);
      cluster.await("it ends", () -> cluster.node(gone).stopped() != null);
      for (int slot = 0; slot < 12; slot++) {
        cluster.propose(cluster.leader(), step + "." + slot);
        cluster.deliverAll();
      }
    }
    cluster.node(away).start();
    cluster.await(
        "it is a member of membership 2",
        () ->
            cluster.replica(away).memberships().current().number() == 2
                && cluster.replica(away).incarnationNumber() > 0);
    awaitDelivered(cluster, "1.11", away);
  }

  @Test
  void requests_are_refused_with_reasons() {
    TestCluster cluster = started(Settings.of(3).lagMax(3));
    cluster.elapse(300 * MILLI);
    assertThat(Operator.of(2).remove(2).ask(cluster)).contains("membership 2 is wanted");
    assertThat(Operator.of(1).add(3).ask(cluster)).contains("no standby has reported");
    assertThat(Operator.of(1).remove(7).ask(cluster)).contains("are no members");
    assertThat(Operator.of(1).add(1).ask(cluster)).contains("are members already");
    assertThat(Operator.of(1).ask(cluster)).contains("nothing would change");
    assertThat(Operator.of(1).quorums(1, 2).ask(cluster)).contains("could miss each other");
    assertThat(Operator.of(1).move(5, "a:1", "b:2").ask(cluster)).contains("cannot move");
    assertThat(Operator.of(1).remove(0, 1, 2).ask(cluster)).isNotNull();
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
  void a_dry_run_changes_nothing() {
    TestCluster cluster = started(Settings.of(3));
    int follower = (cluster.leader() + 1) % 3;
    assertThat(Operator.of(1).remove(follower).dryRun().ask(cluster)).isNull();
    cluster.elapse(300 * MILLI);
    assertMembers(cluster, 0, 0, 1, 2);
  }

  @Test
  void a_standby_that_lags_is_not_added() {
    TestCluster cluster = started(Settings.of(3).lagMax(3));
    cluster.addStandby();
    cluster.elapse(300 * MILLI);
    cluster.lose(sent -> sent.to() == 3 && sent.message() instanceof Decided);
    for (int slot = 0; slot < 6; slot++) {
      cluster.propose(cluster.leader(), "slot " + slot);
      cluster.deliverAll();
    }
    cluster.elapse(100 * MILLI);
    assertThat(Operator.of(1).add(3).ask(cluster)).contains("lacks").contains("member.lag-max");
    cluster.heal();
    cluster.elapse(300 * MILLI);
    settle(cluster, 1, Operator.of(1).add(3));
  }

  @Test
  void a_second_change_waits_until_the_first_is_settled() {
    TestCluster cluster = started(Settings.of(3));
    cluster.addStandby();
    cluster.elapse(300 * MILLI);
    int follower = (cluster.leader() + 1) % 3;
    assertThat(Operator.of(1).add(3).ask(cluster)).isNull();
    assertThat(Operator.of(1).remove(follower).ask(cluster)).contains("is being decided already");
    awaitMembership(cluster, 1);
    settle(cluster, 2, Operator.of(2).remove(follower));
    assertMembers(cluster, 2, without(follower, 0, 1, 2, 3));
  }

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
    TestCluster cluster = started(Settings.of(3).alpha(2));
    cluster.addStandby();
    cluster.elapse(300 * MILLI);
    int leader = cluster.leader();
    cluster.hold(sent -> sent.message() instanceof Heartbeat && sent.from() == leader);
    cluster.node(leader).effects().clear();
    cluster
        .node(leader)
        .step(
            new io.synod.core.event.Event.ReadRequested(
                "read", io.synod.core.settings.Consistency.LEADER));
    Operator.of(1).add(3).ask(cluster);
    cluster.await(
        "the leader enters", () -> cluster.replica(leader).memberships().current().number() == 1);
    assertThat(cluster.node(leader).effects().lines())
        .anyMatch(line -> line.startsWith("refuse read"));
    assertThat(cluster.node(leader).effects().lines())
        .noneMatch(line -> line.startsWith("serve read"));
  }

  @Test
  void nothing_is_prepared_in_a_membership_by_a_leader_that_was_told_of_its_begin() {
    TestCluster cluster = started(Settings.of(3).alpha(1).window(1));
    cluster.addStandby();
    cluster.elapse(300 * MILLI);
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

  private static TestCluster started(Settings settings) {
    TestCluster cluster = new TestCluster(settings);
    cluster.await("one leads", () -> cluster.leads() >= 0);
    cluster.elapse(200 * MILLI);
    cluster.propose(cluster.leader(), "before");
    cluster.deliverAll();
    return cluster;
  }

  private static void settle(TestCluster cluster, long number, Operator operator) {
    cluster.elapse(400 * MILLI);
    assertThat(operator.ask(cluster)).isNull();
    awaitMembership(cluster, number);
  }

  private static void settleAt(
      TestCluster cluster, long number, Operator operator, int... replicas) {
    cluster.elapse(400 * MILLI);
    assertThat(operator.ask(cluster)).isNull();
    for (int replica : replicas) {
      cluster.await(
          "replica " + replica + " is in membership " + number,
          () -> cluster.replica(replica).memberships().current().number() == number);
    }
    awaitSettled(cluster, number);
  }

  private static void awaitMembership(TestCluster cluster, long number) {
    for (int replica = 0; replica < cluster.size(); replica++) {
      int one = replica;
      cluster.await(
          "replica " + replica + " enters membership " + number,
          () ->
              cluster.node(one).isDown()
                  || cluster.replica(one).memberships().current().number() >= number);
    }
    awaitSettled(cluster, number);
  }

  private static void awaitSettled(TestCluster cluster, long number) {
    cluster.await(
        "membership " + number + " is settled",
        () -> {
          int leader = cluster.leads();
          return leader >= 0
              && cluster.replica(leader).decided()
                  > cluster.replica(leader).memberships().current().first();
        });
  }

  private static void awaitDelivered(TestCluster cluster, String text, int... replicas) {
    for (int replica : replicas) {
      cluster.await(
          "replica " + replica + " executes " + text,
          () -> cluster.node(replica).delivered().contains(text));
    }
  }

  private static void assertMembers(TestCluster cluster, long number, int... members) {
    ReplicaSet expected = ReplicaSet.EMPTY;
    for (int member : members) {
      expected = expected.with(member);
    }
    for (int member : members) {
      Membership now = cluster.replica(member).memberships().current();
      assertThat(now.number()).as("of replica %d", member).isEqualTo(number);
      assertThat(now.numbers()).isEqualTo(expected);
    }
  }

  private static int[] without(int removed, int... replicas) {
    return java.util.Arrays.stream(replicas).filter(one -> one != removed).toArray();
  }
}
