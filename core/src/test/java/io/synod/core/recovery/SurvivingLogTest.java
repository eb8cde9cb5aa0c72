package io.synod.core.recovery;

import static io.synod.core.testing.Batches.batch;
import static org.assertj.core.api.Assertions.assertThat;

import io.synod.core.cluster.View;
import io.synod.core.effect.JournalRecord;
import org.junit.jupiter.api.Test;

class SurvivingLogTest {
  private static final View V1 = new View(1, 1);
  private static final View V2 = new View(2, 2);

  private final Recovered one = new Recovered(7, 0);
  private final Recovered other = new Recovered(8, 0);

  private static void votes(Recovered replica, View view, long slot, String batch) {
    replica.onVoted(new JournalRecord.Voted(view, slot, batch(batch)));
  }

  private static void learns(Recovered replica, long slot, String batch) {
    replica.onLearnt(new JournalRecord.Learnt(slot, batch(batch)));
  }

  private SurvivingLog merged(long first) {
    SurvivingLog log = new SurvivingLog(first);
    log.add(one);
    log.add(other);
    return log;
  }

  @Test
  void nothing_is_known_of_empty_directories() {
    assertThat(merged(0).end()).isZero();
    assertThat(merged(0).at(0)).isNull();
    assertThat(merged(5).end()).as("behind a snapshot").isEqualTo(5);
  }

  @Test
  void of_two_votes_that_of_the_higher_view_counts_in_either_order() {
    votes(one, V2, 0, "later");
    votes(other, V1, 0, "earlier");
    votes(one, V1, 1, "earlier");
    votes(other, V2, 1, "later");
    SurvivingLog log = merged(0);
    assertThat(log.end()).isEqualTo(2);
    assertThat(log.at(0).batch()).isEqualTo(batch("later"));
    assertThat(log.at(1).batch()).isEqualTo(batch("later"));
    assertThat(log.at(0).decided()).isFalse();
  }

  @Test
  void a_decision_outranks_any_vote() {
    votes(one, V2, 0, "vote");
    learns(other, 0, "decision");
    assertThat(merged(0).at(0).batch()).isEqualTo(batch("decision"));
    assertThat(merged(0).at(0).decided()).isTrue();
  }

  @Test
  void a_vote_below_the_decided_end_is_a_decision() {
    votes(one, V1, 0, "decision");
    one.onDecidedUpTo(new JournalRecord.DecidedUpTo(1));
    votes(other, V2, 0, "decision");
    assertThat(merged(0).at(0).decided()).isTrue();
  }

  @Test
  void below_the_decided_end_of_a_journal_that_lacks_records_a_vote_stays_a_vote() {
    votes(one, V1, 0, "replaced by a record that is lost");
    one.onDecidedUpTo(new JournalRecord.DecidedUpTo(1));
    one.incomplete("a segment is gone");
    votes(other, V2, 0, "decision");
    assertThat(merged(0).at(0).batch()).isEqualTo(batch("decision"));
    assertThat(merged(0).at(0).decided()).isFalse();
  }

  @Test
  void it_ends_at_the_first_slot_that_none_knows() {
    votes(one, V1, 0, "a");
    votes(other, V1, 1, "b");
    votes(one, V1, 3, "d");
    learns(other, 5, "f");
    SurvivingLog log = merged(0);
    assertThat(log.end()).isEqualTo(2);
    assertThat(log.endsAtDamage()).isFalse();
    assertThat(log.unused()).isEqualTo(2);
  }

  @Test
  void it_ends_where_a_vote_is_lost_that_may_be_a_later_one() {
    one.damaged(0, V2, "here");
    votes(other, V1, 0, "earlier");
    assertThat(merged(0).end()).isZero();
    assertThat(merged(0).endsAtDamage()).isTrue();
    assertThat(merged(0).unused()).isEqualTo(1);
  }

  @Test
  void it_ends_where_a_decision_is_lost_that_no_other_has() {
    one.damaged(0, View.NONE, "here");
    votes(other, V2, 0, "perhaps another");
    assertThat(merged(0).end()).isZero();
    learns(other, 0, "decision");
    assertThat(merged(0).end()).isEqualTo(1);
  }

  @Test
  void a_lost_vote_is_made_up_for_by_one_of_the_same_view_or_a_later_one() {
    one.damaged(0, V1, "here");
    votes(other, V1, 0, "the same");
    one.damaged(1, V1, "there");
    votes(other, V2, 1, "later");
    assertThat(merged(0).end()).isEqualTo(2);
  }

  @Test
  void of_two_lost_votes_the_later_one_counts_and_a_lost_decision_before_both() {
    one.damaged(0, V1, "here");
    other.damaged(0, V2, "there");
    Recovered third = new Recovered(9, 0);
    votes(third, V1, 0, "earlier");
    SurvivingLog log = merged(0);
    log.add(third);
    assertThat(log.end()).isZero();
    one.damaged(1, View.NONE, "here");
    other.damaged(1, V1, "there");
    votes(third, V2, 1, "perhaps another");
    votes(third, V2, 0, "later");
    log = merged(0);
    log.add(third);
    assertThat(log.end()).isEqualTo(1);
  }

  @Test
  void slots_that_the_snapshot_holds_are_left_out() {
    votes(one, V1, 0, "in the snapshot");
    one.damaged(1, V2, "in the snapshot");
    votes(other, V1, 2, "behind it");
    SurvivingLog log = merged(2);
    assertThat(log.first()).isEqualTo(2);
    assertThat(log.end()).isEqualTo(3);
    assertThat(log.at(2).batch()).isEqualTo(batch("behind it"));
  }
}
