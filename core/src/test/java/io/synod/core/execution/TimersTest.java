package io.synod.core.execution;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class TimersTest {
  private final Timers timers = new Timers(1_000);

  private List<Long> due(long nowMillis) {
    List<Long> ids = new ArrayList<>();
    for (Timer due = timers.takeDue(nowMillis); due != null; due = timers.takeDue(nowMillis)) {
      ids.add(due.id);
    }
    return ids;
  }

  @Test
  void they_run_by_time_and_those_of_one_time_as_they_were_set() {
    timers.set(3, 20);
    timers.set(2, 10);
    timers.set(1, 20);
    timers.set(4, 20);
    assertThat(timers.nextMillis()).isEqualTo(10);
    assertThat(due(9)).isEmpty();
    assertThat(due(10)).containsExactly(2L);
    assertThat(timers.nextMillis()).isEqualTo(20);
    assertThat(due(25)).containsExactly(3L, 1L, 4L);
    assertThat(timers.nextMillis()).isEqualTo(Timers.NEVER);
    assertThat(timers.size()).isZero();
  }

  @Test
  void a_timer_that_is_set_again_replaces_itself_and_comes_behind_those_of_its_time() {
    timers.set(1, 10);
    timers.set(2, 10);
    timers.set(1, 10);
    assertThat(timers.size()).isEqualTo(2);
    assertThat(due(10)).containsExactly(2L, 1L);
    timers.set(1, 30);
    timers.set(1, 20);
    assertThat(due(20)).containsExactly(1L);
    assertThat(due(30)).isEmpty();
  }

  @Test
  void a_cancelled_timer_does_not_run() {
    timers.set(1, 10);
    assertThat(timers.isSet(1)).isTrue();
    assertThat(timers.cancel(1)).isTrue();
    assertThat(timers.cancel(1)).isFalse();
    assertThat(timers.isSet(1)).isFalse();
    assertThat(due(10)).isEmpty();
  }

  @Test
  void as_many_as_allowed_are_set() {
    Timers few = new Timers(2);
    few.set(1, 10);
    few.set(2, 10);
    assertThatThrownBy(() -> few.set(3, 10))
        .isInstanceOf(IllegalStateException.class)
        .hasMessage("2 timers are set, as many as service.max-timers allows");
    few.set(2, 5);
    few.cancel(1);
    few.set(3, 10);
    assertThat(few.size()).isEqualTo(2);
    assertThatThrownBy(() -> new Timers(0).set(1, 1)).isInstanceOf(IllegalStateException.class);
  }

  /** Beside a plain list, sorted each time. */
  @Test
  void any_order_of_calls_gives_what_a_sorted_list_gives() {
    for (int seed = 1; seed <= 50; seed++) {
      SplittableRandom random = new SplittableRandom(seed);
      Map<Long, Long> set = new LinkedHashMap<>();
      long now = 0;
      for (int call = 0; call < 2_000; call++) {
        long id = random.nextInt(seed % 2 == 0 ? 20 : 900);
        switch (random.nextInt(4)) {
          case 0, 1 -> {
            long at = now + 1 + random.nextInt(50);
            timers.set(id, at);
            set.remove(id);
            set.put(id, at);
          }
          case 2 -> assertThat(timers.cancel(id)).isEqualTo(set.remove(id) != null);
          default -> {
            now += random.nextInt(10);
            long end = now;
            List<Long> expected =
                set.entrySet().stream()
                    .filter(timer -> timer.getValue() <= end)
                    .sorted(Map.Entry.comparingByValue())
                    .map(Map.Entry::getKey)
                    .toList();
            expected.forEach(set::remove);
            assertThat(due(now)).isEqualTo(expected);
          }
        }
        assertThat(timers.size()).isEqualTo(set.size());
        assertThat(timers.nextMillis())
            .isEqualTo(set.values().stream().min(Comparator.naturalOrder()).orElse(Timers.NEVER));
      }
      due(Long.MAX_VALUE - 1);
    }
  }

  @Test
  void captured_timers_do_not_change() {
    timers.set(1, 30);
    timers.set(2, 10);
    timers.set(3, 10);
    Timer[] captured = timers.capture();
    timers.set(1, 5);
    timers.cancel(2);
    Arrays.sort(captured, Timer.ORDER);
    assertThat(captured).extracting(timer -> timer.id).containsExactly(2L, 3L, 1L);
    assertThat(captured).extracting(timer -> timer.atMillis).containsExactly(10L, 10L, 30L);
  }

  @Test
  void a_million_cost_a_logarithm_each() {
    Timers many = new Timers(1_000_000);
    for (long id = 0; id < 1_000_000; id++) {
      many.set(id, id * 7_919 % 1_000_003);
    }
    long last = -1;
    for (int taken = 0; taken < 1_000_000; taken++) {
      Timer due = many.takeDue(Long.MAX_VALUE - 1);
      assertThat(due.atMillis > last).isTrue();
      last = due.atMillis;
    }
    assertThat(many.size()).isZero();
  }
}
