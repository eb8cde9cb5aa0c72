package io.synod.core.recovery;

import static io.synod.core.testing.Batches.batch;
import static org.assertj.core.api.Assertions.assertThat;

import io.synod.core.cluster.Origin;
import io.synod.core.cluster.View;
import io.synod.core.effect.JournalRecord;
import io.synod.core.log.Log;
import io.synod.core.message.MemberStatus;
import io.synod.core.replica.Replica;
import io.synod.core.settings.Durability;
import io.synod.core.testing.Settings;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class RecoveredTest {
  private static final View V1 = new View(1, 1);
  private static final View V2 = new View(2, 2);
  private static final View V3 = new View(3, 0);

  private Recovered recovered = member(0);

  @Test
  void an_empty_directory_is_new() {
    Recovered nothing = Recovered.nothing(7);
    assertThat(nothing.isNew()).isTrue();
    assertThat(nothing.nonce()).isEqualTo(7);
    assertThat(nothing.incarnations()).isNull();
    assertThat(nothing.isMember(Durability.SYNC)).isFalse();
    assertThat(nothing.log(Durability.SYNC).end()).isZero();
  }

  @Test
  void a_replica_with_any_record_is_not_new() {
    assertThat(new Recovered(7, 1).isNew()).as("a snapshot").isFalse();
    Recovered promise = Recovered.nothing(7);
    promise.onPromised(new JournalRecord.Promised(V1));
    assertThat(promise.isNew()).as("a promise").isFalse();
    Recovered learnt = Recovered.nothing(7);
    learnt.onLearnt(new JournalRecord.Learnt(0, batch("a")));
    assertThat(learnt.isNew()).as("a decision").isFalse();
    Recovered rotten = Recovered.nothing(7);
    rotten.incomplete("rot");
    assertThat(rotten.isNew()).as("something illegible").isFalse();
    assertThat(recovered.isNew()).as("a roster").isFalse();
  }

  @Test
  void a_decision_behind_an_illegible_one_does_not_count_without_a_roster() {
    Recovered rotten = Recovered.nothing(7);
    rotten.onLearnt(new JournalRecord.Learnt(0, batch("a")));
    rotten.damaged(1, View.NONE, "here");
    rotten.onLearnt(new JournalRecord.Learnt(2, batch("c")));
    // Its journal may begin anew, and keeps no decision of before.
    assertThat(rotten.log(Durability.SYNC).isDecided(0)).isTrue();
    assertThat(rotten.log(Durability.SYNC).isDecided(2)).isFalse();
  }

  @ParameterizedTest
  @EnumSource(Durability.class)
  void restored_slots_are_decided_and_the_replica_is_new(Durability level) {
    Recovered restored = new Recovered(7, 4, origin(6));
    restored.onLearnt(new JournalRecord.Learnt(4, batch("a")));
    restored.onLearnt(new JournalRecord.Learnt(5, batch("b")));
    restored.onDecidedUpTo(new JournalRecord.DecidedUpTo(6));
    assertThat(restored.whyNotAsRestored()).isNull();
    assertThat(restored.isNew()).isTrue();
    assertThat(restored.origin()).isEqualTo(origin(6));
    assertThat(restored.isMember(level)).isFalse();
    assertThat(restored.log(level).first()).isEqualTo(4);
    assertThat(restored.log(level).decided()).isEqualTo(6);
    restored.onJoined(Settings.of(3).membership());
    assertThat(restored.isNew()).isFalse();
    assertThat(restored.origin()).isEqualTo(Origin.NONE);
    assertThat(restored.whyNotAsRestored()).isNull();
  }

  @Test
  void a_restored_directory_that_lacks_or_has_more_than_was_restored_is_found() {
    Recovered whole = new Recovered(7, 6, origin(6));
    assertThat(whole.whyNotAsRestored()).isNull();
    Recovered lacks = new Recovered(7, 4, origin(6));
    assertThat(lacks.whyNotAsRestored())
        .isEqualTo("it holds the slots before 4 and was restored with those before 6");
    Recovered gap = new Recovered(7, 4, origin(6));
    gap.onLearnt(new JournalRecord.Learnt(5, batch("b")));
    gap.onDecidedUpTo(new JournalRecord.DecidedUpTo(6));
    assertThat(gap.whyNotAsRestored()).contains("it holds the slots before 4");
    Recovered more = new Recovered(7, 9, origin(6));
    assertThat(more.whyNotAsRestored())
        .isEqualTo("it holds the slots before 9 and was restored with those before 6");
    Recovered rotten = new Recovered(7, 6, origin(6));
    rotten.incomplete("rot");
    assertThat(rotten.whyNotAsRestored()).isEqualTo("rot");
    Recovered promise = new Recovered(7, 6, origin(6));
    promise.onPromised(new JournalRecord.Promised(V1));
    assertThat(promise.whyNotAsRestored()).isNotNull();
    assertThat(new Recovered(7, 4).whyNotAsRestored()).as("was not restored").isNull();
  }

  private static Origin origin(long end) {
    return new Origin(end, "a".repeat(Origin.DIGEST_DIGITS));
  }

  @ParameterizedTest
  @EnumSource(Durability.class)
  void only_a_level_that_keeps_votes_makes_a_restarted_replica_a_member(Durability level) {
    vote(V1, 0, "a");
    assertThat(recovered.isMember(level)).isEqualTo(level == Durability.SYNC);
    assertThat(recovered.log(level).end()).isEqualTo(level == Durability.SYNC ? 1 : 0);
    assertThat(recovered.promised()).as("a promise is never given up").isEqualTo(V1);
  }

  @Test
  void a_lost_vote_s_slot_is_damaged_and_its_view_is_promised() {
    vote(V1, 0, "a");
    recovered.damaged(1, V2, "segment 3, offset 40");
    Log log = log();
    assertThat(log.isDamaged(1)).isTrue();
    assertThat(log.isDamaged(0)).isFalse();
    assertThat(recovered.promised()).isEqualTo(V2);
    assertThat(recovered.place(1)).isEqualTo("segment 3, offset 40");
    assertThat(recovered.isMember(Durability.SYNC)).isTrue();
  }

  @Test
  void a_lost_vote_leaves_no_earlier_one_in_its_place() {
    vote(V1, 0, "a");
    recovered.damaged(0, V2, "here");
    assertThat(log().isDamaged(0)).isTrue();
    assertThat(log().vote(0)).isNull();
  }

  @Test
  void a_lost_vote_that_a_later_one_has_replaced_is_nothing() {
    recovered.damaged(0, V2, "here");
    vote(V3, 0, "b");
    assertThat(log().hasDamage()).isFalse();
    assertThat(log().view(0)).isEqualTo(V3);
  }

  @Test
  void a_lost_vote_whose_slot_s_decision_was_learnt_is_nothing() {
    recovered.onLearnt(new JournalRecord.Learnt(0, batch("a")));
    recovered.damaged(0, V2, "here");
    assertThat(log().hasDamage()).isFalse();
    assertThat(log().isDecided(0)).isTrue();
  }

  @Test
  void a_lost_vote_whose_slot_s_decision_is_learnt_later_is_nothing() {
    vote(V1, 0, "old");
    recovered.damaged(0, V2, "here");
    recovered.onLearnt(new JournalRecord.Learnt(0, batch("a")));
    assertThat(log().hasDamage()).isFalse();
    assertThat(log().isDecided(0)).isTrue();
  }

  @Test
  void damage_of_an_earlier_incarnation_is_none_of_the_new_one() {
    recovered.damaged(0, V2, "here");
    recovered.onJoined(new JournalRecord.Joined(Settings.incarnations(3), MemberStatus.RECOVERING));
    recovered.onJoined(new JournalRecord.Joined(Settings.incarnations(3), MemberStatus.MEMBER));
    assertThat(log().hasDamage()).isFalse();
    assertThat(recovered.isMember(Durability.SYNC)).isTrue();
  }

  @Test
  void a_lost_decision_is_not_made_up_from_an_earlier_vote() {
    vote(V1, 0, "old");
    recovered.onDecidedUpTo(new JournalRecord.DecidedUpTo(1));
    recovered.damaged(0, View.NONE, "the learnt decision stood here");
    assertThat(log().isDecided(0)).isFalse();
    assertThat(log().isDamaged(0)).isTrue();
    assertThat(recovered.isMember(Durability.SYNC)).isTrue();
  }

  @Test
  void damage_below_the_snapshot_is_nothing() {
    recovered = member(5);
    recovered.damaged(4, V1, "here");
    assertThat(log().hasDamage()).isFalse();
    assertThat(recovered.isMember(Durability.SYNC)).isTrue();
    assertThat(recovered.promised()).as("the promise is still reported").isEqualTo(V1);
    recovered.damaged(5, V1, "there");
    assertThat(log().isDamaged(5)).isTrue();
  }

  @Test
  void a_damaged_slot_is_no_gap() {
    vote(V1, 0, "a");
    vote(V1, 2, "c");
    recovered.onDecidedUpTo(new JournalRecord.DecidedUpTo(3));
    recovered.damaged(1, V1, "here");
    assertThat(recovered.isMember(Durability.SYNC)).isTrue();
    assertThat(log().decided()).isEqualTo(1);
    assertThat(log().isDecided(2)).isTrue();
  }

  @Test
  void a_gap_below_what_is_decided_makes_it_incomplete_and_names_the_slot() {
    vote(V1, 0, "a");
    vote(V1, 2, "c");
    recovered.onDecidedUpTo(new JournalRecord.DecidedUpTo(3));
    assertThat(recovered.isMember(Durability.SYNC)).isFalse();
    assertThat(recovered.incompleteBecause()).contains("slot 1 ").contains("up to 3");
    assertThat(log().end()).as("nothing is relied on").isZero();
  }

  @Test
  void a_journal_that_begins_after_the_snapshot_is_incomplete() {
    recovered = member(5);
    vote(V1, 6, "g");
    recovered.onDecidedUpTo(new JournalRecord.DecidedUpTo(7));
    assertThat(recovered.incompleteBecause()).contains("slot 5 ");
  }

  @Test
  void a_gap_above_what_is_decided_is_none() {
    vote(V1, 2, "c");
    recovered.onDecidedUpTo(new JournalRecord.DecidedUpTo(0));
    assertThat(recovered.isMember(Durability.SYNC)).isTrue();
    assertThat(log().view(2)).isEqualTo(V1);
  }

  @Test
  void a_decided_end_below_the_snapshot_s_is_old_news() {
    recovered = member(5);
    recovered.onDecidedUpTo(new JournalRecord.DecidedUpTo(3));
    assertThat(recovered.isMember(Durability.SYNC)).isTrue();
    assertThat(log().decided()).isEqualTo(5);
    assertThat(log().first()).isEqualTo(5);
  }

  @Test
  void damage_without_a_slot_makes_it_incomplete_with_the_first_reason() {
    recovered.incomplete("the header at 8192");
    recovered.incomplete("the header at 9000");
    assertThat(recovered.incompleteBecause()).isEqualTo("the header at 8192");
    assertThat(recovered.isMember(Durability.SYNC)).isFalse();
  }

  @Test
  void a_crash_between_announcing_and_joining_leaves_it_recovering() {
    vote(V1, 0, "a");
    recovered.onJoined(new JournalRecord.Joined(Settings.incarnations(3), MemberStatus.RECOVERING));
    assertThat(recovered.isMember(Durability.SYNC)).isFalse();
    assertThat(recovered.isNew()).isFalse();
    assertThat(log().end()).isZero();
    recovered.onJoined(new JournalRecord.Joined(Settings.incarnations(3), MemberStatus.MEMBER));
    assertThat(recovered.isMember(Durability.SYNC)).isTrue();
    assertThat(log().end()).as("votes of the epoch before").isZero();
    assertThat(recovered.promised()).as("its promise").isEqualTo(V1);
  }

  @Test
  void a_replica_that_has_its_log_leaves_it_no_batch_and_all_else() {
    Recovered learnt = Recovered.nothing(7);
    learnt.onLearnt(new JournalRecord.Learnt(0, batch("a")));
    vote(V1, 0, "a");
    recovered.onDecidedUpTo(new JournalRecord.DecidedUpTo(2));
    recovered.damaged(1, V1, "there");
    Recovered lacking = member(0);
    lacking.onDecidedUpTo(new JournalRecord.DecidedUpTo(1));
    for (Recovered each : List.of(learnt, recovered, lacking, Recovered.nothing(7))) {
      String incomplete = each.incompleteBecause();
      boolean isNew = each.isNew();

      new Replica(Settings.of(3).replica(1), each, 1);

      assertThat(each.batchBytes()).isZero();
      assertThat(each.incompleteBecause()).isEqualTo(incomplete);
      assertThat(each.isNew()).isEqualTo(isNew);
    }
    assertThat(recovered.place(1)).isEqualTo("there");
  }

  private static Recovered member(long snapshotEnd) {
    Recovered member = new Recovered(7, snapshotEnd);
    member.onJoined(Settings.of(3).membership());
    return member;
  }

  private void vote(View view, long slot, String text) {
    recovered.onVoted(new JournalRecord.Voted(view, slot, batch(text)));
  }

  private Log log() {
    return recovered.log(Durability.SYNC);
  }
}
