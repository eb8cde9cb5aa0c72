package io.synod.core.snapshot;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.synod.core.event.Event;
import io.synod.core.testing.RecordedEffects;
import org.junit.jupiter.api.Test;

/** After 100 bytes, 10 slots or 1000 ns. */
class SnapshotTriggerTest {
  private static final long HOUR = 3_600_000_000_000L;

  private final RecordedEffects out = new RecordedEffects();
  private SnapshotTrigger trigger = started(0);
  private long now = 5_000;
  private long delivered;
  private long bytes;

  @Test
  void nothing_is_due_before_anything_is_delivered() {
    pass(100_000);
    assertThat(out.lines()).isEmpty();
  }

  @Test
  void slots_alone_are_enough() {
    deliver(9, 0);
    assertThat(taken()).isZero();
    deliver(1, 0);
    assertThat(taken()).isEqualTo(1);
  }

  @Test
  void bytes_alone_are_enough() {
    deliver(1, 99);
    assertThat(taken()).isZero();
    deliver(1, 1);
    assertThat(taken()).isEqualTo(1);
  }

  @Test
  void age_alone_is_enough_if_anything_was_delivered() {
    deliver(1, 1);
    pass(999);
    assertThat(taken()).isZero();
    assertThat(trigger.nextWakeUpNanos()).isEqualTo(6_000);
    pass(1);
    assertThat(taken()).isEqualTo(1);
    assertThat(trigger.nextWakeUpNanos()).isEqualTo(7_000);
  }

  @Test
  void each_is_counted_from_the_last_snapshot() {
    deliver(10, 50);
    finish(10, true);
    pass(900);
    deliver(9, 99);
    assertThat(taken()).isEqualTo(1);
    deliver(0, 1);
    assertThat(taken()).isEqualTo(2);
    finish(19, true);
    pass(999);
    deliver(9, 0);
    assertThat(taken()).isEqualTo(2);
    deliver(1, 0);
    assertThat(taken()).isEqualTo(3);
  }

  @Test
  void age_is_counted_from_the_last_snapshot_too() {
    pass(600);
    deliver(10, 0);
    finish(10, true);
    deliver(1, 0);
    pass(999);
    assertThat(taken()).isEqualTo(1);
    pass(1);
    assertThat(taken()).isEqualTo(2);
  }

  @Test
  void nothing_new_is_no_reason_however_old_the_last_is() {
    deliver(10, 0);
    finish(10, true);
    pass(10_000);
    assertThat(taken()).isEqualTo(1);
  }

  @Test
  void never_two_at_a_time() {
    deliver(10, 100);
    deliver(50, 500);
    pass(10_000);
    assertThat(trigger.want(60)).isFalse();
    update();
    assertThat(taken()).isEqualTo(1);
    finish(10, true);
    update();
    assertThat(taken()).as("the next one is overdue").isEqualTo(2);
  }

  @Test
  void one_that_failed_and_is_wanted_all_the_time_is_tried_again_once_in_a_second() {
    trigger =
        new SnapshotTrigger(new SnapshotSettings(100, 10, SnapshotSettings.NEVER, 1, 1, 1), 0);
    trigger.start(now);
    deliver(5, 0);
    for (int step = 0; step < 40; step++) {
      trigger.want(5);
      long before = taken();
      pass(100_000_000);
      if (taken() > before) {
        finish(5, false);
      }
    }
    assertThat(taken()).isEqualTo(4);
  }

  @Test
  void one_that_took_long_to_fail_is_tried_again_a_second_after_that() {
    trigger =
        new SnapshotTrigger(new SnapshotSettings(100, 10, SnapshotSettings.NEVER, 1, 1, 1), 0);
    trigger.start(now);
    trigger.want(5);
    deliver(5, 0);
    now += 8_000_000_000L;
    finish(5, false);
    trigger.want(5);
    pass(900_000_000);
    assertThat(taken()).isEqualTo(1);
    pass(100_000_000);
    assertThat(taken()).isEqualTo(2);
  }

  @Test
  void one_that_failed_is_tried_again_when_the_next_is_due_and_cuts_nothing() {
    deliver(10, 0);
    finish(10, false);
    update();
    assertThat(taken()).isEqualTo(1);
    assertThat(trigger.storedEnd()).isZero();
    deliver(9, 0);
    assertThat(taken()).isEqualTo(1);
    deliver(1, 0);
    assertThat(taken()).isEqualTo(2);
    assertThat(out.lines()).noneMatch(line -> line.startsWith("cut"));
  }

