package io.synod.core.session;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.synod.core.check.BrokenInvariant;
import io.synod.core.settings.AnswerLimits;
import io.synod.core.settings.SessionSettings;
import io.synod.service.SessionEnd;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.SplittableRandom;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class SessionTableTest {
  private final SessionTable table =
      new SessionTable(SessionLimits.first(new SessionSettings(100, 4, 3)));

  @Test
  void answers_of_any_length_are_kept_as_they_were() {
    Session session = new Session(1, 1, 1_000, new KeptBytes());
    Random random = new Random(7);
    Map<Long, byte[]> kept = new TreeMap<>();
    for (long sequence = 1; sequence <= 5_000; sequence++) {
      byte[] answer = new byte[random.nextInt(sequence % 500 < 250 ? 9 : 20)];
      random.nextBytes(answer);
      session.executed(sequence, (int) (sequence % 3), answer);
      kept.put(sequence, answer);
      if (random.nextInt(20) == 0) {
        long end = sequence - random.nextInt(60);
        session.acknowledge(end);
        kept.keySet().removeIf(one -> one < end);
      }
      long some = kept.keySet().iterator().next() + random.nextInt(kept.size());
      assertThat(session.answer(some)).isEqualTo(kept.get(some));
      assertThat(session.status(some)).isEqualTo((int) (some % 3));
    }
    assertThat(session.capture().answers()).isDeepEqualTo(kept.values().toArray(new byte[0][]));
  }

  @Test
  void fewer_sessions_end_the_least_recently_active_ones() {
    for (long session = 1; session <= 3; session++) {
      table.open(session, session);
    }
    table.touch(table.find(1), 4);
    change(new SessionSettings(100, 4, 1), 5);
    assertThat(table.size()).isEqualTo(1);
    assertThat(table.find(1)).isNotNull();
    assertThat(table.takeEnded()).isEqualTo(new EndedSession(2, SessionEnd.EVICTED));
    assertThat(table.takeEnded()).isEqualTo(new EndedSession(3, SessionEnd.EVICTED));
    assertThat(table.takeEnded()).isNull();
    assertThat(table.knows(2)).as("as many are remembered as may be open").isFalse();
    assertThat(table.knows(3)).isTrue();
    change(new SessionSettings(100, 4, 2), 5);
    table.open(4, 6);
    assertThat(table.size()).isEqualTo(2);
  }

  @Test
  void an_open_session_may_have_more_requests_outstanding_at_once() {
    Session session = table.open(1, 0);
    change(new SessionSettings(100, 6, 3), 0);
    for (long sequence = 1; sequence <= 7; sequence++) {
      session.executed(sequence, 0, new byte[0]);
    }
    assertThat(session.firstKept()).isEqualTo(2);
  }

  @Test
  void less_that_all_may_keep_ends_those_that_keep_most() {
    AnswerLimits answers = new AnswerLimits(2048, 4096, 20_000);
    SessionTable two =
        new SessionTable(
            SessionLimits.first(new SessionSettings(100, 4, 3, answers, Long.MAX_VALUE)));
    two.open(1, 0).executed(1, 0, new byte[1000]);
    two.open(2, 0).executed(1, 0, new byte[2000]);
    SessionSettings less =
        new SessionSettings(100, 4, 3, new AnswerLimits(2048, 4096, 4096), 1 << 20);
    assertThat(two.limits().whyNot(two.limits().next(less)))
        .isEqualTo(
            "session.max-event-bytes cannot be lowered: clients count on it, and sessions may hold"
                + " more");
    two.open(3, 0).executed(1, 0, new byte[2000]);
    SessionSettings unbounded =
        new SessionSettings(100, 4, 3, new AnswerLimits(2048, 4096, 4096), Long.MAX_VALUE);
    two.change(two.limits().next(unbounded), 1);
    assertThat(two.find(1)).isNotNull();
    assertThat(two.find(2)).as("the older of those that keep most").isNull();
    assertThat(two.find(3)).isNotNull();
    two.invariants();
  }

  @Test
  void limits_that_may_not_follow_change_nothing() {
    SessionLimits first = table.limits();
    table.change(new SessionLimits(2, new SessionSettings(100, 4, 9)), 0);
    table.change(first.next(new SessionSettings(100, 3, 9)), 0);
    assertThat(table.limits()).isEqualTo(first);
  }

  private void change(SessionSettings to, long timeMillis) {
    table.change(table.limits().next(to), timeMillis);
    assertThat(table.limits().settings()).isEqualTo(to);
  }

  @Test
  void opening_twice_is_opening_once() {
    Session session = table.open(7, 0);
    assertThat(table.open(7, 50)).isSameAs(session);
    assertThat(table.size()).isEqualTo(1);
    assertThat(table.find(8)).isNull();
  }

  @Test
  void one_more_than_the_maximum_closes_the_least_recently_active() {
    table.open(1, 0);
    table.open(2, 1);
    table.open(3, 2);
    table.touch(table.find(1), 3);
    table.open(4, 4);
    assertThat(table.find(2)).isNull();
    assertThat(table.find(1)).isNotNull();
    assertThat(table.size()).isEqualTo(3);
  }

  @Test
  void expires_what_was_idle_for_longer_than_allowed() {
    table.open(1, 0);
    table.open(2, 60);
    table.expire(100);
    assertThat(table.size()).isEqualTo(2);
    table.expire(101);
    assertThat(table.find(1)).isNull();
    assertThat(table.find(2)).isNotNull();
    table.touch(table.find(2), 150);
    table.expire(250);
    assertThat(table.find(2)).isNotNull();
    table.expire(251);
    assertThat(table.find(2)).isNull();
  }

  @Test
  void an_ended_session_is_remembered_as_long_as_idle_ones() {
    table.open(1, 0);
    table.expire(101);
    assertThat(table.find(1)).isNull();
    assertThat(table.open(1, 150)).isNull();
    table.expire(201);
    assertThat(table.open(1, 201)).isNull();
    table.expire(202);
    assertThat(table.open(1, 202)).isNotNull();
  }

  @Test
  void sessions_that_come_and_go_cost_an_idle_one_nothing() {
    table.open(1, 0);
    for (long id = 2; id < 50; id++) {
      table.close(table.open(id, 1), SessionEnd.CLOSED, 1);
    }
    assertThat(table.find(1)).isNotNull();
    assertThat(table.size()).isEqualTo(1);
  }

  @Test
  void of_ended_sessions_only_the_latest_are_remembered() {
    for (long id = 1; id <= 5; id++) {
      table.close(table.open(id, 1), SessionEnd.CLOSED, 1);
    }
    assertThat(table.open(2, 1)).isNotNull();
    assertThat(table.open(3, 1)).isNull();
    assertThat(table.open(5, 1)).isNull();
  }

  @Test
  void an_evicted_session_has_ended_too() {
    for (long id = 1; id <= 4; id++) {
      table.open(id, id);
    }
    assertThat(table.open(1, 5)).isNull();
  }

  @Test
  void a_closed_session_is_not_found_though_it_was_found_last() {
    Session session = table.open(1, 0);
    assertThat(table.find(1)).isSameAs(session);
    table.close(session, SessionEnd.CLOSED, 4);
    assertThat(table.find(1)).isNull();
    assertThat(table.open(1, 5)).isNull();
  }

  @Test
  void behaves_like_a_map_ordered_by_last_activity() {
    for (long seed = 0; seed < 50; seed++) {
      compare(new SplittableRandom(seed));
    }
  }

  @Test
  void answers_are_kept_until_acknowledged() {
    Session session = table.open(1, 0);
    for (int sequence = 1; sequence <= 3; sequence++) {
      session.executed(sequence, 0, new byte[] {(byte) sequence});
    }
    session.acknowledge(2);
    assertThat(session.keeps(1)).isFalse();
    assertThat(session.keeps(2)).isTrue();
    assertThat(session.answer(3)).containsExactly(3);
    session.acknowledge(1);
    assertThat(session.keeps(2)).as("acknowledging never goes back").isTrue();
    session.acknowledge(100);
    assertThat(session.keeps(3)).isFalse();
    assertThat(session.expected()).isEqualTo(4);
  }

  @Test
  void more_unanswered_requests_than_allowed_drop_the_oldest_answer() {
    Session session = table.open(1, 0);
    for (int sequence = 1; sequence <= 6; sequence++) {
      session.executed(sequence, sequence % 2, new byte[] {(byte) sequence});
    }
    assertThat(session.keeps(2)).isFalse();
    for (int sequence = 3; sequence <= 6; sequence++) {
      assertThat(session.keeps(sequence)).isTrue();
      assertThat(session.answer(sequence)).containsExactly(sequence);
      assertThat(session.status(sequence)).isEqualTo(sequence % 2);
    }
  }

  @Test
  void the_cache_grows_and_forgets_nothing() {
    Session session =
        new SessionTable(SessionLimits.first(new SessionSettings(100, 1000, 3))).open(1, 0);
    for (int sequence = 1; sequence <= 10; sequence++) {
      session.executed(sequence, 0, new byte[] {(byte) sequence});
    }
    session.acknowledge(8);
    for (int sequence = 11; sequence <= 120; sequence++) {
      session.executed(sequence, 0, new byte[] {(byte) sequence});
    }
    for (int sequence = 8; sequence <= 120; sequence++) {
      assertThat(session.answer(sequence)).containsExactly(sequence);
    }
  }

  @Test
  void where_many_places_are_taken_an_acknowledged_answer_gives_back_its_own() {
    SessionTable many = new SessionTable(SessionLimits.first(new SessionSettings(100, 4096, 100)));
    for (int other = 2; other <= 17; other++) {
      filled(many, other);
    }
    Session session = filled(many, 1);
    assertThat(session.places()).isEqualTo(4096);
    for (int sequence = 1; sequence <= 4097; sequence++) {
      session.acknowledge(sequence);
      int kept = 4097 - sequence;
      assertThat(session.places()).isLessThanOrEqualTo(Math.max(4, kept * 8 / 3 + 1));
      if (kept > 0) {
        assertThat(session.answer(4096)).containsExactly((byte) 4096);
      }
    }
    assertThat(session.places()).isEqualTo(4);
  }

  @Test
  void where_few_places_are_taken_the_next_burst_finds_them_again() {
    SessionTable few = new SessionTable(SessionLimits.first(new SessionSettings(100, 4096, 100)));
    Session session = filled(few, 1);
    session.acknowledge(4097);
    assertThat(session.places()).isEqualTo(4096);
    few.close(session, SessionEnd.CLOSED, 0);
    assertThat(session.places()).isZero();
  }

  private static Session filled(SessionTable sessions, long id) {
    Session session = sessions.open(id, 0);
    for (int sequence = 1; sequence <= 4096; sequence++) {
      session.executed(sequence, 0, new byte[] {(byte) sequence});
    }
    return session;
  }

  @Test
  void executing_out_of_sequence_breaks_an_invariant() {
    Session session = table.open(1, 0);
    assertThatThrownBy(() -> session.executed(2, 0, new byte[0]))
        .isInstanceOf(BrokenInvariant.class);
  }

  /** What the model knows of a session. */
  private static void compare(SplittableRandom random) {
    SessionTable table = new SessionTable(SessionLimits.first(new SessionSettings(40, 4, 5)));
    TableModel model = new TableModel(40, 5);
    long now = 0;
    for (int step = 0; step < 1_000; step++) {
      now += random.nextInt(1, 12);
      table.expire(now);
      model.expire(now);
      long id = random.nextInt(12);
      Session found = table.find(id);
      if (random.nextInt(4) == 0 && found != null) {
        table.close(found, SessionEnd.CLOSED, now);
        model.end(id, now);
      } else {
        Session opened = table.open(id, now);
        assertThat(opened != null).isEqualTo(model.touch(id, now));
        if (opened != null) {
          table.touch(opened, now);
        }
      }
      for (long each = 0; each < 12; each++) {
        assertThat(table.find(each) != null).isEqualTo(model.isOpen(each));
      }
    }
  }

  /** The same with two maps in the order of their last change. */
  private static final class TableModel {
    private final long idleMillis;
    private final int max;
    private final LinkedHashMap<Long, Long> open = new LinkedHashMap<>();
    private final LinkedHashMap<Long, Long> over = new LinkedHashMap<>();

    TableModel(long idleMillis, int max) {
      this.idleMillis = idleMillis;
      this.max = max;
    }

    boolean isOpen(long id) {
      return open.containsKey(id);
    }

    void expire(long now) {
      over.values().removeIf(ended -> now - ended > idleMillis);
      for (long id : List.copyOf(open.keySet())) {
        if (now - open.get(id) > idleMillis) {
          end(id, now);
        }
      }
    }

    void end(long id, long now) {
      open.remove(id);
      over.put(id, now);
      if (over.size() > max) {
        over.remove(over.keySet().iterator().next());
      }
    }

    boolean touch(long id, long now) {
      if (over.containsKey(id)) {
        return false;
      }
      if (open.remove(id) == null && open.size() == max) {
        end(open.keySet().iterator().next(), now);
      }
      open.put(id, now);
      return true;
    }
  }
}
