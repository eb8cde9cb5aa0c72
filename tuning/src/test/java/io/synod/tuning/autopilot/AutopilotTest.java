package io.synod.tuning.autopilot;

import static org.assertj.core.api.Assertions.assertThat;

import io.synod.core.settings.BatchLimits;
import io.synod.core.time.Deadline;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class AutopilotTest {
  private static final long MILLI = 1_000_000;
  private static final BatchLimits START = new BatchLimits(1 << 17, 8);
  private static final Bounds BOUNDS =
      new Bounds(new BatchLimits(1 << 10, 1), new BatchLimits(1 << 20, 512), 1 << 30, 100 * MILLI);

  private final LoadMeter meter = new LoadMeter(0);
  private final List<BatchLimits> set = new ArrayList<>();
  private final Search search = new Search(BOUNDS, START);
  private final Autopilot autopilot = new Autopilot(search, meter, set::add);

  /**
   * A leader that decides a batch each millisecond, of as many requests as the window has slots.
   */
  private void run(long fromMillis, long toMillis) {
    for (long milli = fromMillis; milli < toMillis; milli++) {
      long now = milli * MILLI;
      BatchLimits limits = set.get(set.size() - 1);
      meter.observe(10 * limits.window(), true, now);
      meter.decided(limits.window(), 1_000, 2 * MILLI);
      if (autopilot.isDue(now)) {
        autopilot.advance(now);
      }
    }
  }

  @Test
  void nothing_is_due_without_leadership() {
    assertThat(autopilot.nextWakeUpNanos()).isEqualTo(Deadline.NEVER);
    autopilot.lead(0);
    assertThat(autopilot.nextWakeUpNanos()).isPositive().isLessThan(1_000 * MILLI);
    autopilot.stop();
    assertThat(autopilot.nextWakeUpNanos()).isEqualTo(Deadline.NEVER);
    assertThat(autopilot.isDue(Long.MAX_VALUE - 1)).isFalse();
  }

  @Test
  void a_new_leader_sets_the_limits_chosen_so_far() {
    autopilot.lead(0);
    assertThat(set).containsExactly(START);
    autopilot.stop();
    autopilot.lead(5 * MILLI);
    assertThat(set).containsExactly(START, START);
  }

  @Test
  void candidates_are_set_and_taken_back_and_the_better_one_is_kept() {
    autopilot.lead(0);
    run(0, 1_000);
    assertThat(set).startsWith(START, new BatchLimits(1 << 17, 32), START);
    run(1_000, 10_000);
    assertThat(search.chosen().window()).isGreaterThan(32);
  }

  @Test
  void limits_that_somebody_tries_hold_for_their_time_within_the_bounds() {
    autopilot.lead(0);
    run(0, 1_000);
    autopilot.hold(new BatchLimits(1 << 30, 2), 5_000 * MILLI);
    BatchLimits nearest = new BatchLimits(1 << 20, 2);
    assertThat(set).endsWith(nearest);
    int sets = set.size();
    run(1_000, 5_000);
    assertThat(set).as("no trial of its own").hasSize(sets);
    run(5_000, 5_001);
    assertThat(set).endsWith(search.chosen());
    run(5_001, 15_000);
    assertThat(search.chosen().window()).isGreaterThan(32);
  }

  @Test
  void limits_are_tried_on_a_leader_only() {
    autopilot.hold(new BatchLimits(1 << 16, 2), 5_000 * MILLI);
    assertThat(set).isEmpty();
    assertThat(autopilot.nextWakeUpNanos()).isEqualTo(Deadline.NEVER);
    autopilot.lead(0);
    autopilot.hold(new BatchLimits(1 << 16, 2), 5_000 * MILLI);
    autopilot.stop();
    autopilot.lead(1_000 * MILLI);
    assertThat(set).endsWith(new BatchLimits(1 << 16, 2), START);
  }

  @Test
  void an_interval_begins_when_instances_of_other_limits_are_decided() {
    autopilot.lead(0);
    run(0, 10);
    assertThat(autopilot.isDue(19 * MILLI)).isFalse();
    assertThat(autopilot.isDue(20 * MILLI)).isTrue();
    autopilot.advance(20 * MILLI);
    assertThat(meter.reading().requests()).isZero();
  }

  private static Reading reading(long requests, long instanceMillis) {
    return new Reading(
        1_000 * MILLI,
        requests,
        10,
        10_000,
        requests * 10.0 * MILLI,
        10 * instanceMillis * MILLI,
        MILLI,
        0,
        1_000 * MILLI);
  }

  @Test
  void after_a_move_intervals_are_as_long_as_instances_need() {
    search.restart();
    while (search.report().moves() == 0) {
      search.measured(reading(10L * search.limits().window(), 300), 0);
    }
    assertThat(Pace.settleNanos(search)).isEqualTo(500 * MILLI);
    assertThat(Pace.intervalNanos(search)).isEqualTo(1_000 * MILLI);
  }

  @Test
  void an_interval_of_a_candidate_is_long_enough_for_forty_requests() {
    search.restart();
    search.measured(reading(100, 2), 0);
    assertThat(search.limits()).as("a candidate").isNotEqualTo(START);
    assertThat(Pace.intervalNanos(search)).isEqualTo(400 * MILLI);
    search.measured(reading(1_000, 2), 0);
    search.measured(reading(30, 2), 0);
    assertThat(Pace.intervalNanos(search)).isEqualTo(1_000 * MILLI);
  }

  @Test
  void the_time_in_the_leader_is_by_little_s_law() {
    meter.restart(0);
    meter.observe(10, false, 0);
    meter.decided(4, 100, MILLI);
    meter.observe(20, true, 100 * MILLI);
    meter.decided(6, 300, 3 * MILLI);
    meter.observe(0, false, 200 * MILLI);
    Reading reading = meter.reading();
    assertThat(reading.throughput()).isEqualTo(50);
    assertThat(reading.timeInLeader()).isEqualTo(300.0 * MILLI);
    assertThat(reading.instanceNanos()).isEqualTo(2.0 * MILLI);
    assertThat(reading.batchBytes()).isEqualTo(200);
    assertThat(reading.windowFullShare()).isEqualTo(0.5);
    assertThat(reading.latencyLeastNanos()).isEqualTo(MILLI);
  }
}