  @Test
  void one_that_failed_is_tried_again_after_a_minute_though_nothing_more_is_delivered() {
    trigger = new SnapshotTrigger(new SnapshotSettings(100, 10, HOUR, 1, 1, 1), 0);
    trigger.start(now);
    deliver(10, 0);
    finish(10, false);
    assertThat(trigger.nextWakeUpNanos()).isEqualTo(now + 60_000_000_000L);
    pass(59_999_999_999L);
    assertThat(taken()).isEqualTo(1);
    pass(1);
    assertThat(taken()).isEqualTo(2);
    finish(10, true);
    deliver(1, 0);
    pass(60_000_000_000L);
    assertThat(taken()).isEqualTo(2);
  }

  @Test
  void one_on_demand_that_failed_is_not_tried_again_by_itself() {
    trigger = new SnapshotTrigger(new SnapshotSettings(100, 10, HOUR, true, 1, 1, 1), 0);
    trigger.start(now);
    trigger.want(5);
    deliver(5, 0);
    finish(5, false);
    pass(HOUR);
    assertThat(taken()).isEqualTo(1);
  }

  @Test
  void the_journal_is_cut_below_the_older_of_two_alone() {
    deliver(10, 0);
    finish(10, true);
    assertThat(out.lines()).containsExactly("take snapshot", "cut journal #0");
    deliver(10, 0);
    finish(20, true);
    deliver(10, 0);
    finish(30, true);
    assertThat(out.lines().stream().filter(line -> line.startsWith("cut")))
        .containsExactly("cut journal #0", "cut journal #10", "cut journal #20");
    assertThat(trigger.storedEnd()).isEqualTo(30);
  }

  @Test
  void a_fetched_one_counts_as_one_that_was_taken() {
    deliver(5, 0);
    trigger.stored(25, out);
    assertThat(trigger.storedEnd()).isEqualTo(25);
    delivered = 25;
    deliver(9, 0);
    assertThat(taken()).isZero();
    deliver(1, 0);
    assertThat(taken()).isEqualTo(1);
  }

  @Test
  void one_that_ends_after_a_later_one_was_fetched_changes_nothing() {
    deliver(10, 0);
    trigger.stored(25, out);
    out.clear();
    finish(10, true);
    assertThat(out.lines()).isEmpty();
    assertThat(trigger.storedEnd()).isEqualTo(25);
  }

  @Test
  void after_a_restart_slots_count_from_the_stored_one() {
    trigger = started(100);
    delivered = 100;
    update();
    pass(10_000);
    assertThat(taken()).isZero();
    deliver(9, 0);
    assertThat(taken()).isZero();
    deliver(1, 0);
    assertThat(taken()).isEqualTo(1);
  }

  @Test
  void a_peer_that_needs_one_is_reason_enough() {
    deliver(5, 0);
    assertThat(trigger.want(3)).isFalse();
    update();
    assertThat(taken()).isEqualTo(1);
    finish(5, true);
    assertThat(trigger.want(3)).isTrue();
    assertThat(trigger.want(5)).isTrue();
    update();
    assertThat(taken()).as("there is one").isEqualTo(1);
  }

  @Test
  void one_under_way_serves_the_peer_that_asks_meanwhile() {
    deliver(10, 0);
    deliver(2, 0);
    assertThat(trigger.want(7)).isFalse();
    update();
    finish(10, true);
    update();
    assertThat(taken()).isEqualTo(1);
  }

  @Test
  void one_under_way_that_does_not_reach_far_enough_is_followed_by_another() {
    deliver(10, 0);
    deliver(5, 0);
    assertThat(trigger.want(12)).isFalse();
    finish(10, true);
    update();
    assertThat(taken()).isEqualTo(2);
  }

  @Test
  void a_peer_that_needs_less_does_not_spoil_it_for_one_that_needs_more() {
    deliver(10, 0);
    finish(10, true);
    deliver(5, 0);
    assertThat(trigger.want(14)).isFalse();
    assertThat(trigger.want(9)).isTrue();
    update();
    assertThat(taken()).isEqualTo(2);
  }

