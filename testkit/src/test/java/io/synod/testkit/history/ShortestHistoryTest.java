package io.synod.testkit.history;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class ShortestHistoryTest {
  private static final long HOUR_NANOS = 3_600_000_000_000L;

  // A step is known by its client.
  private static List<Step> history(int steps) {
    return IntStream.range(0, steps).<Step>mapToObj(Step.Leaving::new).toList();
  }

  private static int client(Step step) {
    return ((Step.Leaving) step).client();
  }

  private static List<Integer> clients(List<Step> history) {
    return history.stream().map(ShortestHistoryTest::client).toList();
  }

  private static ShortestHistory<String> search(
      int steps, Function<List<Step>, String> run, long nanosMax) {
    return new ShortestHistory<>(history(steps), "first", run, nanosMax).search();
  }

  @Test
  void the_steps_that_a_mistake_needs_are_left_in_their_order() {
    ShortestHistory<String> found =
        search(
            700,
            shorter ->
                clients(shorter).containsAll(List.of(3, 300, 699)) ? "of " + shorter.size() : null,
            HOUR_NANOS);
    assertThat(clients(found.history())).containsExactly(3, 300, 699);
    assertThat(found.finding()).isEqualTo("of 3");
  }

  @Test
  void a_mistake_that_needs_a_number_of_steps_keeps_that_many() {
    ShortestHistory<String> found =
        search(700, shorter -> shorter.size() > 100 ? "late" : null, HOUR_NANOS);
    assertThat(found.history()).hasSize(101);
  }

  @Test
  void a_mistake_that_needs_every_step_keeps_them_all_and_its_finding() {
    ShortestHistory<String> found = search(700, shorter -> null, HOUR_NANOS);
    assertThat(found.history()).hasSize(700);
    assertThat(found.finding()).isEqualTo("first");
  }

  @Test
  void runs_are_bounded() {
    List<Integer> lengths = new ArrayList<>();
    search(
        5_000,
        shorter -> {
          lengths.add(shorter.size());
          return null;
        },
        HOUR_NANOS);
    assertThat(lengths).hasSize(2_000);
  }

  @Test
  void there_is_no_run_after_the_time() {
    ShortestHistory<String> found = search(700, shorter -> "any", 0);
    assertThat(found.history()).hasSize(700);
  }
}
