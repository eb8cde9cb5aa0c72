package io.synod.core.recovery;

import static org.assertj.core.api.Assertions.assertThat;

import io.synod.core.cluster.Incarnation;
import io.synod.core.cluster.Incarnations;
import io.synod.core.cluster.Origin;
import io.synod.core.cluster.Quorums;
import io.synod.core.cluster.ReplicaSet;
import io.synod.core.cluster.View;
import io.synod.core.membership.Membership;
import io.synod.core.message.JoinReply;
import io.synod.core.message.MemberStatus;
import io.synod.core.recovery.Joining.Outcome;
import io.synod.core.testing.Settings;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** By which nonces replicas know each other in their answers; replica 0 of three. */
class JoiningAnswersTest {
  private static final Incarnations NONCES =
      Incarnations.unknown(ReplicaSet.all(3))
          .with(0, new Incarnation(0, Settings.nonce(0)))
          .with(1, new Incarnation(0, Settings.nonce(1)))
          .with(2, new Incarnation(0, Settings.nonce(2)));

  private final Joining joining = joining(Recovered.nothing(Settings.nonce(0)));

  private static Joining joining(Recovered recovered) {
    return new Joining(0, Membership.of(Quorums.majority(3), 1), recovered);
  }

  private JoinReply answer(MemberStatus status, Incarnations known) {
    return new JoinReply(0, joining.own(), status, known, View.NONE, false, 0, 0, Origin.NONE);
  }

  /** It may have become a member since, with an earlier durable state of the one it lacks. */
  @ParameterizedTest
  @EnumSource(
      value = MemberStatus.class,
      names = {"NEW", "RECOVERING"})
  void an_answer_that_lacks_another_replica_is_asked_for_again(MemberStatus status) {
    Incarnations known = NONCES.with(0, Incarnation.UNKNOWN);
    JoinReply early = answer(status, known.with(2, Incarnation.UNKNOWN));
    assertThat(joining.onReply(1, early)).isEqualTo(Outcome.WAIT);
    assertThat(joining.onReply(2, answer(MemberStatus.NEW, NONCES))).isEqualTo(Outcome.ASK_AGAIN);
    assertThat(joining.onReply(1, early)).isEqualTo(Outcome.ASK_AGAIN);
    assertThat(joining.onReply(1, answer(status, known))).isEqualTo(Outcome.FORMED);
  }

  @Test
  void an_answer_with_an_earlier_nonce_of_another_replica_does_not_count() {
    joining.onReply(1, answer(MemberStatus.NEW, NONCES.with(2, new Incarnation(0, 77))));
    assertThat(joining.onReply(2, answer(MemberStatus.NEW, NONCES))).isEqualTo(Outcome.ASK_AGAIN);
  }

  @Test
  void a_new_replica_answers_with_the_nonces_that_it_has_seen() {
    joining.see(2, 22);
    assertThat(joining.answer(1))
        .isEqualTo(NONCES.with(1, Incarnation.UNKNOWN).with(2, new Incarnation(0, 22)));
  }

  @Test
  void a_recovering_replica_answers_also_with_what_it_knows_of_the_asker() {
    Recovered forgotten = Recovered.nothing(Settings.nonce(0));
    forgotten.incomplete("the journal is damaged");
    Joining recovering = joining(forgotten);
    for (int peer = 1; peer < 3; peer++) {
      recovering.onReply(peer, answer(MemberStatus.MEMBER, Settings.incarnations(3)));
    }
    recovering.see(2, 22);
    Incarnation own = new Incarnation(2, Settings.nonce(0));
    assertThat(recovering.answer(1))
        .isEqualTo(Settings.incarnations(3).with(0, own).with(2, new Incarnation(0, 22)));
    assertThat(recovering.answer(2)).isEqualTo(Settings.incarnations(3).with(0, own));
  }

  @Test
  void an_answer_need_not_name_members() {
    Incarnations lacking = NONCES.with(2, Incarnation.UNKNOWN);
    joining.onReply(1, answer(MemberStatus.NEW, lacking));
    JoinReply member = answer(MemberStatus.MEMBER, Settings.incarnations(3));
    assertThat(joining.onReply(2, member)).isEqualTo(Outcome.FORMED);
  }
}