  @Test
  void a_fetch_begins_with_a_snapshot_that_is_not_too_old() {
    trigger =
        new SnapshotTrigger(
            new SnapshotSettings(
                SnapshotSettings.NEVER, SnapshotSettings.NEVER, 1_000, true, 1, 1, 1),
            0);
    trigger.start(now);
    deliver(1, 1);
    pass(5_000);
    assertThat(taken()).as("nobody asks").isZero();

    assertThat(trigger.wantRecent(delivered, now)).isFalse();
    update();
    assertThat(taken()).isEqualTo(1);
    finish(1, true);
    assertThat(trigger.wantRecent(delivered, now)).isTrue();
    deliver(1, 1);
    pass(999);
    assertThat(trigger.wantRecent(delivered, now)).as("not too old").isTrue();
    pass(1);
    assertThat(trigger.wantRecent(delivered, now)).isFalse();
    update();
    assertThat(taken()).isEqualTo(2);
    assertThat(trigger.wantRecent(delivered, now)).as("the next one comes").isFalse();
    finish(2, true);
    pass(5_000);
    assertThat(trigger.wantRecent(delivered, now)).as("it holds everything").isTrue();
  }

  /** The replica may have been down for days, and have caught up by decisions alone. */
  @Test
  void a_fetch_after_a_start_does_not_begin_with_an_older_snapshot_that_lacks_something() {
    trigger = started(100);
    delivered = 100;
    update();
    assertThat(trigger.wantRecent(delivered, now)).as("it holds everything").isTrue();
    deliver(1, 1);
    assertThat(trigger.wantRecent(delivered, now)).isFalse();
    update();
    assertThat(taken()).isEqualTo(1);
    finish(101, true);
    deliver(1, 1);
    assertThat(trigger.wantRecent(delivered, now)).as("not too old").isTrue();
  }

  @Test
  void a_rare_request_is_served_with_the_existing_snapshot() {
    trigger = new SnapshotTrigger(new SnapshotSettings(100, 10, 1_000, 1, 1, 2_000), 0);
    trigger.start(now);
    deliver(1, 1);
    assertThat(trigger.wantRecent(delivered, now)).isFalse();
    update();
    finish(1, true);
    deliver(1, 1);
    now += 8 * 2_000;
    assertThat(trigger.wantRecent(delivered, now)).isTrue();
  }

  @Test
  void a_fetch_begins_with_the_older_snapshot_if_none_can_be_taken() {
    deliver(10, 0);
    finish(10, true);
    deliver(1, 0);
    pass(1_000);
    assertThat(taken()).isEqualTo(2);
    assertThat(trigger.wantRecent(delivered, now)).isFalse();
    pass(59_999_999_999L);
    assertThat(trigger.wantRecent(delivered, now)).isFalse();
    pass(1);
    assertThat(trigger.wantRecent(delivered, now)).isTrue();
    finish(10, false);
    assertThat(trigger.wantRecent(delivered, now)).isFalse();
    pass(1_000_000_000);
    finish(10, false);
    assertThat(trigger.wantRecent(delivered, now)).as("it was tried").isTrue();
  }

  @Test
  void settings_that_make_no_sense_are_refused() {
    assertThatIllegalArgumentException().isThrownBy(() -> new SnapshotSettings(0, 1, 1, 1, 1, 1));
    assertThatIllegalArgumentException().isThrownBy(() -> new SnapshotSettings(1, 0, 1, 1, 1, 1));
    assertThatIllegalArgumentException().isThrownBy(() -> new SnapshotSettings(1, 1, 0, 1, 1, 1));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new SnapshotSettings(1, 1, SnapshotSettings.NEVER + 1, 1, 1, 1));
    assertThatIllegalArgumentException().isThrownBy(() -> new SnapshotSettings(1, 1, 1, 0, 1, 1));
    assertThatIllegalArgumentException().isThrownBy(() -> new SnapshotSettings(1, 1, 1, 1, 0, 1));
    assertThatIllegalArgumentException().isThrownBy(() -> new SnapshotSettings(1, 1, 1, 1, 1, 0));
  }

  private static SnapshotTrigger started(long storedEnd) {
    SnapshotTrigger trigger =
        new SnapshotTrigger(new SnapshotSettings(100, 10, 1_000, 1, 1, 1), storedEnd);
    trigger.start(5_000);
    return trigger;
  }

  private void deliver(long slots, long more) {
    delivered += slots;
    bytes += more;
    update();
  }

  private void pass(long nanos) {
    now += nanos;
    update();
  }

  private void update() {
    trigger.update(delivered, bytes, now, out);
  }

  private void finish(long end, boolean stored) {
    trigger.onTaken(new Event.SnapshotTaken(end, stored), now, out);
  }

  private long taken() {
    return out.lines().stream().filter(line -> line.equals("take snapshot")).count();
  }
}
