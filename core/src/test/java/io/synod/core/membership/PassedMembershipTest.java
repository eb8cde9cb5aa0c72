package io.synod.core.membership;

import static io.synod.core.membership.MembershipSteps.settle;
import static io.synod.core.membership.MembershipSteps.started;
import static io.synod.core.membership.MembershipSteps.without;
import static org.assertj.core.api.Assertions.assertThat;

import io.synod.core.effect.ProtocolEvent;
import io.synod.core.event.Event;
import io.synod.core.message.Decided;
import io.synod.core.message.SnapshotPart;
import io.synod.core.message.StandbyReport;
import io.synod.core.replica.Role;
import io.synod.core.settings.Durability;
import io.synod.core.testing.Settings;
import io.synod.core.testing.TestCluster;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.EnumSource.Mode;

/** Replicas that pass memberships which are over, because they learn the log from its beginning. */
class PassedMembershipTest {
  private static final long MILLI = Settings.MILLI;
  private static final int SLOTS = 12;

  private static void fill(TestCluster cluster) {
    for (int slot = 0; slot < SLOTS; slot++) {
      cluster.proposeAndDeliver(cluster.leader(), "slot " + slot);
    }
  }

  /** 3, 4 and 5 were the members for a while; now 0, 1 and 2 are again. */
  private static TestCluster swappedTwice(Settings settings) {
    TestCluster cluster = started(settings);
    for (int standby = 3; standby < 6; standby++) {
      cluster.addStandby();
    }
    settle(cluster, 1, Operator.of(1).add(3, 4, 5).remove(0, 1, 2));
    fill(cluster);
    settle(cluster, 2, Operator.of(2).add(0, 1, 2).remove(3, 4, 5).reuse());
    cluster.elapse(400 * MILLI);
    return cluster;
  }

  @Test
  void a_new_standby_learns_past_members_that_are_gone() {
    TestCluster cluster = swappedTwice(Settings.of(3).alpha(2).messageBytes(100));
    for (int gone = 3; gone < 6; gone++) {
      cluster.node(gone).crash();
    }
    cluster.addStandby();
    cluster.elapse(10_000 * MILLI);
    long decided = cluster.replica(cluster.leader()).decided();
    assertThat(cluster.replica(6).decided()).isEqualTo(decided);
  }

  @Test
  void one_that_was_among_members_that_are_gone_learns_too() {
    TestCluster cluster = swappedTwice(Settings.of(3).alpha(2).messageBytes(100));
    cluster.node(4).crash();
    cluster.node(5).crash();
    cluster.node(3).restartEmpty();
    cluster.elapse(10_000 * MILLI);
    long decided = cluster.replica(cluster.leader()).decided();
    assertThat(cluster.replica(3).decided()).isEqualTo(decided);
    assertThat(cluster.node(3).stopped()).isNull();
  }

  @Test
  void one_that_was_alone_once_and_loses_its_directory_joins_the_others() {
    TestCluster cluster = started(Settings.of(3).alpha(2).messageBytes(100));
    int alone = cluster.leader();
    int[] others = without(alone, 0, 1, 2);
    settle(cluster, 1, Operator.of(1).remove(others));
    fill(cluster);
    settle(cluster, 2, Operator.of(2).add(others).reuse());
    cluster.elapse(400 * MILLI);
    cluster.node(alone).loseDirectory();
    cluster.await("another leads", () -> cluster.leads() >= 0);
    cluster.node(alone).start();
    cluster.elapse(10_000 * MILLI);
    assertThat(cluster.node(alone).stopped()).isNull();
    long decided = cluster.replica(cluster.leader()).decided();
    assertThat(cluster.replica(alone).decided()).isEqualTo(decided);
  }

  /**
   * In the membership of their file two are too many, in that which has begun since they are not.
   */
  @Test
  void those_that_learn_slowly_do_not_give_up_a_membership_that_is_over() {
    Settings settings = Settings.of(5).quorums(4, 2).alpha(2).durability(Durability.EPOCH);
    TestCluster cluster = started(settings);
    int leader = cluster.leader();
    int[] others = without(leader, 0, 1, 2, 3, 4);
    cluster.node(others[0]).crash();
    cluster.node(others[1]).crash();
    settle(cluster, 1, Operator.of(1).quorums(3, 3));
    cluster.lose(sent -> sent.is(Decided.class) || sent.is(SnapshotPart.class));
    cluster.node(others[0]).start();
    cluster.node(others[1]).start();
    cluster.elapse(2 * Settings.PATIENCE_NANOS);
    assertThat(cluster.replica(leader).leads()).isTrue();
    assertThat(cluster.node(others[0]).stopped()).isNull();
    assertThat(cluster.node(others[1]).stopped()).isNull();

    cluster.healAndElapse(Settings.PATIENCE_NANOS);
    assertThat(cluster.replica(others[0]).currentRole()).isEqualTo(Role.FOLLOWER);
    assertThat(cluster.replica(others[1]).currentRole()).isEqualTo(Role.FOLLOWER);
  }

