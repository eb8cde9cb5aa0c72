package io.synod.simulation.scheduler;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class SchedulerTest {
  private final Scheduler scheduler = new Scheduler();
  private final List<String> done = new ArrayList<>();

  @Test
  void tasks_run_by_time_and_then_in_the_order_in_which_they_were_scheduled() {
    scheduler.at(20, () -> done.add("c"));
    scheduler.at(10, () -> done.add("a"));
    scheduler.at(10, () -> done.add("b"));
    while (scheduler.runNext()) {}
    assertThat(done).containsExactly("a", "b", "c");
    assertThat(scheduler.now()).isEqualTo(20);
    assertThat(scheduler.run()).isEqualTo(3);
  }

  @Test
  void a_task_may_schedule_another_one_for_the_same_time() {
    scheduler.at(10, () -> scheduler.after(0, () -> done.add("second")));
    scheduler.at(10, () -> done.add("first"));
    while (scheduler.runNext()) {}
    assertThat(done).containsExactly("first", "second");
  }

  @Test
  void time_does_not_go_back() {
    scheduler.at(10, () -> {});
    scheduler.runNext();
    assertThatThrownBy(() -> scheduler.at(9, () -> {}))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("9");
  }

  @Test
  void concerns_draw_from_streams_of_their_own() {
    Seeds seeds = new Seeds(42);
    assertThat(seeds.random("a").nextLong()).isEqualTo(seeds.random("a").nextLong());
    assertThat(seeds.random("a").nextLong()).isNotEqualTo(seeds.random("b").nextLong());
    assertThat(seeds.random("a", 1).nextLong()).isNotEqualTo(seeds.random("a", 2).nextLong());
    assertThat(seeds.random("a").nextLong()).isNotEqualTo(new Seeds(43).random("a").nextLong());
  }

  @Test
  void a_skewed_clock_has_reached_a_reading_when_it_says_so() {
    SplittableRandom random = new SplittableRandom(1);
    for (int round = 0; round < 10_000; round++) {
      SkewedClock clock =
          new SkewedClock(
              random.nextLong(-(1L << 50), 1L << 50), random.nextInt(-50_000, 50_001), 0);
      long reading = clock.nanos(random.nextLong(60_000_000_000L));
      long at = clock.virtual(reading);
      assertThat(clock.nanos(at)).isBetween(reading, reading + 5);
    }
  }

  @Test
  void a_trace_distinguishes_orders() {
    Trace first = new Trace(scheduler, null);
    Trace second = new Trace(scheduler, null);
    first.add(1);
    first.add(2);
    second.add(2);
    second.add(1);
    assertThat(first.hash()).isNotEqualTo(second.hash());
  }
}
