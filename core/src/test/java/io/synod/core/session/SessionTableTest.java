package io.synod.core.session;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.synod.core.check.BrokenInvariant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class SessionTableTest {
  private final SessionTable table = new SessionTable(new SessionSettings(100, 4, 3));

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
  void a_session_that_is_over_is_remembered_for_as_long_as_idle_ones() {
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
  void a_closed_session_is_not_found_though_it_was_found_last() {
    Session session = table.open(1, 0);
    assertThat(table.find(1)).isSameAs(session);
    table.close(session, 4);
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
    assertThat(session.keeps(4)).isFalse();
    session.acknowledge(1);
    assertThat(session.keeps(2)).as("acknowledging never goes back").isTrue();
    session.acknowledge(100);
    assertThat(session.keeps(3)).isFalse();
    assertThat(session.expected()).isEqualTo(4);
  }

  @Test
  void who_leaves_more_unanswered_than_allowed_does_without_the_oldest_answer() {
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
    Session session = new SessionTable(new SessionSettings(100, 1000, 3)).open(1, 0);
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
  void executing_out_of_sequence_breaks_an_invariant() {
    Session session = table.open(1, 0);
    assertThatThrownBy(() -> session.executed(2, 0, new byte[0]))
        .isInstanceOf(BrokenInvariant.class);
  }

  /** What the model knows of a session. */
  private record Known(boolean gone, long active) {}

  private static void compare(SplittableRandom random) {
    SessionTable table = new SessionTable(new SessionSettings(40, 4, 5));
    Map<Long, Known> model = new LinkedHashMap<>();
    long now = 0;
    for (int step = 0; step < 1_000; step++) {
      now += random.nextInt(1, 12);
      table.expire(now);
      expire(model, now);
      long id = random.nextInt(9);
      if (random.nextInt(4) == 0) {
        close(table, model, id, now);
      } else {
        touch(table, model, id, now);
      }
      for (long each = 0; each < 9; each++) {
        Known known = model.get(each);
        assertThat(table.find(each) != null).isEqualTo(known != null && !known.gone());
      }
      long open = model.values().stream().filter(known -> !known.gone()).count();
      assertThat(table.size()).isEqualTo(open);
    }
  }

  private static void expire(Map<Long, Known> model, long time) {
    for (Map.Entry<Long, Known> entry : List.copyOf(model.entrySet())) {
      if (time - entry.getValue().active() > 40) {
        model.remove(entry.getKey());
        if (!entry.getValue().gone()) {
          model.put(entry.getKey(), new Known(true, time));
        }
      }
    }
  }

  private static void close(SessionTable table, Map<Long, Known> model, long id, long time) {
    Session session = table.find(id);
    if (session != null) {
      table.close(session, time);
      model.remove(id);
      model.put(id, new Known(true, time));
    }
  }

  private static void touch(SessionTable table, Map<Long, Known> model, long id, long time) {
    Session session = table.open(id, time);
    Known known = model.get(id);
    assertThat(session == null).isEqualTo(known != null && known.gone());
    if (session == null) {
      return;
    }
    table.touch(session, time);
    if (model.remove(id) == null && model.size() == 5) {
      model.remove(model.keySet().iterator().next());
    }
    model.put(id, new Known(false, time));
  }
}
