package io.synod.core.catchup;

import static io.synod.core.log.LogReaders.NOTHING;
import static io.synod.core.testing.Batches.batch;
import static org.assertj.core.api.Assertions.assertThat;

import io.synod.core.cluster.ReplicaSet;
import io.synod.core.effect.DecisionsWanted;
import io.synod.core.log.Log;
import io.synod.core.log.LogReaders;
import io.synod.core.message.CatchUp;
import io.synod.core.message.Decided;
import io.synod.core.testing.RecordedEffects;
import io.synod.core.testing.RecordedTimeouts;
import io.synod.core.time.Deadline;
import io.synod.core.time.FixedTimeouts;
import io.synod.core.time.Timeouts;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** Replica 0 of four, which lacks what others know. */
class CatchUpsTest {
  private static final long TIMEOUT = 100;
  private static final Timeouts TIMEOUTS = new FixedTimeouts(1, 1, TIMEOUT);
  private static final int SLOTS = 4;
  private static final long ROOM = 100;
  private static final int MAX = 2 * (batch("a").length() + 8);

  private final Log log = new Log(0);
  private final LogReaders readers = new LogReaders(log, 10 * TIMEOUT);
  private final CatchUps catchUps =
      new CatchUps(
          0, ReplicaSet.all(4), log, 2 * (batch("a").length() + 8), TIMEOUTS, SLOTS, true, readers);
  private final RecordedEffects out = new RecordedEffects();
  private long now = 1000;

  @Test
  void nothing_is_asked_while_nobody_knows_more() {
    catchUps.onPeerDecided(1, 0);
    update();
    assertThat(catchUps.nextWakeUpNanos()).isEqualTo(Deadline.NEVER);
    pass(10 * TIMEOUT);
    assertThat(out.all()).isEmpty();
  }

  @Test
  void a_gap_is_tolerated_for_the_timeout_and_then_asked_for() {
    catchUps.onPeerDecided(2, 3);
    update();
    assertThat(catchUps.nextWakeUpNanos()).isEqualTo(now + TIMEOUT);
    pass(TIMEOUT - 1);
    assertThat(out.lines()).isEmpty();
    pass(1);
    assertThat(out.lines()).containsExactly("send {2} CatchUp from slot 0");
  }

  @Test
  void progress_on_the_way_postpones_the_question() {
    catchUps.onPeerDecided(2, 3);
    update();
    pass(TIMEOUT - 1);
    log.decide(0, batch("a"));
    update();
    pass(TIMEOUT - 1);
    assertThat(out.lines()).isEmpty();
    pass(1);
    assertThat(out.lines()).containsExactly("send {2} CatchUp from slot 1");
  }

  @Test
  void a_silent_peer_is_followed_by_the_next_that_knows_more() {
    catchUps.onPeerDecided(1, 3);
    lagsBehind(3, 3);
    pass(TIMEOUT);
    pass(TIMEOUT);
    assertThat(out.lines())
        .containsExactly(
            "send {1} CatchUp from slot 0",
            "send {3} CatchUp from slot 0", "send {1} CatchUp from slot 0");
  }

  @Test
  void a_useful_answer_is_followed_by_the_next_question_at_once() {
    lagsBehind(1, 3);
    out.clear();
    Decided answer = new Decided(0, 3, List.of(batch("a"), batch("b")));
    assertThat(catchUps.isUseful(answer)).isTrue();
    log.decide(0, batch("a"));
    log.decide(1, batch("b"));
    catchUps.onLearnt(1, ROOM, now, out);
    assertThat(out.lines()).containsExactly("send {1} CatchUp from slot 2");
    out.clear();
    log.decide(2, batch("c"));
    catchUps.onLearnt(1, ROOM, now, out);
    update();
    assertThat(out.lines()).isEmpty();
    assertThat(catchUps.nextWakeUpNanos()).isEqualTo(Deadline.NEVER);
  }

  @Test
  void decisions_that_are_known_already_are_useless() {
    log.decide(0, batch("a"));
    assertThat(catchUps.isUseful(new Decided(0, 1, List.of(batch("a"))))).isFalse();
    assertThat(catchUps.isUseful(new Decided(1, 1, List.of()))).isFalse();
    assertThat(catchUps.isUseful(new Decided(0, 2, List.of(batch("a"), batch("b"))))).isTrue();
  }

  @Test
  void no_decisions_are_asked_for_without_free_slots() {
    catchUps.onPeerDecided(1, 3);
    catchUps.update(0, now, out);
    pass(TIMEOUT);
    catchUps.onLearnt(1, 0, now, out);
    assertThat(out.all()).isEmpty();
    catchUps.update(1, now, out);
    pass(TIMEOUT);
    assertThat(out.lines()).containsExactly("send {1} CatchUp from slot 0");
  }

