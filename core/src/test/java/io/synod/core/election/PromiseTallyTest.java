package io.synod.core.election;

import static io.synod.core.testing.Batches.batch;
import static org.assertj.core.api.Assertions.assertThat;

import io.synod.core.cluster.Incarnation;
import io.synod.core.cluster.Incarnations;
import io.synod.core.cluster.ReplicaSet;
import io.synod.core.cluster.View;
import io.synod.core.message.Promise;
import io.synod.core.message.Vote;
import io.synod.core.testing.Batches;
import io.synod.core.testing.Settings;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class PromiseTallyTest {
  private static final View VIEW = new View(9, 0);
  private static final Incarnations INCARNATIONS = Settings.incarnations(3);

  private final PromiseTally tally = new PromiseTally(VIEW, 10, INCARNATIONS);

  @Test
  void of_each_slot_the_vote_of_the_highest_view_remains() {
    add(0, vote(10, 1, "old"), vote(11, 5, "b"));
    add(1, vote(10, 3, "new"), vote(11, 2, "older"));
    assertThat(texts(10)).containsExactly("new", "b");
  }

  @Test
  void a_decision_outranks_every_vote_in_either_order() {
    Vote decision = new Vote(10, View.NONE, true, batch("chosen"));
    add(0, decision, vote(11, 8, "v"));
    add(1, vote(10, 8, "v"), new Vote(11, View.NONE, true, batch("chosen")));
    assertThat(texts(10)).containsExactly("chosen", "chosen");
  }

  @Test
  void gaps_stay_gaps() {
    add(0, vote(12, 1, "c"));
    assertThat(texts(10)).containsExactly("null", "null", "c");
    assertThat(texts(12)).containsExactly("c");
    assertThat(tally.votes(13)).isEmpty();
    assertThat(tally.votes(50)).isEmpty();
  }

  @Test
  void many_slots_fit() {
    List<Vote> votes = new ArrayList<>();
    for (int slot = 10; slot < 1000; slot++) {
      votes.add(vote(slot, 1, "s" + slot));
    }
    tally.add(0, new Promise(VIEW, 10, 1000, 1000, votes, INCARNATIONS));
    assertThat(tally.votes(10)).hasSize(990);
    assertThat(tally.votes(999)[0].batch()).isEqualTo(batch("s999"));
  }

  @Test
  void slots_of_which_nobody_can_have_votes_are_far() {
    long last = 10 + (1 << 24) - 1;
    assertThat(tally.isFar(promise(10, last + 1, vote(last, 1, "a")))).isFalse();
    assertThat(tally.isFar(promise(10, last + 1, vote(last + 1, 1, "a")))).isTrue();
    assertThat(tally.isFar(promise(10, last + 2))).isTrue();
    assertThat(tally.isFar(promise(10, 11, vote(9, 1, "a")))).isTrue();
    assertThat(tally.isFar(promise(10, 11, vote(10 + (1L << 32), 1, "a")))).isTrue();
  }

  private static Promise promise(long first, long end, Vote... votes) {
    return new Promise(VIEW, first, end, end, List.of(votes), INCARNATIONS);
  }

  @Test
  void a_promise_counts_once_all_its_parts_are_received() {
    tally.add(1, new Promise(VIEW, 10, 12, 14, List.of(), INCARNATIONS));
    assertThat(tally.complete()).isEqualTo(ReplicaSet.EMPTY);
    assertThat(tally.receivedEnd(1)).isEqualTo(12);
    assertThat(tally.repeats(1, new Promise(VIEW, 10, 12, 14, List.of(), INCARNATIONS))).isTrue();
    Promise rest = new Promise(VIEW, 12, 14, 14, List.of(), INCARNATIONS);
    assertThat(tally.repeats(1, rest)).isFalse();
    tally.add(1, rest);
    assertThat(tally.complete()).isEqualTo(ReplicaSet.of(1));
    assertThat(tally.repeats(1, new Promise(VIEW, 14, 14, 14, List.of(), INCARNATIONS))).isTrue();
  }

  @Test
  void a_promise_of_an_incarnation_that_another_promise_knows_to_be_over_does_not_count() {
    tally.add(1, promise(INCARNATIONS));
    assertThat(tally.complete()).isEqualTo(ReplicaSet.of(1));
    tally.add(2, promise(incarnation(1, 2)));
    assertThat(tally.complete()).isEqualTo(ReplicaSet.of(2));
    assertThat(tally.receivedEnd(1)).as("is asked again from the beginning").isEqualTo(10);
    assertThat(tally.isOver(1, promise(INCARNATIONS))).as("the old promise once more").isTrue();
    assertThat(tally.isOver(1, promise(incarnation(1, 2)))).isFalse();
    assertThat(tally.repeats(1, promise(incarnation(1, 2)))).isFalse();
    tally.add(1, promise(incarnation(1, 2)));
    assertThat(tally.complete()).isEqualTo(ReplicaSet.of(1).with(2));
  }

  @Test
  void a_promise_of_an_incarnation_that_is_known_to_be_over_never_begins_to_count() {
    tally.add(2, promise(incarnation(1, 2)));
    assertThat(tally.isOver(1, promise(INCARNATIONS))).isTrue();
    assertThat(tally.isOver(1, promise(incarnation(1, 3)))).isFalse();
  }

  @Test
  void incarnations_that_the_candidate_knows_end_older_ones_too() {
    tally.add(1, promise(INCARNATIONS));
    tally.add(2, promise(INCARNATIONS));
    tally.know(incarnation(1, 2));
    assertThat(tally.complete()).isEqualTo(ReplicaSet.of(2));
    PromiseTally begun = new PromiseTally(VIEW, 10, incarnation(1, 2));
    assertThat(begun.isOver(1, promise(INCARNATIONS))).isTrue();
  }

  @Test
  void half_a_promise_of_an_old_incarnation_is_asked_for_again() {
    tally.add(1, new Promise(VIEW, 10, 12, 14, List.of(vote(10, 1, "a")), INCARNATIONS));
    tally.add(2, promise(incarnation(1, 2)));
    assertThat(tally.isOver(1, new Promise(VIEW, 12, 14, 14, List.of(), INCARNATIONS))).isTrue();
    assertThat(tally.receivedEnd(1)).as("the rest, of another memory, does not do").isEqualTo(10);
    assertThat(texts(10)).as("its reported vote was true").containsExactly("a");
  }

  @Test
  void the_rest_of_a_promise_is_distinguished_from_a_later_incarnations() {
    tally.add(1, new Promise(VIEW, 10, 12, 14, List.of(), INCARNATIONS));
    Promise rest = new Promise(VIEW, 12, 14, 14, List.of(), incarnation(1, 2));
    assertThat(tally.isOfLater(1, new Promise(VIEW, 12, 14, 14, List.of(), INCARNATIONS)))
        .isFalse();
    assertThat(tally.isOfLater(1, rest)).isTrue();
    tally.know(rest.incarnations());
    assertThat(tally.receivedEnd(1)).isEqualTo(10);
    assertThat(tally.isOfLater(1, promise(incarnation(1, 2)))).isFalse();
  }

  @Test
  void a_promise_of_a_later_incarnation_counts_without_other_reports() {
    tally.add(1, promise(incarnation(1, 5)));
    assertThat(tally.complete()).isEqualTo(ReplicaSet.of(1));
  }

  private static Promise promise(Incarnations incarnations) {
    return new Promise(VIEW, 10, 10, 10, List.of(), incarnations);
  }

  private static Incarnations incarnation(int replica, long number) {
    return INCARNATIONS.with(replica, new Incarnation(number, 7));
  }

  private void add(int from, Vote... votes) {
    long end = votes[votes.length - 1].slot() + 1;
    tally.add(from, new Promise(VIEW, 10, end, end, List.of(votes), INCARNATIONS));
  }

  private static Vote vote(long slot, long round, String text) {
    return new Vote(slot, new View(round, 1), false, batch(text));
  }

  private List<String> texts(long from) {
    List<String> texts = new ArrayList<>();
    for (Vote vote : tally.votes(from)) {
      texts.add(vote == null ? "null" : Batches.text(vote.batch()));
    }
    return texts;
  }
}
