package io.synod.core.recovery;

import static org.assertj.core.api.Assertions.assertThat;

import io.synod.core.cluster.Incarnation;
import io.synod.core.cluster.Incarnations;
import io.synod.core.cluster.Origin;
import io.synod.core.cluster.Quorums;
import io.synod.core.cluster.ReplicaSet;
import io.synod.core.cluster.View;
import io.synod.core.effect.JournalRecord;
import io.synod.core.membership.Membership;
import io.synod.core.message.JoinReply;
import io.synod.core.message.MemberStatus;
import io.synod.core.recovery.Joining.Outcome;
import io.synod.core.testing.Settings;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Replica 0, of three unless a test says otherwise; Settings.nonce(0) is its first nonce. */
class JoiningTest {
  private static final View V1 = new View(1, 1);
  private static final View V2 = new View(2, 2);
  private static final long OTHER_NONCE = 77;
  private static final Origin BACKUP = new Origin(44, "a".repeat(Origin.DIGEST_DIGITS));

  private int replicas = 3;
  private Joining joining = fresh(Settings.nonce(0));

  @Test
  void one_replica_alone_forms_its_cluster_at_once() {
    replicas = 1;
    joining = fresh(5);
    assertThat(joining.begin()).isEqualTo(Outcome.FORMED);
    assertThat(joining.incarnations().of(0)).isEqualTo(new Incarnation(1, 5));
  }

  @Test
  void one_replica_alone_that_has_forgotten_is_hopeless() {
    replicas = 1;
    joining = recovering();
    assertThat(joining.begin()).isEqualTo(Outcome.WAIT);
    assertThat(joining.isHopeless()).isTrue();
  }

  @Test
  void a_cluster_forms_when_every_other_replica_has_answered() {
    assertThat(joining.begin()).isEqualTo(Outcome.WAIT);
    assertThat(joining.onReply(1, newcomer())).isEqualTo(Outcome.WAIT);
    assertThat(joining.onReply(1, newcomer())).as("the same again").isEqualTo(Outcome.WAIT);
    assertThat(joining.onReply(2, newcomer())).isEqualTo(Outcome.FORMED);
    assertThat(joining.incarnations()).isEqualTo(Settings.incarnations(3));
  }

  @Test
  void members_that_know_its_nonce_let_a_new_replica_in() {
    joining.onReply(1, member(1, Settings.incarnations(3), V2));
    assertThat(joining.onReply(2, newcomer())).isEqualTo(Outcome.FORMED);
  }

  @Test
  void a_new_replica_that_the_cluster_formed_with_needs_only_enough_members_to_join() {
    replicas = 5;
    joining = fresh(Settings.nonce(0));
    Incarnations later = Settings.incarnations(5).with(4, new Incarnation(3, 9));
    joining.onReply(1, member(1, Settings.incarnations(5), V2));
    assertThat(joining.onReply(2, member(2, later, V2))).isEqualTo(Outcome.WAIT);
    assertThat(joining.onReply(3, member(3, Settings.incarnations(5), V2)))
        .as("replica 4 is gone for good")
        .isEqualTo(Outcome.FORMED);
    assertThat(joining.incarnations()).isEqualTo(later);
  }

  @Test
  void the_last_to_form_adopts_the_incarnations_of_the_members() {
    Incarnations later = Settings.incarnations(3).with(2, new Incarnation(4, 9));
    joining.onReply(1, member(1, later, V2));
    assertThat(joining.onReply(2, reply(MemberStatus.RECOVERING, later, View.NONE)))
        .as("one memory may be lost meanwhile")
        .isEqualTo(Outcome.FORMED);
    assertThat(joining.incarnations()).isEqualTo(later);
  }

  @Test
  void does_not_form_a_cluster_of_which_too_many_have_lost_their_memory() {
    joining.onReply(1, recoveringPeer(1));
    assertThat(joining.onReply(2, recoveringPeer(2))).isEqualTo(Outcome.WAIT);
    assertThat(joining.onReply(2, newcomer())).isEqualTo(Outcome.FORMED);
  }