  /** It will find another directory under its number in a membership that it has yet to pass. */
  @ParameterizedTest
  @EnumSource(names = {"SYNC", "MEMORY"})
  void a_standby_that_has_not_learnt_enough_does_not_count(Durability level) {
    TestCluster cluster =
        started(Settings.of(3).alpha(2).messageBytes(100).marginBytes(1 << 20).durability(level));
    cluster.addStandby();
    settle(cluster, 1, Operator.of(1).add(3));
    fill(cluster);
    settle(cluster, 2, Operator.of(2).remove(3));
    cluster.elapse(400 * MILLI);
    int leader = cluster.leader();
    int[] others = without(leader, 0, 1, 2);
    cluster.node(3).loseDirectory();
    cluster.node(others[0]).crash();
    for (int index = 0; index < 4; index++) {
      cluster.node(index).step(new Event.PeerDisconnected(others[0]));
      cluster.node(index).step(new Event.PeerDisconnected(3));
    }
    cluster.elapse(400 * MILLI);
    cluster.node(3).start();
    cluster.elapseAsleep(0);
    cluster.deliver(sent -> sent.message() instanceof StandbyReport && sent.to() == leader);
    Operator swap = Operator.of(3).add(3).remove(others[1]).reuse();
    assertThat(swap.ask(cluster))
        .isEqualTo("standbys {3} have not learnt of membership 2 yet: wait for them, or ask again");
    cluster.elapse(3_000 * MILLI);
    assertThat(swap.ask(cluster)).contains("of them are needed: start the others first");
    assertThat(cluster.leads()).isNotNegative();
  }

  @ParameterizedTest
  @EnumSource(names = {"VIEW", "EPOCH"})
  void members_that_have_all_lost_the_decisions_before_their_membership_say_so(Durability level) {
    TestCluster cluster = started(Settings.of(3).alpha(2).durability(level));
    settle(cluster, 1, Operator.of(1).alpha(3));
    for (int replica = 0; replica < 3; replica++) {
      cluster.node(replica).crash();
    }
    for (int replica = 0; replica < 3; replica++) {
      cluster.node(replica).start();
    }
    cluster.elapse(Settings.PATIENCE_NANOS);
    for (int replica = 0; replica < 3; replica++) {
      assertThat(cluster.node(replica).effects().events(ProtocolEvent.LacksDecisions.class))
          .containsExactly(new ProtocolEvent.LacksDecisions(1, 0, Settings.PATIENCE_NANOS));
    }
  }

  @Test
  void one_that_learns_the_decisions_before_its_membership_does_not_complain() {
    TestCluster cluster = started(Settings.of(3).alpha(2).durability(Durability.EPOCH));
    settle(cluster, 1, Operator.of(1).alpha(3));
    cluster.node(0).restart();
    cluster.elapse(2 * Settings.PATIENCE_NANOS);
    assertThat(cluster.replica(0).incarnationNumber()).isEqualTo(2);
    assertThat(cluster.node(0).effects().events(ProtocolEvent.LacksDecisions.class)).isEmpty();
  }

  @ParameterizedTest
  @EnumSource(mode = Mode.EXCLUDE, names = "SYNC")
  void without_votes_on_the_disk_one_member_can_always_be_lost(Durability level) {
    TestCluster cluster = started(Settings.of(3).alpha(2).durability(level));
    cluster.elapse(400 * MILLI);
    int[] others = without(cluster.leader(), 0, 1, 2);
    assertThat(Operator.of(1).remove(others[0]).ask(cluster)).contains("keeps no votes");
    assertThat(Operator.of(1).quorums(2, 3).ask(cluster)).contains("keeps no votes");
    assertThat(Operator.of(1).quorums(1, 3).ask(cluster)).contains("keeps no votes");
  }
}
