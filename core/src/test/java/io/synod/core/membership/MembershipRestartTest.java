package io.synod.core.membership;

import static io.synod.core.membership.MembershipSteps.awaitDelivered;
import static io.synod.core.membership.MembershipSteps.settle;
import static io.synod.core.membership.MembershipSteps.settleAt;
import static io.synod.core.membership.MembershipSteps.started;
import static io.synod.core.membership.MembershipSteps.startedWithStandby;
import static io.synod.core.membership.MembershipSteps.without;
import static org.assertj.core.api.Assertions.assertThat;

import io.synod.core.cluster.Incarnation;
import io.synod.core.effect.JournalRecord;
import io.synod.core.effect.ProtocolEvent;
import io.synod.core.event.Event;
import io.synod.core.message.Join;
import io.synod.core.message.Promise;
import io.synod.core.settings.Durability;
import io.synod.core.testing.Settings;
import io.synod.core.testing.TestCluster;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Replicas that were down, away or without their state while the membership changed. */
class MembershipRestartTest {
  private static final long MILLI = Settings.MILLI;

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
      cluster.proposeAndDeliver(cluster.leader(), "slot " + slot);
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
  void a_member_that_forgot_joins_in_the_next_membership() {
    Settings settings = Settings.of(3).durability(Durability.EPOCH).alpha(2);
    TestCluster cluster = startedWithStandby(settings);
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

  @ParameterizedTest
  @EnumSource(Durability.class)
  void a_member_stays_one_although_the_leader_knows_another_directory_with_its_number(
      Durability durability) {
    TestCluster cluster = new TestCluster(Settings.of(5).durability(durability).alpha(2));
    cluster.elect(1);
    cluster.elapse(Settings.ELECTION_NANOS);
    // One that 4 has lost too had announced itself to 0 alone.
    Incarnation lost = new Incarnation(2, 77);
    cluster.node(0).step(new Event.Received(4, new Join(0, lost)));
    cluster.lose(envelope -> envelope.from() == 4 && envelope.to() == 0);
    cluster.node(4).restartEmpty();
    cluster.await("it is a member", () -> cluster.replica(4).incarnationNumber() == 2);
    cluster.heal();
    // With the promises of others, which do not report the incarnation of 4 by its number.
    cluster.lose(envelope -> envelope.is(Promise.class) && envelope.from() == 4);
    cluster.node(1).step(new Event.TransferAsked("transfer", 0));
    cluster.await("0 leads", () -> cluster.replica(0).leads());
    cluster.heal();
    settle(cluster, 1, Operator.of(1).quorums(4, 2));

    Membership entered = cluster.replica(4).memberships().current();
    List<ProtocolEvent.Joined> joined =
        cluster.node(4).effects().events(ProtocolEvent.Joined.class);
    Incarnation own = joined.get(joined.size() - 1).as();
    assertThat(own.number()).isEqualTo(2);
    assertThat(entered.incarnations().of(4))
        .as("as the leader knows it")
        .isEqualTo(lost)
        .isNotEqualTo(own);
    assertThat(cluster.node(4).effects().events(ProtocolEvent.EnteredMembership.class))
        .containsExactly(new ProtocolEvent.EnteredMembership(entered, "member"));
    cluster.node(4).restart();
    cluster.await("it is a member again", () -> cluster.replica(4).incarnationNumber() > 0);
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
    cluster.node(3).restartEmpty();
    cluster.elapse(500 * MILLI);
    assertThat(Operator.of(3).add(3).ask(cluster)).contains("replica 3 was a member before");
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
  void a_replaced_machine_that_was_listed_on_its_way_has_all_it_learnt_after_a_restart() {
    TestCluster cluster = started(Settings.of(3).alpha(2));
    cluster.addStandby();
    int leader = cluster.leader();
    int replaced = (leader + 1) % 3;
    settle(cluster, 1, Operator.of(1).add(3));
    settle(cluster, 2, Operator.of(2).remove(replaced));
    cluster.node(replaced).crash();
    cluster.node(replaced).restartEmpty();
    cluster.await(
        "it knows that it is outside",
        () -> cluster.replica(replaced).memberships().current().number() == 2);
    settle(cluster, 3, Operator.of(3).add(replaced).reuse());
    cluster.await("it is a member", () -> cluster.replica(replaced).incarnationNumber() > 0);
    long incarnation = cluster.replica(replaced).incarnationNumber();
    long decided = cluster.replica(replaced).decided();
    cluster.node(replaced).restart();
    assertThat(cluster.replica(replaced).decided()).as("without asking").isEqualTo(decided);
    assertThat(cluster.replica(replaced).incarnationNumber()).isEqualTo(incarnation);
  }

  /** Its directory has never been a member, whatever it has entered on its way. */
  @ParameterizedTest
  @EnumSource(
      value = Durability.class,
      names = {"VIEW", "EPOCH", "SYNC"})
  void a_replaced_machine_that_starts_again_and_again_on_its_way_becomes_a_member(
      Durability durability) {
    Settings settings = Settings.of(3).durability(durability).alpha(2).messageBytes(4 << 10);
    TestCluster cluster = started(settings);
    cluster.addStandby();
    int leader = cluster.leader();
    int replaced = (leader + 1) % 3;
    settle(cluster, 1, Operator.of(1).add(3));
    decideMuch(cluster);
    settle(cluster, 2, Operator.of(2).remove(replaced));
    cluster.node(replaced).restartEmpty();
    settle(cluster, 3, Operator.of(3).add(replaced).reuse());
    decideMuch(cluster);
    cluster.await("it is a member", () -> cluster.replica(replaced).incarnationNumber() > 0);
    cluster.node(replaced).loseDirectory();
    for (int starts = 0; starts < 400; starts++) {
      cluster.node(replaced).restart();
      for (int messages = 0; messages < starts; messages++) {
        if (cluster.flying().isEmpty()) {
          cluster.elapseAsleep(10 * MILLI);
        }
        cluster.deliverSome(1);
      }
      assertThat(cluster.node(replaced).stopped()).as("at start %d", starts).isNull();
      if (cluster.replica(replaced).incarnationNumber() > 0) {
        break;
      }
    }
    cluster.await(
        "it is a member again",
        () ->
            cluster.replica(replaced).memberships().current().number() == 3
                && cluster.replica(replaced).incarnationNumber() > 0);
  }

  /** More than fits in an answer to a replica that catches up. */
  private static void decideMuch(TestCluster cluster) {
    for (int slot = 0; slot < 20; slot++) {
      cluster.proposeAndDeliver(cluster.leader(), "x".repeat(1 << 10));
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
        cluster.proposeAndDeliver(cluster.leader(), step + "." + slot);
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
}
