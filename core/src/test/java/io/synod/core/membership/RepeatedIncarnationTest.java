package io.synod.core.membership;

import static org.assertj.core.api.Assertions.assertThat;

import io.synod.core.cluster.View;
import io.synod.core.effect.JournalRecord;
import io.synod.core.event.Event;
import io.synod.core.message.Accept;
import io.synod.core.message.JoinReply;
import io.synod.core.message.PreVote;
import io.synod.core.message.PreVoteReply;
import io.synod.core.message.Prepare;
import io.synod.core.message.Promise;
import io.synod.core.replica.Role;
import io.synod.core.settings.Durability;
import io.synod.core.testing.Envelope;
import io.synod.core.testing.Settings;
import io.synod.core.testing.TestCluster;
import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * Replica 3 of five is restarted in membership 1. At level epoch it keeps its nonce, so answers to
 * its first question may also come after another start.
 */
class RepeatedIncarnationTest {
  private final TestCluster cluster =
      MembershipSteps.started(Settings.of(5).durability(Durability.EPOCH).alpha(2));

  private static boolean answers3(Envelope sent) {
    return sent.to() == 3 && sent.is(JoinReply.class);
  }

  private static boolean answersQuestion(Envelope sent) {
    return answers3(sent)
        && sent.message() instanceof JoinReply reply
        && reply.membership() == 1
        && reply.to().number() == 0;
  }

  private void awaitThatRecovers() {
    cluster.await(
        "3 recovers in membership 1",
        () ->
            cluster.replica(3).currentRole() == Role.RECOVERING
                && cluster.replica(3).memberships().current().number() == 1);
  }

  private void awaitMember() {
    cluster.await("3 is a member", () -> cluster.replica(3).currentRole() == Role.FOLLOWER);
  }

  /** Replica 4 becomes a candidate while 0 still leads. */
  private View candidate() {
    View view = cluster.replica(4).promised().next(4);
    cluster.node(4).step(new Event.PeerDisconnected(0));
    for (int step = 0; cluster.replica(4).currentRole() == Role.FOLLOWER && step < 3; step++) {
      cluster.elapseAsleep(Settings.ELECTION_NANOS / 4 + 2);
    }
    cluster.drop(sent -> sent.is(PreVote.class));
    for (int granter = 2; granter < 5; granter++) {
      cluster.node(4).step(new Event.Received(granter, new PreVoteReply(view, true, View.NONE)));
    }
    assertThat(cluster.replica(4).currentRole()).isEqualTo(Role.CANDIDATE);
    assertThat(cluster.replica(0).leads()).isTrue();
    return view;
  }

  /**
   * With the old answers it would take the same number again, as which it has promised 4 a view
   * that it does not know any more. 4 would lead by that promise and 2's, and lack a slot that is
   * decided in 0's view.
   */
  @Test
  void a_number_under_which_it_was_a_member_is_not_taken_again() {
    cluster.elect(0);
    MembershipSteps.settle(cluster, 1, Operator.of(1).alpha(4));
    cluster.elapse(Settings.ELECTION_NANOS);
    assertThat(cluster.replica(0).leads()).isTrue();

    cluster.hold(RepeatedIncarnationTest::answersQuestion);
    cluster.node(3).restart();
    awaitThatRecovers();
    cluster.elapse(Settings.ELECTION_NANOS / 2);
    List<Envelope> answers =
        cluster.flying().stream().filter(RepeatedIncarnationTest::answersQuestion).toList();
    assertThat(answers).extracting(Envelope::from).contains(0, 1, 2);
    cluster.heal();
    awaitMember();
    assertThat(cluster.replica(3).incarnationNumber()).isEqualTo(2);

    cluster.hold(sent -> sent.is(Prepare.class) || sent.is(Promise.class));
    View late = candidate();
    cluster.deliver(sent -> sent.is(Prepare.class) && sent.to() >= 3);
    cluster.deliver(sent -> sent.is(Promise.class));
    assertThat(cluster.replica(3).promised()).isEqualTo(late);

    cluster.lose(sent -> sent.from() == 4 && !sent.is(Prepare.class));
    cluster.lose(sent -> sent.to() == 4 && !sent.is(Promise.class));
    cluster.hold(RepeatedIncarnationTest::answers3);
    cluster.node(3).restart();
    awaitThatRecovers();
    cluster.drop(RepeatedIncarnationTest::answers3);
    answers.forEach(cluster::repeat);
    cluster.deliver(RepeatedIncarnationTest::answersQuestion);
    cluster.heal();
    cluster.hold(sent -> sent.is(Prepare.class) || sent.is(Promise.class));
    cluster.lose(sent -> sent.from() == 4 && !sent.is(Prepare.class));
    cluster.lose(sent -> sent.to() == 4 && !sent.is(Promise.class));
    awaitMember();
    assertThat(cluster.replica(3).promised()).isNotEqualTo(late);

    cluster.lose(sent -> sent.is(Accept.class) && sent.to() == 2);
    cluster.proposeAndDeliver(0, "decided");
    assertThat(cluster.node(0).delivered()).endsWith("decided");
    cluster.deliver(sent -> sent.is(Prepare.class) && sent.to() == 2);
    cluster.deliver(sent -> sent.is(Promise.class) && sent.from() == 2);
    assertThat(cluster.replica(4).leads()).isFalse();

    cluster.healAndElapse(20 * Settings.ELECTION_NANOS);
    assertThat(cluster.replica(3).incarnationNumber()).isEqualTo(3);
    cluster.nodes().forEach(node -> assertThat(node.delivered()).endsWith("decided"));
  }

  private static boolean accepts(Envelope sent, long first) {
    return sent.message() instanceof Accept accept && accept.slot() >= first;
  }

  private long recordedNumber() {
    List<JournalRecord.Joined> joined = cluster.node(3).disk().records(JournalRecord.Joined.class);
    return joined.get(joined.size() - 1).incarnations().number(3);
  }

  /**
   * The change lists 3 as it was before its restart. If a power cut leaves the record of what is
   * listed, and not the promise behind it, the next start is in the last membership again.
   */
  @Test
  void a_number_stays_taken_where_the_next_membership_lists_an_earlier_one() {
    cluster.elect(0);
    MembershipSteps.settle(cluster, 1, Operator.of(1).alpha(4));
    cluster.elapse(Settings.ELECTION_NANOS);
    long change = cluster.replica(0).decided();
    cluster.hold(sent -> accepts(sent, change));
    assertThat(Operator.of(2).alpha(5).ask(cluster)).isNull();
    cluster.node(3).restart();
    awaitThatRecovers();
    cluster.elapse(Settings.ELECTION_NANOS);
    cluster.heal();
    cluster.hold(sent -> accepts(sent, change + 1));
    awaitMember();
    assertThat(recordedNumber()).isEqualTo(2);

    cluster.heal();
    cluster.hold(RepeatedIncarnationTest::answers3);
    cluster.await(
        "3 recovers in membership 2",
        () ->
            cluster.replica(3).currentRole() == Role.RECOVERING
                && cluster.replica(3).memberships().current().number() == 2);
    assertThat(cluster.replica(3).memberships().current().incarnations().number(3)).isEqualTo(1);
    assertThat(recordedNumber()).isEqualTo(2);

    cluster.heal();
    awaitMember();
    assertThat(cluster.replica(3).incarnationNumber()).isGreaterThan(1);
  }
}