  /** The answer is of no use then, and what the peer sends much later, unasked, is none. */
  @Test
  void a_question_that_another_one_has_answered_is_not_awaited() {
    RecordedTimeouts timeouts = new RecordedTimeouts();
    CatchUps measuring =
        new CatchUps(0, ReplicaSet.all(4), log, MAX, timeouts, SLOTS, true, readers);
    measuring.onPeerDecided(1, 1);
    measuring.update(ROOM, now, out);
    now += timeouts.catchUpNanos();
    measuring.onDeadline(now, out);
    assertThat(out.lines()).containsExactly("send {1} CatchUp from slot 0");
    log.decide(0, batch("a"));
    measuring.update(ROOM, now, out);

    now += TimeUnit.HOURS.toNanos(1);
    log.decide(1, batch("b"));
    measuring.onLearnt(1, ROOM, now, out);
    assertThat(timeouts.calls()).as("an answer after an hour").isEmpty();

    measuring.onPeerDecided(1, 3);
    measuring.update(ROOM, now, out);
    now += timeouts.catchUpNanos();
    measuring.onDeadline(now, out);
    assertThat(timeouts.calls()).as("an answer that has not come").isEmpty();
  }

  /** Else a replica far behind learns one backlog of slots a timeout, and lags for ever. */
  @Test
  void a_full_replica_asks_again_as_soon_as_half_an_answer_fits() {
    lagsBehind(1, 9);
    out.clear();
    log.decide(0, batch("a"));
    log.decide(1, batch("b"));
    catchUps.onLearnt(1, SLOTS / 2 - 1, now, out);
    catchUps.update(SLOTS / 2 - 1, now, out);
    assertThat(out.lines()).as("too little of an answer would fit").isEmpty();
    catchUps.update(SLOTS / 2, now, out);
    assertThat(out.lines()).containsExactly("send {1} CatchUp from slot 2");
    catchUps.update(SLOTS / 2, now, out);
    assertThat(out.lines()).as("one is under way").hasSize(1);
  }

  @Test
  void a_replica_that_catches_up_elsewhere_stops_asking() {
    lagsBehind(1, 3);
    out.clear();
    log.decide(0, batch("a"));
    catchUps.onLearnt(1, 0, now, out);
    log.decide(1, batch("b"));
    log.decide(2, batch("c"));
    update();
    catchUps.onPeerDecided(1, 4);
    update();
    assertThat(out.lines()).isEmpty();
    pass(TIMEOUT);
    assertThat(out.lines()).containsExactly("send {1} CatchUp from slot 3");
  }

  @Test
  void an_answer_carries_at_most_the_free_slots_of_a_peer() {
    CatchUps answering =
        new CatchUps(0, ReplicaSet.all(4), log, 1 << 20, TIMEOUTS, SLOTS, true, readers);
    for (int slot = 0; slot < 6; slot++) {
      log.decide(slot, batch("" + slot));
    }
    answering.onCatchUp(3, new CatchUp(0), 0, out);
    answering.onCatchUp(3, new CatchUp(4), 0, out);
    assertThat(out.lines())
        .containsExactly(
            "send {3} Decided from slot 0: [0; 1; 2; 3], commit 6",
            "send {3} Decided from slot 4: [4; 5], commit 6");
  }

  @Test
  void a_peer_that_has_cut_the_slot_is_left_for_another_at_once() {
    catchUps.onPeerDecided(1, 9);
    lagsBehind(2, 9);
    out.clear();
    cut(1);
    assertThat(out.lines()).containsExactly("send {2} CatchUp from slot 0");
  }

  @Test
  void when_the_only_one_that_knows_more_has_cut_it_the_others_are_asked_too() {
    lagsBehind(1, 9);
    cut(1);
    pass(TIMEOUT);
    assertThat(out.lines())
        .containsExactly(
            "send {1} CatchUp from slot 0",
            "send {2} CatchUp from slot 0", "send {3} CatchUp from slot 0");
  }

  @Test
  void
      a_cluster_that_has_cut_the_slot_is_asked_once_a_timeout_and_the_first_is_good_for_a_snapshot() {
    lagsBehind(1, 9);
    assertThat(catchUps.snapshotPeer()).isEqualTo(CatchUps.NOBODY);
    for (int round = 0; round < 5; round++) {
      out.clear();
      cut(1);
      cut(2);
      cut(3);
      assertThat(out.sent(CatchUp.class)).hasSize(2);
      assertThat(catchUps.snapshotPeer()).isEqualTo(1);
      pass(TIMEOUT);
    }
  }

  @Test
  void peers_that_are_silent_after_another_has_cut_the_slot_count_as_asked() {
    lagsBehind(1, 9);
    cut(1);
    pass(TIMEOUT);
    assertThat(catchUps.snapshotPeer()).isEqualTo(CatchUps.NOBODY);
    pass(TIMEOUT);
    assertThat(catchUps.snapshotPeer()).as("silence says nothing of a snapshot").isEqualTo(1);
  }

  @Test
  void another_peer_s_snapshot_is_tried_next_and_everybody_is_asked_before() {
    lagsBehind(1, 9);
    for (int expected : new int[] {1, 2, 3, 1, 2, 3}) {
      cut(1);
      cut(2);
      assertThat(catchUps.snapshotPeer()).isEqualTo(CatchUps.NOBODY);
      cut(3);
      assertThat(catchUps.snapshotPeer()).isEqualTo(expected);
      catchUps.onFetching();
      assertThat(catchUps.snapshotPeer()).isEqualTo(CatchUps.NOBODY);
      pass(TIMEOUT);
    }
  }

