package io.synod.core.membership;

import static org.assertj.core.api.Assertions.assertThat;

import io.synod.core.message.Accept;
import io.synod.core.message.Heartbeat;
import io.synod.core.message.Join;
import io.synod.core.message.JoinReply;
import io.synod.core.replica.Role;
import io.synod.core.settings.Durability;
import io.synod.core.testing.Envelope;
import io.synod.core.testing.Settings;
import io.synod.core.testing.TestCluster;
import org.junit.jupiter.api.Test;

/**
 * Replica 3 of five enters membership 1 with 4, promises it a view, and loses its state while the
 * others are in membership 0. So it announces itself in both memberships.
 */
class RejoiningAcrossMembershipsTest {
  private final TestCluster cluster =
      new TestCluster(Settings.of(5).durability(Durability.MEMORY).alpha(2));
  private boolean is4Apart = true;

  private static boolean announces(Envelope sent, long membership) {
    return sent.message() instanceof Join join
        && join.incarnation().number() == 2
        && join.membership() == membership;
  }

  private void awaitAnnouncement(long membership) {
    cluster.await(
        "3 announces itself in membership " + membership,
        () -> cluster.flying().stream().anyMatch(sent -> announces(sent, membership)));
  }

  private boolean isIn(int replica, long membership) {
    return cluster.replica(replica).memberships().current().number() == membership;
  }

  private void enterMembership1AndLoseIt() {
    cluster.elect(4);
    cluster.elapse(Settings.ELECTION_NANOS);
    cluster.hold(sent -> sent.from() == 4 && sent.to() < 3 && !sent.is(Accept.class));
    assertThat(Operator.of(1).alpha(4).ask(cluster)).isNull();
    cluster.deliverAll();
    assertThat(isIn(3, 1)).isTrue();
    assertThat(isIn(1, 0)).isTrue();
    cluster.node(3).restart();
    cluster.hold(sent -> is4Apart && (sent.from() == 4 || sent.to() == 4));
    cluster.hold(sent -> announces(sent, 0) || announces(sent, 1));
  }

  /** They have not taken note of it: their promises would not show that an old one is over. */
  @Test
  void answers_to_what_was_announced_in_an_earlier_membership_do_not_count() {
    enterMembership1AndLoseIt();
    awaitAnnouncement(0);
    cluster.hold(sent -> sent.from() == 1 && sent.to() == 3);
    cluster.deliver(sent -> sent.from() == 4 && sent.to() < 3 && sent.is(Heartbeat.class));
    assertThat(isIn(1, 1)).isTrue();
    cluster.deliver(sent -> sent.to() == 1 && announces(sent, 0));
    cluster.elect(0);
    cluster.deliver(sent -> sent.to() == 0 && announces(sent, 0));
    is4Apart = false;
    awaitAnnouncement(1);
    cluster.deliver(sent -> sent.to() % 2 == 0 && sent.to() < 4 && announces(sent, 1));
    cluster.deliverAll();
    assertThat(cluster.replica(3).currentRole()).isEqualTo(Role.RECOVERING);

    cluster.deliver(sent -> sent.from() == 1 && sent.to() == 3 && sent.is(JoinReply.class));
    cluster.elapse(Settings.ELECTION_NANOS);
    assertThat(cluster.replica(3).currentRole()).isEqualTo(Role.RECOVERING);

    cluster.heal();
    cluster.await("3 joins", () -> cluster.replica(3).currentRole() != Role.RECOVERING);
  }
}
