package io.synod.core.read;

import static org.assertj.core.api.Assertions.assertThat;

import io.synod.core.cluster.Quorums;
import io.synod.core.cluster.View;
import io.synod.core.message.QuorumRead;
import io.synod.core.message.QuorumReadReply;
import io.synod.core.testing.RecordedEffects;
import io.synod.core.testing.Settings;
import io.synod.core.time.BothClocks;
import io.synod.core.time.Deadline;
import java.util.List;
import org.junit.jupiter.api.Test;

class QuorumReadsTest {
  private static final long AGAIN = 10 * Settings.MILLI;
  private static final long PATIENCE = 100 * Settings.MILLI;

  private final BothClocks clocks = new BothClocks();
  private final QuorumReads reads =
      new QuorumReads(0, Quorums.majority(3), 3, AGAIN, () -> PATIENCE, clocks, 76);
  private final RecordedEffects out = new RecordedEffects();
  private long delivered;
  private long now = Settings.MILLI;

  @Test
  void a_read_is_served_once_a_quorum_has_answered_and_its_slots_are_delivered() {
    quorum("r");
    assertThat(out.lines()).containsExactly("send {0,1,2} QuorumRead round 78");
    reply(0, 78, 4);
    delivered(100);
    assertThat(served()).as("one answer").isEmpty();
    delivered = 0;
    reply(2, 78, 7);
    delivered(6);
    assertThat(served()).as("slot 6 is not delivered").isEmpty();
    delivered(7);
    assertThat(served()).containsExactly("serve read r");
    assertThat(reads.nextWakeUpNanos()).isEqualTo(Deadline.NEVER);
  }

  @Test
  void the_largest_end_of_a_quorum_counts_in_any_order_of_answers() {
    quorum("r");
    reply(1, 78, 7);
    reply(0, 78, 4);
    delivered(4);
    assertThat(served()).isEmpty();
    delivered(7);
    assertThat(served()).hasSize(1);
  }

  @Test
  void an_answer_to_no_round_of_this_life_counts_for_nothing() {
    quorum("r");
    assertThat(reads.onReply(1, answer(77, 1))).isFalse();
    assertThat(reads.onReply(2, answer(79, 1))).isFalse();
    reply(0, 78, 1);
    assertThat(reads.onReply(0, answer(78, 1))).as("repeated").isFalse();
    delivered(50);
    assertThat(served()).isEmpty();
  }

  @Test
  void reads_that_come_while_a_round_is_under_way_share_the_next() {
    quorum("a");
    quorum("b");
    quorum("c");
    assertThat(rounds()).containsExactly(78L);
    answered(78, 1);
    assertThat(served()).containsExactly("serve read a");
    assertThat(rounds()).containsExactly(78L, 79L);
    answered(79, 1);
    assertThat(served()).hasSize(3);
    assertThat(rounds()).hasSize(2);
  }

  @Test
  void a_round_is_sent_anew_while_reads_wait_and_answers_to_either_count() {
    quorum("r");
    pass(AGAIN);
    assertThat(rounds()).containsExactly(78L, 79L);
    reply(0, 78, 3);
    reply(1, 79, 2);
    delivered(3);
    assertThat(served()).hasSize(1);
  }

  @Test
  void a_later_round_with_a_smaller_end_frees_a_read_that_waits_for_what_nobody_proposes() {
    quorum("r");
    reply(0, 78, 9);
    reply(1, 78, 3);
    delivered(3);
    assertThat(served()).isEmpty();
    pass(AGAIN);
    answered(79, 3);
    assertThat(served()).hasSize(1);
  }

  @Test
  void a_later_round_with_a_larger_end_holds_nobody_up() {
    quorum("r");
    reply(0, 78, 3);
    reply(1, 78, 3);
    quorum("s");
    reply(0, 79, 9);
    reply(1, 79, 9);
    delivered(3);
    assertThat(served()).containsExactly("serve read r");
  }

  @Test
  void a_read_that_waits_too_long_is_refused() {
    quorum("r");
    pass(PATIENCE - 1);
    assertThat(out.lines()).doesNotContain("refuse read r");
    pass(1);
    assertThat(out.lines()).contains("refuse read r");
    assertThat(reads.nextWakeUpNanos()).isEqualTo(Deadline.NEVER);
  }

  @Test
  void a_later_read_does_not_wait_for_a_round_with_lost_answers() {
    quorum("r");
    pass(PATIENCE);
    long sent = rounds().size();
    quorum("s");
    pass(AGAIN);
    assertThat(rounds()).hasSizeGreaterThan((int) sent);
    reply(0, 78 + sent, 0);
    reply(1, 78 + sent, 0);
    assertThat(served()).containsExactly("serve read s");
  }

  @Test
  void no_more_reads_wait_than_may() {
    quorum("a");
    quorum("b");
    quorum("c");
    quorum("d");
    assertThat(out.lines()).contains("refuse read d busy");
    reads.invariants();
  }

