package io.synod.tuning.autopilot;

import static org.assertj.core.api.Assertions.assertThat;

import io.synod.core.settings.BatchLimits;
import io.synod.tuning.autopilot.Decision.Reason;
import java.util.ArrayList;
import java.util.List;
import java.util.function.ToDoubleFunction;
import org.junit.jupiter.api.Test;

/** A search on a leader without noise. The window is always full, batches half full. */
class SearchTest {
  private static final BatchLimits START = new BatchLimits(1 << 17, 8);
  private static final Bounds BOUNDS =
      new Bounds(new BatchLimits(1 << 10, 1), new BatchLimits(1 << 20, 512), 1 << 30, 100_000_000);
  private static final long MILLI = 1_000_000;

  private final Search search = new Search(BOUNDS, START);
  private long now;

  private static Reading reading(double perSecond, double timeMillis, double instanceMillis) {
    return reading(perSecond, timeMillis, instanceMillis, 0);
  }

  private static Reading reading(
      double perSecond, double timeMillis, double instanceMillis, long asideBytes) {
    long requests = (long) perSecond;
    return new Reading(
        1_000 * MILLI,
        requests,
        1_000,
        1_000L * (1 << 16),
        requests * timeMillis * MILLI,
        (long) (1_000 * instanceMillis * MILLI),
        MILLI,
        asideBytes,
        1_000 * MILLI);
  }

  /** So many intervals of a leader whose rate the limits determine. */
  private void pass(int intervals, ToDoubleFunction<BatchLimits> perSecond) {
    for (int interval = 0; interval < intervals; interval++) {
      now += 1_000 * MILLI;
      search.measured(reading(perSecond.applyAsDouble(search.limits()), 10, 5), now);
    }
  }

  private void passUntilRest() {
    for (int interval = 0; interval < 100 && !search.isResting(); interval++) {
      pass(1, limits -> 1_000);
    }
    assertThat(search.isResting()).isTrue();
  }

  @Test
  void the_first_interval_is_that_of_the_start() {
    search.restart();
    assertThat(search.limits()).isEqualTo(START);
    assertThat(search.report().decisions()).isEmpty();
  }

  @Test
  void it_goes_on_with_what_another_leader_has_chosen() {
    search.begin(new BatchLimits(1 << 30, 3));
    search.restart();
    assertThat(search.limits()).isEqualTo(new BatchLimits(1 << 20, 3));
    pass(60, limits -> 1_000 * Math.min(limits.window(), 50));
    assertThat(search.chosen().window()).isGreaterThanOrEqualTo(50);
    assertThat(search.report().decisions().get(0).from().window()).isEqualTo(3);
  }

  @Test
  void more_requests_that_take_longer_than_wished_are_not_better() {
    Bounds wished = new Bounds(BOUNDS.least(), BOUNDS.most(), 1 << 30, 100_000_000, 20 * MILLI);
    for (int instances : new int[] {10, 30}) {
      Search patient = new Search(wished, START);
      patient.restart();
      for (int interval = 0; interval < 100; interval++) {
        now += 1_000 * MILLI;
        int window = patient.limits().window();
        double timeMillis = window > START.window() ? instances : 10;
        patient.measured(reading(100 * Math.min(window, 64), timeMillis, 5), now);
      }
      assertThat(patient.chosen().window() > START.window()).isEqualTo(instances == 10);
    }
  }

  @Test
  void nothing_is_tried_while_a_replica_catches_up() {
    search.restart();
    pass(1, limits -> 1_000);
    assertThat(search.limits()).as("a candidate").isNotEqualTo(START);
    for (int interval = 0; interval < 20; interval++) {
      search.measured(reading(500, 20, 10, 10 << 20), now);
      assertThat(search.limits()).isEqualTo(START);
      assertThat(search.report().state()).isEqualTo(Search.State.CATCHING_UP);
    }
    search.measured(reading(1_000, 10, 5, 1 << 20), now);
    assertThat(search.limits()).as("a little beside a lot").isNotEqualTo(START);
  }

  @Test
  void the_window_grows_as_long_as_that_decides_more() {
    search.restart();
    pass(60, limits -> 1_000 * Math.min(limits.window(), 200));
    assertThat(search.chosen().window()).isGreaterThanOrEqualTo(200);
    assertThat(search.report().decisions()).allMatch(one -> one.reason() == Reason.THROUGHPUT);
  }