  @Test
  void one_member_with_another_nonce_shows_that_durable_state_is_lost() {
    joining = fresh(OTHER_NONCE);
    joining.onReply(2, newcomer());
    assertThat(joining.onReply(1, member(1, Settings.incarnations(3), V1)))
        .isEqualTo(Outcome.DURABLE_STATE_LOST);
    assertThat(joining.status()).isEqualTo(MemberStatus.RECOVERING);
  }

  @Test
  void a_later_incarnation_of_its_own_nonce_shows_that_durable_state_is_lost() {
    Incarnations later = Settings.incarnations(3).with(0, new Incarnation(2, Settings.nonce(0)));
    assertThat(joining.onReply(1, member(1, later, V1))).isEqualTo(Outcome.DURABLE_STATE_LOST);
  }

  @Test
  void a_recovering_replica_with_another_nonce_shows_that_durable_state_is_lost() {
    joining = fresh(OTHER_NONCE);
    joining.onReply(2, newcomer());
    assertThat(joining.onReply(1, recoveringPeer(1))).isEqualTo(Outcome.DURABLE_STATE_LOST);
    assertThat(joining.status()).isEqualTo(MemberStatus.RECOVERING);
  }

  @Test
  void a_recovering_replica_without_its_incarnation_shows_nothing() {
    joining.onReply(
        1,
        reply(MemberStatus.RECOVERING, newcomer().incarnations().with(0, Incarnation.UNKNOWN), V1));
    assertThat(joining.onReply(2, newcomer())).isEqualTo(Outcome.FORMED);
  }

  @Test
  void answers_to_a_new_replica_do_not_count_once_it_recovers() {
    joining = fresh(OTHER_NONCE);
    joining.onReply(1, member(1, Settings.incarnations(3), V1));
    assertThat(joining.onReply(2, member(2, Settings.incarnations(3), V1))).isEqualTo(Outcome.WAIT);
    assertThat(joining.onReply(1, member(1, Settings.incarnations(3), V1)))
        .isEqualTo(Outcome.ANNOUNCE);
  }

  @Test
  void takes_the_incarnation_after_the_highest_that_it_or_a_member_knows() {
    joining = recovering();
    joining.onReply(1, member(1, incarnationsWithOwn(3), V1));
    assertThat(joining.own().number()).isZero();
    assertThat(joining.onReply(2, member(2, incarnationsWithOwn(6), V1)))
        .isEqualTo(Outcome.ANNOUNCE);
    assertThat(joining.own()).isEqualTo(new Incarnation(7, Settings.nonce(0)));
    assertThat(joining.incarnations().of(0)).isEqualTo(joining.own());
  }

  @Test
  void a_later_incarnation_counts_whichever_member_reports_it() {
    announceAmongFive();
    assertThat(joining.own().number()).isEqualTo(2);
    joining.onReply(4, member(4, incarnationsWithOwn(8), V1));
    joining.onReply(2, member(2, Settings.incarnations(5), V1));
    assertThat(joining.onReply(1, leader(V1, 0))).isEqualTo(Outcome.ANNOUNCE);
    assertThat(joining.own()).isEqualTo(new Incarnation(9, Settings.nonce(0)));
  }

  @Test
  void its_own_recorded_incarnation_counts_as_used() {
    Recovered recovered = Recovered.nothing(5);
    recovered.onJoined(new JournalRecord.Joined(incarnationsWithOwn(8), MemberStatus.RECOVERING));
    joining = new Joining(0, Membership.of(Quorums.majority(3), 1), recovered);
    joining.onReply(1, member(1, incarnationsWithOwn(3), V1));
    joining.onReply(2, member(2, incarnationsWithOwn(3), V1));
    assertThat(joining.own()).isEqualTo(new Incarnation(9, 5));
  }

