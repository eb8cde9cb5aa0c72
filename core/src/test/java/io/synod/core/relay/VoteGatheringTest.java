package io.synod.core.relay;

import static org.assertj.core.api.Assertions.assertThat;

import io.synod.core.cluster.ReplicaSet;
import io.synod.core.cluster.View;
import io.synod.core.message.Accepted;
import io.synod.core.testing.Effect;
import io.synod.core.testing.RecordedEffects;
import io.synod.core.time.Deadline;
import java.util.List;
import org.junit.jupiter.api.Test;

class VoteGatheringTest {
  private static final View VIEW = new View(5, 0);
  private static final ReplicaSet GROUP = ReplicaSet.of(1).with(2).with(3);
  private static final long TIMEOUT = 50;

  private final RecordedEffects out = new RecordedEffects();
  private final VoteGathering gathering = new VoteGathering(4, TIMEOUT);
  private long now = 1_000;

  private void begin(long slot) {
    gathering.begin(VIEW, slot, GROUP, 3, now);
  }

  private void vote(long slot, int... voters) {
    for (int voter : voters) {
      gathering.onAccepted(new Accepted(VIEW, slot, ReplicaSet.of(voter)));
    }
  }

  private List<Accepted> sent() {
    out.clear();
    gathering.endCycle(out);
    return out.sent(Accepted.class);
  }

  private void elapse(long nanos) {
    now += nanos;
    gathering.onDeadline(now);
  }

  @Test
  void the_leader_receives_one_accepted_once_all_have_voted() {
    begin(7);
    vote(7, 2, 1);
    assertThat(sent()).isEmpty();
    vote(7, 3);
    assertThat(sent()).containsExactly(new Accepted(VIEW, 7, GROUP));
    elapse(TIMEOUT);
    assertThat(sent()).isEmpty();
  }

  @Test
  void a_vote_that_comes_twice_counts_once() {
    begin(7);
    vote(7, 1, 1, 1);
    assertThat(sent()).isEmpty();
  }

  @Test
  void at_its_timeout_it_reports_the_votes_and_then_each_later_one() {
    begin(7);
    vote(7, 2);
    elapse(TIMEOUT - 1);
    assertThat(sent()).isEmpty();
    elapse(1);
    assertThat(sent()).containsExactly(new Accepted(VIEW, 7, ReplicaSet.of(2)));
    vote(7, 3);
    assertThat(sent()).containsExactly(new Accepted(VIEW, 7, ReplicaSet.of(3)));
    vote(7, 3);
    assertThat(sent()).isEmpty();
    assertThat(gathering.nextWakeUpNanos()).isEqualTo(Deadline.NEVER);
  }

  @Test
  void after_the_wanted_votes_it_reports_them_and_later_the_rest_together() {
    gathering.begin(VIEW, 7, ReplicaSet.all(5).without(ReplicaSet.of(0)), 2, now);
    vote(7, 2, 4);
    assertThat(sent()).containsExactly(new Accepted(VIEW, 7, ReplicaSet.of(2).with(4)));
    vote(7, 1);
    assertThat(sent()).isEmpty();
    vote(7, 3);
    assertThat(sent()).containsExactly(new Accepted(VIEW, 7, ReplicaSet.of(1).with(3)));
  }

  @Test
  void slots_in_a_row_with_the_same_voters_are_one_message() {
    for (long slot = 8; slot < 12; slot++) {
      begin(slot);
      vote(slot, 1, 2);
    }
    vote(9, 3);
    vote(10, 3);
    vote(8, 3);
    vote(11, 3);
    assertThat(sent())
        .containsExactly(
            new Accepted(VIEW, 9, 11, GROUP),
            new Accepted(VIEW, 8, GROUP),
            new Accepted(VIEW, 11, GROUP));
  }

  @Test
  void a_range_of_votes_counts_for_each_of_its_slots() {
    begin(8);
    begin(9);
    gathering.onAccepted(new Accepted(VIEW, 8, 10, GROUP));
    assertThat(sent()).containsExactly(new Accepted(VIEW, 8, 10, GROUP));
  }

  @Test
  void a_leader_that_asks_again_receives_the_votes_again() {
    begin(7);
    vote(7, 1, 2, 3);
    sent();
    begin(7);
    vote(7, 1);
    assertThat(sent()).containsExactly(new Accepted(VIEW, 7, GROUP));
  }

  @Test
  void votes_of_another_view_are_not_gathered_with_these() {
    View later = new View(6, 4);
    begin(7);
    vote(7, 1, 2);
    gathering.onAccepted(new Accepted(later, 7, ReplicaSet.of(3)));
    assertThat(sent()).containsExactly(new Accepted(later, 7, ReplicaSet.of(3)));
    assertThat(out.of(Effect.Sent.class).get(0).to()).isEqualTo(ReplicaSet.of(4));
  }

  @Test
  void a_later_view_replaces_the_order_and_the_gathered_votes_are_reported() {
    begin(7);
    vote(7, 1, 2);
    View later = new View(6, 4);
    gathering.begin(later, 7, GROUP, 3, now);
    assertThat(sent()).containsExactly(new Accepted(VIEW, 7, ReplicaSet.of(1).with(2)));
    begin(7);
    gathering.onAccepted(new Accepted(later, 7, GROUP));
    assertThat(sent()).as("an order that is over").containsExactly(new Accepted(later, 7, GROUP));
  }

  @Test
  void a_later_slot_takes_the_place_of_one_a_window_before() {
    begin(7);
    vote(7, 1);
    begin(11);
    assertThat(sent()).containsExactly(new Accepted(VIEW, 7, ReplicaSet.of(1)));
    vote(7, 2);
    assertThat(sent()).containsExactly(new Accepted(VIEW, 7, ReplicaSet.of(2)));
    vote(11, 1, 2, 3);
    assertThat(sent()).containsExactly(new Accepted(VIEW, 11, GROUP));
  }

  @Test
  void the_vote_of_a_replica_that_is_not_in_the_group_goes_on_alone() {
    begin(7);
    vote(7, 1, 2, 4);
    assertThat(sent()).containsExactly(new Accepted(VIEW, 7, ReplicaSet.of(4)));
    vote(7, 3);
    assertThat(sent()).containsExactly(new Accepted(VIEW, 7, GROUP));
  }

  @Test
  void a_range_that_no_window_holds_goes_on_as_it_is() {
    Accepted vast = new Accepted(VIEW, 0, Long.MAX_VALUE, GROUP);
    gathering.onAccepted(vast);
    assertThat(sent()).containsExactly(vast);
  }
}