  @Test
  void intervals_of_a_candidate_and_of_the_chosen_limits_take_turns() {
    search.restart();
    boolean wasCandidate = true;
    for (int interval = 0; interval < 40; interval++) {
      boolean isCandidate = !search.limits().equals(search.chosen());
      assertThat(isCandidate && wasCandidate).isFalse();
      wasCandidate = isCandidate;
      pass(1, limits -> 1_000);
    }
  }

  @Test
  void where_nothing_is_better_it_stays_and_rests() {
    search.restart();
    passUntilRest();
    pass(200, limits -> 1_000);
    assertThat(search.chosen()).isEqualTo(START);
  }

  @Test
  void a_trial_keeps_its_pairs_when_other_limits_come_between() {
    search.restart();
    int interruptions = 0;
    while (search.chosen().equals(START)) {
      pass(3, limits -> limits.window() > START.window() ? 1_100 : 1_000);
      search.resume();
      assertThat(search.limits()).isEqualTo(search.chosen());
      assertThat(interruptions++).isLessThan(20);
    }
    assertThat(search.report().lastDecision().pairs()).isGreaterThan(2);
  }

  @Test
  void an_undecided_trial_goes_on_after_the_others_until_it_is_decided() {
    search.restart();
    BatchLimits better = new BatchLimits(START.maxBytes(), 2 * START.window());
    int[] measured = {0};
    List<BatchLimits> tried = new ArrayList<>();
    while (search.chosen().equals(START)) {
      tried.add(search.limits());
      pass(
          1,
          limits -> {
            if (!limits.equals(better)) {
              return limits.equals(START) ? 1_000 : 900;
            }
            return measured[0]++ % 2 == 0 ? 1_150 : 960;
          });
      assertThat(search.isResting()).isFalse();
    }
    assertThat(search.chosen()).isEqualTo(better);
    assertThat(search.report().lastDecision().pairs()).isBetween(13, 48);
    int others = tried.lastIndexOf(new BatchLimits(START.maxBytes(), START.window() / 2));
    assertThat(tried.subList(0, others)).contains(better);
    assertThat(tried.subList(others, tried.size())).contains(better);
  }

  @Test
  void a_change_ends_the_rest() {
    search.restart();
    passUntilRest();
    pass(40, limits -> 100.0 * limits.window());
    assertThat(search.chosen().window()).isGreaterThan(START.window());
  }

  /** Whether a window of 32 slots is tried in so many seconds. */
  private boolean triesWider(int seconds) {
    boolean tried = false;
    for (int second = 0; second < seconds; second++) {
      tried |= search.limits().window() == 32;
      pass(1, limits -> 1_000);
    }
    return tried;
  }

  @Test
  void a_candidate_that_one_interval_has_ruled_out_is_tried_again_after_the_longest_rest() {
    search.restart();
    pass(1, limits -> 1_000);
    pass(1, limits -> 100);
    // Rests of 10, 20, 40 and 80 s, and trials.
    assertThat(triesWider(300)).isFalse();
    assertThat(triesWider(200)).isTrue();
  }

  @Test
  void a_candidate_that_was_ruled_out_is_tried_again_after_a_lack_of_load() {
    search.restart();
    pass(1, limits -> 1_000);
    pass(1, limits -> 100);
    pass(20, limits -> 1_000);
    pass(3, limits -> 1);
    assertThat(triesWider(10)).isTrue();
  }

  @Test
  void with_hardly_any_requests_nothing_is_tried() {
    search.restart();
    pass(50, limits -> 10);
    assertThat(search.isResting()).isTrue();
    assertThat(search.limits()).isEqualTo(START);
  }

  @Test
  void a_candidate_that_stalls_the_leader_is_not_taken_for_a_lack_of_load() {
    search.restart();
    pass(1, limits -> 1_000);
    int stalls = 0;
    for (int interval = 0; interval < 40; interval++) {
      BatchLimits limits = search.limits();
      stalls += limits.window() == 32 ? 1 : 0;
      pass(1, tried -> tried.window() == 32 ? 0 : 1_000);
      assertThat(search.report().state()).isNotEqualTo(Search.State.TOO_LITTLE_LOAD);
    }
    assertThat(stalls).isOne();
  }

  @Test
  void few_requests_that_no_candidate_explains_are_a_lack_of_load() {
    search.restart();
    pass(1, limits -> 39);
    assertThat(search.limits()).as("a candidate").isNotEqualTo(START);
    pass(1, limits -> 19);
    assertThat(search.report().state()).isEqualTo(Search.State.TOO_LITTLE_LOAD);
  }