  /** The members of a later membership begin with the incarnations that are listed there. */
  @Test
  void its_own_recorded_incarnation_counts_as_used_in_a_later_membership() {
    Recovered recovered = Recovered.nothing(Settings.nonce(0));
    Incarnations used = Settings.incarnations(3).with(0, new Incarnation(8, Settings.nonce(0)));
    recovered.onJoined(new JournalRecord.Joined(used, MemberStatus.RECOVERING));
    Membership first = Membership.of(Quorums.majority(3), 1);
    Membership later =
        new Membership(1, 5, 1, first.members(), 0, 0, ReplicaSet.EMPTY, first.cluster());
    joining = new Joining(0, later, recovered);
    for (int peer = 1; peer < 3; peer++) {
      joining.onReply(
          peer, Settings.memberReply(joining.own(), Settings.incarnations(3), View.first(1)));
    }
    assertThat(joining.own()).isEqualTo(new Incarnation(9, Settings.nonce(0)));
  }

  @Test
  void replies_to_what_it_was_do_not_count() {
    announce();
    JoinReply late =
        new JoinReply(
            0,
            new Incarnation(0, Settings.nonce(0)),
            MemberStatus.MEMBER,
            Settings.incarnations(3),
            V1,
            true,
            5,
            0,
            Origin.NONE);
    assertThat(joining.onReply(1, late)).isEqualTo(Outcome.WAIT);
    assertThat(joining.onReply(2, member(2, joining.incarnations(), V1))).isEqualTo(Outcome.WAIT);
    assertThat(joining.isFetching()).isFalse();
  }

  @Test
  void newcomers_and_recovering_ones_are_no_members() {
    joining = recovering();
    joining.onReply(1, newcomer());
    joining.onReply(2, recoveringPeer(2));
    assertThat(joining.onReply(1, member(1, Settings.incarnations(3), V1))).isEqualTo(Outcome.WAIT);
    assertThat(joining.onReply(2, member(2, Settings.incarnations(3), V1)))
        .isEqualTo(Outcome.ANNOUNCE);
  }

  @Test
  void waits_for_the_leader_of_the_highest_view_that_was_answered() {
    announce();
    assertThat(joining.onReply(1, leader(V1, 9))).isEqualTo(Outcome.WAIT);
    assertThat(joining.onReply(2, member(2, joining.incarnations(), V2)))
        .as("1 leads, but a later view is promised")
        .isEqualTo(Outcome.WAIT);
    assertThat(joining.isFetching()).isFalse();
    assertThat(joining.onReply(2, leader(V2, 4))).isEqualTo(Outcome.FETCH);
    assertThat(joining.view()).isEqualTo(V2);
    assertThat(joining.end()).isEqualTo(4);
  }

  @Test
  void a_candidate_that_promised_its_own_view_is_no_leader_yet() {
    announce();
    joining.onReply(1, member(1, joining.incarnations(), V1));
    assertThat(joining.onReply(2, member(2, joining.incarnations(), V1))).isEqualTo(Outcome.WAIT);
    assertThat(joining.onReply(1, leader(V1, 9))).isEqualTo(Outcome.FETCH);
  }

  /** Replica 4 has promised its own view, and died before anybody else has. */
  @Test
  void the_view_of_a_member_that_is_silent_is_not_waited_for_for_ever() {
    announceAmongFive();
    joining.onReply(4, member(4, joining.incarnations(), new View(7, 4)));
    for (int time = 0; time < Joining.UNANSWERED_MAX; time++) {
      joining.asks();
      joining.onReply(1, leader(V1, 9));
      joining.onReply(2, member(2, joining.incarnations(), V1));
      joining.onReply(3, member(3, joining.incarnations(), V1));
      assertThat(joining.isFetching()).isFalse();
    }
    joining.asks();
    assertThat(joining.onReply(1, leader(V1, 9))).isEqualTo(Outcome.FETCH);
    assertThat(joining.view()).isEqualTo(V1);
    assertThat(joining.end()).isEqualTo(9);
  }