  @Test
  void a_bounded_read_is_served_at_once_while_the_last_round_is_young_enough() {
    bounded("a", 5);
    assertThat(rounds()).containsExactly(78L);
    pass(3);
    answered(78, 2);
    assertThat(served()).containsExactly("serve read a");
    pass(2);
    bounded("b", 5);
    assertThat(served()).as("the round was sent 5 ns ago").hasSize(2);
    pass(1);
    bounded("c", 5);
    assertThat(served()).as("6 ns ago").hasSize(2);
    assertThat(rounds()).containsExactly(78L, 79L);
  }

  @Test
  void slots_that_are_not_delivered_do_not_make_a_replica_fresh() {
    bounded("a", 5);
    reply(0, 78, 2);
    reply(1, 78, 2);
    delivered(1);
    bounded("b", 5);
    assertThat(served()).isEmpty();
  }

  @Test
  void votes_of_an_earlier_view_do_not_keep_a_replica_from_being_fresh() {
    bounded("a", 5);
    reply(0, 78, 3);
    reply(1, 78, 2);
    delivered(2);
    pass(AGAIN);
    reply(0, 79, 2);
    reply(1, 79, 2);
    bounded("b", 5);
    assertThat(served()).containsExactly("serve read a", "serve read b");
    assertThat(rounds()).hasSize(2);
  }

  @Test
  void a_bounded_read_waits_for_a_round_under_way_that_is_young_enough() {
    quorum("q");
    pass(5);
    bounded("a", 5);
    answered(78, 2);
    assertThat(served()).containsExactly("serve read q", "serve read a");
    assertThat(rounds()).hasSize(1);
  }

  @Test
  void a_bounded_read_waits_for_the_next_round_if_the_one_under_way_is_too_old() {
    quorum("q");
    pass(6);
    bounded("a", 5);
    answered(78, 2);
    assertThat(served()).containsExactly("serve read q");
    assertThat(rounds()).hasSize(2);
  }

  @Test
  void an_answer_after_many_rounds_serves_but_does_not_make_fresh() {
    quorum("r");
    for (int round = 0; round < 20; round++) {
      pass(round == 0 ? AGAIN : PATIENCE / 25);
      now += AGAIN - PATIENCE / 25;
      quorum("r" + round);
    }
    answered(78, 2);
    bounded("b", 30 * AGAIN);
    assertThat(out.lines()).doesNotContain("serve read b");
  }

  @Test
  void a_replica_that_was_suspended_is_not_fresh_any_more() {
    clocks.read(now, now);
    bounded("a", 5);
    answered(78, 2);
    clocks.read(now, now + 2 * Settings.MILLI);
    bounded("b", 5);
    assertThat(served()).containsExactly("serve read a");
    bounded("c", 2 * Settings.MILLI);
    assertThat(rounds()).containsExactly(78L, 79L);
    reply(0, 79, 2);
    reply(1, 79, 2);
    assertThat(served()).hasSize(3);
  }

  @Test
  void a_round_that_was_under_way_when_the_replica_was_suspended_is_too_old() {
    clocks.read(now, now);
    quorum("q");
    clocks.read(now, now + 2 * Settings.MILLI);
    bounded("a", 5);
    answered(78, 2);
    assertThat(served()).containsExactly("serve read q");
  }

  @Test
  void a_wall_clock_that_is_set_back_may_hide_a_suspension() {
    clocks.read(now, now);
    bounded("a", 5);
    answered(78, 2);
    pass(1);
    clocks.read(now, now - 2 * Settings.MILLI);
    bounded("b", 5);
    assertThat(served()).containsExactly("serve read a");
  }

  private void quorum(String ticket) {
    reads.add(ticket, now, out);
    update();
  }

  private void bounded(String ticket, long boundNanos) {
    reads.addBounded(ticket, boundNanos, now, out);
    update();
  }

  private void reply(int from, long round, long end) {
    assertThat(reads.onReply(from, answer(round, end))).isTrue();
    update();
  }

  private static QuorumReadReply answer(long round, long end) {
    return new QuorumReadReply(round, View.NONE, 0, end);
  }

  /** A quorum replies so in a round, and the slots before {@code end} are delivered. */
  private void answered(long round, long end) {
    reply(0, round, end);
    reply(1, round, end);
    delivered(end);
  }

  private void delivered(long slots) {
    delivered = slots;
    update();
  }

  private void pass(long nanos) {
    now += nanos;
    update();
  }

  private void update() {
    reads.update(delivered, now, out);
    reads.invariants();
  }

  private List<String> served() {
    return out.lines().stream().filter(line -> line.startsWith("serve")).toList();
  }

  private List<Long> rounds() {
    return out.sent(QuorumRead.class).stream().map(QuorumRead::round).toList();
  }
}