  @Test
  void a_peer_that_cut_one_slot_may_keep_the_next() {
    lagsBehind(1, 9);
    cut(1);
    for (int slot = 0; slot < 5; slot++) {
      log.decide(slot, batch("s" + slot));
    }
    out.clear();
    update();
    pass(TIMEOUT);
    assertThat(out.lines()).containsExactly("send {1} CatchUp from slot 5");
    assertThat(catchUps.snapshotPeer()).isEqualTo(CatchUps.NOBODY);
  }

  @Test
  void an_answer_carries_as_many_decisions_as_one_message_may() {
    for (int slot = 0; slot < 5; slot++) {
      log.decide(slot, batch("" + slot));
    }
    catchUps.onCatchUp(3, new CatchUp(1), 0, out);
    log.cut(3);
    catchUps.onCatchUp(3, new CatchUp(1), 0, out);
    catchUps.onCatchUp(3, new CatchUp(5), 0, out);
    assertThat(out.lines())
        .containsExactly(
            "send {3} Decided from slot 1: [1; 2], commit 5",
            "read decisions DecisionsWanted[to=3, first=1, end=3, bytesMax=%d, slotsMax=4]"
                .formatted(2 * (batch("a").length() + 8)),
            "send {3} Decided from slot 5: [], commit 5");
  }

  @Test
  void slots_that_the_log_dropped_are_read_from_the_journal_once_per_peer() {
    dropped(3);
    catchUps.onCatchUp(3, new CatchUp(1), 0, out);
    catchUps.onCatchUp(3, new CatchUp(1), 0, out);
    catchUps.onCatchUp(2, new CatchUp(2), 0, out);
    assertThat(out.lines())
        .hasSize(2)
        .allMatch(line -> line.startsWith("read decisions") && line.contains("end=3"));

    out.clear();
    catchUps.onRead(3, 1, List.of(batch("1"), batch("2")), out);
    catchUps.onRead(2, 2, List.of(), out);
    assertThat(out.lines())
        .containsExactly(
            "send {3} Decided from slot 1: [1; 2], commit 5",
            "send {2} Decided from slot 3: [3; 4], commit 5");

    catchUps.onCatchUp(3, new CatchUp(1), 0, out);
    assertThat(out.lines().get(2)).startsWith("read decisions");
  }

  @Test
  void slots_replaced_by_a_snapshot_are_not_read_from_the_journal() {
    dropped(3);
    log.skipTo(7);
    log.decide(7, batch("7"));
    log.cut(8);
    catchUps.onCatchUp(3, new CatchUp(6), 0, out);
    catchUps.onCatchUp(3, new CatchUp(7), 0, out);
    assertThat(out.lines())
        .containsExactly(
            "send {3} Decided from slot 8: [], commit 8",
            "read decisions " + new DecisionsWanted(3, 7, 8, MAX, SLOTS));
  }

  @Test
  void a_replica_without_votes_in_its_journal_answers_from_memory_alone() {
    CatchUps forgetful =
        new CatchUps(0, ReplicaSet.all(4), log, MAX, TIMEOUTS, SLOTS, false, readers);
    dropped(3);
    forgetful.onCatchUp(3, new CatchUp(1), 0, out);
    assertThat(out.lines()).containsExactly("send {3} Decided from slot 3: [3; 4], commit 5");
    assertThat(readers.oldest(0)).as("it asked for a slot that is not kept").isEqualTo(NOTHING);
    forgetful.onCatchUp(3, new CatchUp(4), 0, out);
    assertThat(readers.oldest(0)).isEqualTo(4);
  }

  @Test
  void where_the_journal_has_the_slots_the_log_is_not_kept_for_a_peer() {
    dropped(3);
    catchUps.onCatchUp(3, new CatchUp(4), 0, out);
    assertThat(readers.oldest(0)).isEqualTo(NOTHING);
  }

  private void dropped(long first) {
    for (int slot = 0; slot < 5; slot++) {
      log.decide(slot, batch("" + slot));
    }
    log.cut(first);
  }

  @Test
  void a_batch_larger_than_a_message_travels_alone() {
    log.decide(0, batch("x".repeat(500)));
    log.decide(1, batch("b"));
    catchUps.onCatchUp(2, new CatchUp(0), 0, out);
    assertThat(out.sent(Decided.class).get(0).batches()).hasSize(1);
  }

  private void update() {
    catchUps.update(ROOM, now, out);
    catchUps.onDeadline(now, out);
  }

  /** Until it asks for what it lacks. */
  private void lagsBehind(int peer, long decided) {
    catchUps.onPeerDecided(peer, decided);
    update();
    pass(TIMEOUT);
  }

  private void pass(long nanos) {
    now += nanos;
    catchUps.onDeadline(now, out);
  }

  /** {@code from} answers that its log begins later. */
  private void cut(int from) {
    catchUps.onCut(from, now);
    update();
  }
}