  @Test
  void a_silent_member_does_not_help_it_to_join() {
    announce();
    joining.onReply(2, member(2, joining.incarnations(), V1));
    for (int time = 0; time <= Joining.UNANSWERED_MAX; time++) {
      joining.asks();
    }
    assertThat(joining.onReply(1, leader(V1, 9))).isEqualTo(Outcome.WAIT);
    assertThat(joining.onReply(2, member(2, joining.incarnations(), V1))).isEqualTo(Outcome.FETCH);
  }

  @Test
  void a_leader_that_has_gone_on_to_a_later_view_must_lead_that_one() {
    announce();
    View later = new View(3, 2);
    joining.onReply(2, leader(V2, 4));
    assertThat(joining.onReply(1, member(1, joining.incarnations(), later)))
        .as("the answer of 2 is of its earlier view")
        .isEqualTo(Outcome.WAIT);
    assertThat(joining.onReply(2, leader(later, 6))).isEqualTo(Outcome.FETCH);
    assertThat(joining.end()).isEqualTo(6);
    assertThat(joining.view()).isEqualTo(later);
  }

  @Test
  void its_own_old_view_cannot_be_the_highest_for_ever_but_nobody_leads_it() {
    announce();
    View own = new View(5, 0);
    joining.onReply(1, leader(V1, 9));
    assertThat(joining.onReply(2, member(2, joining.incarnations(), own))).isEqualTo(Outcome.WAIT);
    View next = new View(6, 1);
    assertThat(joining.onReply(1, leader(next, 12))).isEqualTo(Outcome.FETCH);
    assertThat(joining.end()).isEqualTo(12);
  }

  @Test
  void the_end_to_fetch_does_not_change_afterwards() {
    announce();
    joining.onReply(1, leader(V1, 9));
    joining.onReply(2, member(2, joining.incarnations(), V1));
    assertThat(joining.onReply(2, leader(V2, 50))).isEqualTo(Outcome.WAIT);
    assertThat(joining.end()).isEqualTo(9);
    assertThat(joining.view()).isEqualTo(V1);
  }

  @Test
  void an_earlier_end_of_the_leader_of_a_later_view_is_enough() {
    announce();
    joining.onReply(1, leader(V1, 9));
    joining.onReply(2, member(2, joining.incarnations(), V1));
    assertThat(joining.end()).isEqualTo(9);
    assertThat(joining.onReply(1, leader(V1, 4))).as("a late answer").isEqualTo(Outcome.WAIT);
    assertThat(joining.onReply(2, leader(V2, 6))).isEqualTo(Outcome.FETCH);
    assertThat(joining.end()).isEqualTo(6);
    assertThat(joining.view()).isEqualTo(V2);
  }

  @Test
  void an_incarnation_that_was_overtaken_is_announced_anew() {
    announce();
    joining.onReply(1, member(1, incarnationsWithOwn(5), V1));
    assertThat(joining.onReply(2, member(2, incarnationsWithOwn(2), V1)))
        .isEqualTo(Outcome.ANNOUNCE);
    assertThat(joining.own().number()).isEqualTo(6);
  }

  @Test
  void knows_the_incarnations_of_all_when_it_joins() {
    announce();
    joining.onReply(1, leader(V1, 9));
    Incarnations known = joining.incarnations().with(2, new Incarnation(3, 33));
    assertThat(joining.onReply(2, member(2, known, V1))).isEqualTo(Outcome.FETCH);
    assertThat(joining.incarnations()).isEqualTo(known.with(0, joining.own()));
  }