  @Test
  void instances_that_wait_long_for_each_other_become_fewer() {
    search.restart();
    while (search.report().lastDecision() == null) {
      now += 1_000 * MILLI;
      search.measured(reading(1_000, 500, 400), now);
    }
    assertThat(search.chosen().window()).isLessThan(START.window());
    assertThat(search.report().lastDecision().reason()).isEqualTo(Reason.QUEUE);
    assertThat(search.report().lastDecision().text())
        .isEqualTo("window 4 instead of 8: instances waited for each other for too long");
  }

  @Test
  void limits_that_shrinking_does_not_help_are_taken_back_and_stay() {
    search.restart();
    for (int interval = 0; interval < 60; interval++) {
      now += 1_000 * MILLI;
      search.measured(reading(1_000, 500, 400), now);
    }
    assertThat(search.chosen()).isEqualTo(START);
    assertThat(search.report().decisions())
        .extracting(Decision::reason)
        .containsExactly(Reason.QUEUE, Reason.QUEUE_REMAINS);
    assertThat(search.report().lastDecision().text())
        .isEqualTo("window 8 instead of 4: the smaller limits hardly shortened that wait");
    assertThat(search.isResting()).isTrue();
  }

  @Test
  void limits_shrink_on_as_long_as_that_shortens_the_wait() {
    search.restart();
    passQueue(search, 100, 60, 1 << 16);
    assertThat(search.chosen()).isEqualTo(new BatchLimits(1 << 15, 4));
  }

  @Test
  void a_later_queue_after_a_change_shrinks_again() {
    search.restart();
    passQueue(search, 0, 40, 1 << 16);
    assertThat(search.chosen()).isEqualTo(START);
    pass(30, limits -> 1_000);
    passQueue(search, 30, 40, 1 << 16);
    assertThat(search.chosen().window()).isLessThan(START.window());
  }

  @Test
  void where_a_queue_leaves_only_the_window_or_only_the_batch_size_that_one_shrinks() {
    Bounds fixedWindow =
        new Bounds(new BatchLimits(1 << 10, 8), new BatchLimits(1 << 20, 8), 1 << 30, 100_000_000);
    Search batches = new Search(fixedWindow, START);
    batches.restart();
    passQueue(batches, 100, 5, 1 << 16);
    assertThat(batches.chosen()).isEqualTo(new BatchLimits(1 << 16, 8));
    Bounds fixedBatch =
        new Bounds(new BatchLimits(1 << 17, 1), new BatchLimits(1 << 17, 9), 1 << 30, 100_000_000);
    Search windows = new Search(fixedBatch, new BatchLimits(1 << 17, 4));
    windows.restart();
    passQueue(windows, 100, 5, 1 << 16);
    assertThat(windows.chosen()).isEqualTo(new BatchLimits(1 << 17, 2));
  }

  @Test
  void requests_that_are_larger_than_a_batch_may_be_do_not_make_it_smaller() {
    search.restart();
    passQueue(search, 100, 60, 1 << 20);
    assertThat(search.chosen()).isEqualTo(new BatchLimits(1 << 17, 1));
  }

  /** Each batch of the window adds {@code millisEach} to a wait of 200 ms for 128 KiB. */
  private void passQueue(Search searching, double millisEach, int intervals, int batchBytes) {
    for (int interval = 0; interval < intervals; interval++) {
      now += 1_000 * MILLI;
      BatchLimits limits = searching.limits();
      double share = limits.maxBytes() / (double) (1 << 17);
      double millis = millisEach == 0 ? 200 : Math.max(1, millisEach * limits.window() * share);
      searching.measured(
          new Reading(
              1_000 * MILLI,
              1_000,
              1_000,
              1_000L * batchBytes,
              1_000 * 500.0 * MILLI,
              (long) (1_000 * millis * MILLI),
              MILLI,
              0,
              1_000 * MILLI),
          now);
    }
  }

  @Test
  void a_new_leadership_keeps_what_was_chosen() {
    search.restart();
    pass(60, limits -> 1_000 * Math.min(limits.window(), 200));
    BatchLimits chosen = search.chosen();
    search.restart();
    assertThat(search.limits()).isEqualTo(chosen);
  }

  @Test
  void the_last_ten_moves_are_kept_with_what_they_brought() {
    search.restart();
    for (int turn = 0; turn < 20; turn++) {
      boolean more = turn % 2 == 0;
      pass(60, limits -> more ? 1_000.0 * limits.window() : 1e6 / limits.window());
    }
    assertThat(search.report().decisions()).hasSize(10);
    Decision last = search.report().lastDecision();
    assertThat(last.throughputGain()).isGreaterThan(0.5);
    assertThat(last.text()).contains(" instead of ", " % requests a second", "pairs of intervals");
  }
}