  @Test
  void an_answer_does_not_count_once_another_knows_a_later_incarnation_of_its_sender() {
    announceAmongFive();
    assertThat(joining.own().number()).isEqualTo(2);
    Incarnations later = joining.incarnations().with(2, new Incarnation(2, 33));
    joining.onReply(1, leader(V1, 9));
    joining.onReply(2, member(2, joining.incarnations(), V1));
    assertThat(joining.onReply(3, member(3, later, V1)))
        .as("2 has lost what it had noted when it answered")
        .isEqualTo(Outcome.WAIT);
    assertThat(joining.isOver(2, member(2, Settings.incarnations(5), V1))).isTrue();
    assertThat(joining.isOver(3, member(3, later, V1))).isFalse();
    assertThat(joining.onReply(2, member(2, later, V1))).isEqualTo(Outcome.FETCH);
    assertThat(joining.incarnations()).isEqualTo(later);
  }

  @ParameterizedTest
  @CsvSource({"2, 0", "3, 1", "4, 1", "5, 2", "6, 2", "7, 3"})
  void is_hopeless_once_too_many_are_lost_for_an_election(int size, int losable) {
    replicas = size;
    joining = recovering();
    for (int lost = 1; lost < size; lost++) {
      assertThat(joining.isHopeless()).as("%d lost beside it", lost - 1).isEqualTo(lost > losable);
      joining.onReply(lost, recoveringPeer(lost));
    }
    assertThat(joining.isHopeless()).isTrue();
    for (int peer = 1; peer < size; peer++) {
      joining.onReply(peer, member(peer, Settings.incarnations(size), V1));
    }
    assertThat(joining.isHopeless()).as("they came back").isEqualTo(losable == 0);
  }

  @Test
  void is_not_hopeless_while_a_leader_leads_that_needs_nobody_else() {
    replicas = 5;
    joining = new Joining(0, Membership.of(new Quorums(5, 4, 2), 1), forgotten());
    joining.onReply(4, recoveringPeer(4));
    assertThat(joining.isHopeless()).as("three cannot elect").isTrue();
    joining.onReply(1, leader(V1, 9));
    assertThat(joining.isHopeless()).as("two can decide").isFalse();
    joining.onReply(3, recoveringPeer(3));
    assertThat(joining.isHopeless()).as("two cannot let it in").isTrue();
  }

  @Test
  void a_new_replica_is_never_hopeless() {
    joining.onReply(1, recoveringPeer(1));
    joining.onReply(2, recoveringPeer(2));
    assertThat(joining.isHopeless()).isFalse();
  }

  @Test
  void restored_replicas_form_with_those_that_were_restored_from_the_same_backup() {
    joining = restored(BACKUP);
    assertThat(joining.status()).isEqualTo(MemberStatus.NEW);
    assertThat(joining.onReply(1, restoredPeer(BACKUP))).isEqualTo(Outcome.WAIT);
    assertThat(joining.onReply(2, restoredPeer(BACKUP))).isEqualTo(Outcome.FORMED);
  }

  @Test
  void replicas_of_different_origin_never_form() {
    Origin earlier = new Origin(BACKUP.end() - 1, BACKUP.digest());
    Origin otherState = new Origin(BACKUP.end(), "b".repeat(Origin.DIGEST_DIGITS));
    for (Origin other : List.of(earlier, otherState, Origin.NONE)) {
      joining = restored(BACKUP);
      assertThat(joining.onReply(1, restoredPeer(other))).isEqualTo(Outcome.OTHER_ORIGIN);
      assertThat(joining.onReply(1, restoredPeer(other))).as("once").isEqualTo(Outcome.WAIT);
      assertThat(joining.onReply(2, restoredPeer(BACKUP))).isEqualTo(Outcome.WAIT);
      assertThat(joining.onReply(1, restoredPeer(BACKUP)))
          .as("it was restored again")
          .isEqualTo(Outcome.FORMED);
    }
    joining = fresh(Settings.nonce(0));
    assertThat(joining.onReply(2, newcomer())).isEqualTo(Outcome.WAIT);
    assertThat(joining.onReply(1, restoredPeer(BACKUP))).isEqualTo(Outcome.OTHER_ORIGIN);
  }

  @Test
  void a_restored_replica_that_crashed_while_the_cluster_formed_with_it_is_let_in() {
    joining = restored(BACKUP);
    joining.onReply(1, member(1, Settings.incarnations(3), V2));
    assertThat(joining.onReply(2, member(2, Settings.incarnations(3), V2)))
        .isEqualTo(Outcome.FORMED);
  }

  @Test
  void a_directory_that_was_restored_again_after_the_cluster_has_formed_is_refused() {
    joining =
        new Joining(
            0,
            Membership.of(Quorums.majority(replicas), 1),
            new Recovered(OTHER_NONCE, 44, BACKUP));
    joining.onReply(1, member(1, Settings.incarnations(3), V1));
    assertThat(joining.onReply(2, member(2, Settings.incarnations(3), V1)))
        .isEqualTo(Outcome.FORMED_BEFORE);
    assertThat(joining.onReply(2, recoveringPeer(2))).isEqualTo(Outcome.FORMED_BEFORE);
  }

  private Joining restored(Origin origin) {
    Recovered recovered = new Recovered(Settings.nonce(0), origin.end(), origin);
    return new Joining(0, Membership.of(Quorums.majority(replicas), 1), recovered);
  }

  private JoinReply restoredPeer(Origin origin) {
    JoinReply reply = newcomer();
    return new JoinReply(
        0, reply.to(), reply.status(), reply.incarnations(), View.NONE, false, 0, 0, origin);
  }

  private void announce() {
    joining = recovering();
    joining.onReply(1, member(1, Settings.incarnations(3), V1));
    assertThat(joining.onReply(2, member(2, Settings.incarnations(3), V1)))
        .isEqualTo(Outcome.ANNOUNCE);
    assertThat(joining.own().number()).isEqualTo(2);
  }

  /** Three of the others have answered. */
  private void announceAmongFive() {
    replicas = 5;
    joining = recovering();
    for (int peer = 1; peer <= 3; peer++) {
      joining.onReply(peer, member(peer, Settings.incarnations(5), V1));
    }
  }

  private Joining fresh(long nonce) {
    return new Joining(0, Membership.of(Quorums.majority(replicas), 1), Recovered.nothing(nonce));
  }

  private Joining recovering() {
    return new Joining(0, Membership.of(Quorums.majority(replicas), 1), forgotten());
  }

  private static Recovered forgotten() {
    Recovered forgotten = Recovered.nothing(Settings.nonce(0));
    forgotten.incomplete("the journal is damaged");
    return forgotten;
  }

  private Incarnations incarnationsWithOwn(long number) {
    return Settings.incarnations(replicas).with(0, new Incarnation(number, 5));
  }

  /** One that knows each replica by its nonce. */
  private JoinReply newcomer() {
    Incarnations incarnations = Incarnations.unknown(ReplicaSet.all(replicas));
    for (int replica = 0; replica < replicas; replica++) {
      incarnations = incarnations.with(replica, new Incarnation(0, Settings.nonce(replica)));
    }
    return reply(MemberStatus.NEW, incarnations, View.NONE);
  }

  private JoinReply recoveringPeer(int peer) {
    Incarnations incarnations =
        Settings.incarnations(replicas).with(peer, new Incarnation(0, Settings.nonce(peer)));
    return reply(MemberStatus.RECOVERING, incarnations, View.NONE);
  }

  private JoinReply member(int peer, Incarnations incarnations, View promised) {
    return reply(MemberStatus.MEMBER, incarnations, promised);
  }

  private JoinReply leader(View view, long end) {
    return new JoinReply(
        0,
        joining.own(),
        MemberStatus.MEMBER,
        joining.incarnations(),
        view,
        true,
        end,
        0,
        Origin.NONE);
  }

  private JoinReply reply(MemberStatus status, Incarnations incarnations, View promised) {
    return new JoinReply(
        0, joining.own(), status, incarnations, promised, false, 0, 0, Origin.NONE);
  }
}
