package io.synod.core.snapshot;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.synod.core.check.BrokenInvariant;
import io.synod.core.event.Event;
import io.synod.core.message.FetchSnapshot;
import io.synod.core.message.SnapshotPart;
import io.synod.core.testing.RecordedEffects;
import io.synod.core.time.Deadline;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Parts of 10 bytes, 1000 bytes per second, a timeout of 50 ms; replica 2 keeps slots below 7. */
class SnapshotFetchTest {
  private static final long MILLI = 1_000_000;
  private static final long TIMEOUT = 50 * MILLI;
  private static final int PEER = 2;
  private static final SnapshotPart NONE = new SnapshotPart(0, 0, 0, new byte[0]);

  private final SnapshotFetch fetch =
      new SnapshotFetch(new SnapshotSettings(1, 1, 1, 1_000, 10, TIMEOUT));
  private final RecordedEffects out = new RecordedEffects();
  private long now = 1_000 * MILLI;

  @Test
  void asks_for_the_beginning_of_the_newest() {
    begin();
    assertThat(fetch.isActive()).isTrue();
    assertThat(asked()).containsExactly(new FetchSnapshot(0, 0, 10));
    assertThat(out.lines().get(0)).startsWith("send {2}");
  }

  @Test
  void to_begin_while_one_is_active_breaks_an_invariant() {
    begin();
    assertThatThrownBy(() -> fetch.begin(1, 4, SnapshotFetch.NEWEST, now, out))
        .isInstanceOf(BrokenInvariant.class);
    assertThat(asked()).hasSize(1);
  }

  @Test
  void one_part_is_under_way_at_a_time() {
    begin();
    assertThat(part(7, 0)).isTrue();
    assertThat(part(7, 0)).as("the same again, while it is stored").isTrue();
    assertThat(part(7, 10)).isTrue();
    assertThat(stored()).isEqualTo(1);
    assertThat(fetch.nextWakeUpNanos()).as("storing takes its time").isEqualTo(Deadline.NEVER);
    pass(100 * TIMEOUT);
    assertThat(asked()).hasSize(1);
  }

  @Test
  void the_next_part_is_asked_for_when_the_last_is_stored_and_the_rate_allows_to_the_nanosecond() {
    begin();
    part(7, 0);
    now += 3 * MILLI;
    storedUpTo(10, false);
    // 10 bytes at 1000 bytes per second, from when they were asked for.
    assertThat(fetch.nextWakeUpNanos()).isEqualTo(1_010 * MILLI);
    pass(7 * MILLI - 1);
    assertThat(asked()).hasSize(1);
    pass(1);
    assertThat(asked()).last().isEqualTo(new FetchSnapshot(7, 10, 10));
    assertThat(asked()).hasSize(2);
  }

  @Test
  void a_part_slower_than_the_rate_is_followed_at_once() {
    begin();
    part(7, 0);
    now += 30 * MILLI;
    storedUpTo(10, false);
    assertThat(fetch.nextWakeUpNanos()).isEqualTo(now);
    pass(0);
    assertThat(asked()).last().isEqualTo(new FetchSnapshot(7, 10, 10));
  }

  @Test
  void no_second_carries_more_than_the_rate_whatever_the_number_of_parts() {
    begin();
    long begun = now;
    for (int offset = 0; offset < 5_000; offset += 10) {
      part(7, offset);
      storedUpTo(offset + 10, false);
      now = fetch.nextWakeUpNanos();
      pass(0);
    }
    assertThat(now - begun).isEqualTo(5_000 * MILLI);
  }

  @Test
  void a_lost_part_is_asked_for_again() {
    beginWithAPart();
    pass(10 * MILLI);
    pass(TIMEOUT - 1);
    assertThat(asked()).hasSize(2);
    pass(1);
    assertThat(asked()).hasSize(3).last().isEqualTo(new FetchSnapshot(7, 10, 10));
  }

  @Test
  void each_time_it_waits_twice_as_long_but_not_for_ever() {
    begin();
    fetch.onPart(PEER, NONE, 4, out);
    for (int timeouts : new int[] {1, 2, 4, 8, 8}) {
      int before = asked().size();
      pass(timeouts * TIMEOUT - 1);
      assertThat(asked()).hasSize(before);
      pass(1);
      assertThat(asked()).hasSize(before + 1);
    }
    part(7, 0);
    storedUpTo(10, false);
    pass(10 * MILLI);
    int before = asked().size();
    pass(TIMEOUT);
    assertThat(asked()).hasSize(before + 1);
  }

  @Test
  void a_silent_peer_is_given_up_and_what_it_sent_with_it() {
    beginWithAPart();
    for (int round = 0; fetch.isActive(); round++) {
      assertThat(round).isLessThan(10);
      pass(8 * TIMEOUT);
    }
    assertThat(asked()).hasSize(7);
    assertThat(out.lines()).last().isEqualTo("drop snapshot parts");
    assertThat(fetch.nextWakeUpNanos()).isEqualTo(Deadline.NEVER);
  }

  @Test
  void a_peer_that_has_never_answered_is_given_up_sooner() {
    begin();
    pass(TIMEOUT);
    pass(2 * TIMEOUT);
    pass(4 * TIMEOUT - 1);
    assertThat(fetch.isActive()).isTrue();
    pass(1);
    assertThat(fetch.isActive()).isFalse();
    assertThat(asked()).hasSize(3);
    assertThat(out.lines()).last().isEqualTo("drop snapshot parts");
  }

  @Test
  void a_peer_that_never_has_one_is_given_up_too() {
    begin();
    for (int round = 0; fetch.isActive(); round++) {
      assertThat(round).isLessThan(10);
      assertThat(fetch.onPart(PEER, NONE, 4, out)).isTrue();
      pass(8 * TIMEOUT);
    }
    assertThat(asked()).hasSize(6);
  }

  @Test
  void a_peer_that_is_still_taking_one_is_asked_again_after_the_timeout() {
    begin();
    fetch.onPart(PEER, NONE, 4, out);
    pass(TIMEOUT - 1);
    assertThat(asked()).hasSize(1);
    pass(1);
    assertThat(asked()).hasSize(2);
    part(7, 0);
    assertThat(stored()).isEqualTo(1);
  }

  @Test
  void each_part_that_comes_makes_patience_whole_again() {
    begin();
    fetch.onPart(PEER, NONE, 4, out);
    for (int offset = 0; offset < 50; offset += 10) {
      for (int silence = 0; silence < 4; silence++) {
        pass(8 * TIMEOUT);
      }
      part(7, offset);
      storedUpTo(offset + 10, false);
    }
    assertThat(fetch.isActive()).isTrue();
  }

  @Test
  void a_snapshot_that_ends_where_this_replica_is_already_is_of_no_use() {
    begin();
    assertThat(fetch.onPart(PEER, new SnapshotPart(4, 30, 0, new byte[10]), 4, out)).isTrue();
    assertThat(fetch.isActive()).isFalse();
    assertThat(stored()).isZero();
  }

  @Test
  void parts_of_others_and_of_other_places_are_not_expected() {
    assertThat(part(7, 0)).as("nothing was asked").isFalse();
    begin();
    assertThat(fetch.onPart(1, new SnapshotPart(7, 30, 0, new byte[10]), 4, out)).isFalse();
    assertThat(part(7, 10)).isFalse();
    part(7, 0);
    storedUpTo(10, false);
    assertThat(part(7, 0)).isFalse();
    assertThat(part(7, 20)).isFalse();
    assertThat(stored()).isEqualTo(1);
  }

  @Test
  void a_newer_snapshot_of_the_same_peer_begins_anew() {
    beginWithAPart();
    pass(10 * MILLI);
    assertThat(part(9, 10)).as("its middle").isFalse();
    assertThat(part(9, 0)).isTrue();
    storedUpTo(9, 10, false);
    pass(10 * MILLI);
    assertThat(asked()).last().isEqualTo(new FetchSnapshot(9, 10, 10));
  }

  @Test
  void an_older_snapshot_that_comes_late_does_not_replace_a_newer_one() {
    begin();
    part(9, 0);
    storedUpTo(9, 10, false);
    assertThat(part(7, 0)).isFalse();
    assertThat(stored()).isEqualTo(1);
  }

  @Test
  void ends_when_the_last_part_is_stored() {
    beginWithAPart();
    pass(10 * MILLI);
    part(7, 10);
    assertThat(storedUpTo(20, true)).isTrue();
    assertThat(fetch.isActive()).isFalse();
    assertThat(fetch.nextWakeUpNanos()).isEqualTo(Deadline.NEVER);
    assertThat(out.lines()).doesNotContain("drop snapshot parts");
  }

  @Test
  void a_snapshot_that_could_not_be_stored_is_given_up() {
    begin();
    part(7, 0);
    assertThat(storedUpTo(-1, false)).isFalse();
    assertThat(fetch.isActive()).isFalse();
    assertThat(asked()).hasSize(1);
  }

  @Test
  void an_outcome_of_what_was_not_handed_out_breaks_an_invariant() {
    begin();
    assertThatThrownBy(() -> storedUpTo(10, true)).isInstanceOf(BrokenInvariant.class);
    assertThat(fetch.isActive()).isTrue();
  }

  @Test
  void begins_anew_after_it_was_given_up() {
    beginWithAPart();
    part(7, 10);
    storedUpTo(-1, false);
    fetch.begin(1, 4, SnapshotFetch.NEWEST, now, out);
    assertThat(asked()).last().isEqualTo(new FetchSnapshot(0, 0, 10));
    assertThat(out.lines()).last().asString().startsWith("send {1}");
  }

  @Test
  void after_what_could_not_be_stored_it_pauses_twice_as_long_each_time() {
    for (int timeouts : new int[] {1, 2, 4, 8, 8}) {
      beginWithAPart();
      pass(10 * MILLI);
      part(7, 10);
      storedUpTo(-1, false);
      assertThat(fetch.nextWakeUpNanos()).isEqualTo(now + timeouts * TIMEOUT);
      pass(timeouts * TIMEOUT - 1);
      assertThat(fetch.isPausing(now)).isTrue();
      pass(1);
      assertThat(fetch.isPausing(now)).isFalse();
      assertThat(fetch.nextWakeUpNanos()).isEqualTo(Deadline.NEVER);
    }
  }

  @Test
  void a_snapshot_that_is_stored_makes_the_next_pause_short_again() {
    for (int time = 0; time < 3; time++) {
      begin();
      part(7, 0);
      storedUpTo(-1, false);
    }
    begin();
    assertThat(fetch.isPausing(now)).isFalse();
    part(7, 0);
    storedUpTo(10, true);
    begin();
    part(7, 0);
    storedUpTo(-1, false);
    assertThat(fetch.nextWakeUpNanos()).isEqualTo(now + TIMEOUT);
  }

  @Test
  void a_peer_that_is_given_up_for_another_reason_causes_no_pause() {
    begin();
    fetch.onPart(PEER, new SnapshotPart(4, 30, 0, new byte[10]), 4, out);
    assertThat(fetch.isActive()).isFalse();
    assertThat(fetch.isPausing(now)).isFalse();
  }

  /** The first part of a snapshot that ends at slot 7 is stored. */
  private void beginWithAPart() {
    begin();
    part(7, 0);
    storedUpTo(10, false);
  }

  private void begin() {
    fetch.begin(PEER, 4, SnapshotFetch.NEWEST, now, out);
  }

  private boolean part(long end, long offset) {
    return fetch.onPart(PEER, new SnapshotPart(end, 6_000, offset, new byte[10]), 4, out);
  }

  private boolean storedUpTo(long received, boolean complete) {
    return storedUpTo(7, received, complete);
  }

  private boolean storedUpTo(long end, long received, boolean complete) {
    return fetch.onStored(new Event.PartStored(end, received, complete), now, out);
  }

  private void pass(long nanos) {
    now += nanos;
    fetch.onDeadline(now, out);
  }

  private List<FetchSnapshot> asked() {
    return out.sent(FetchSnapshot.class);
  }

  private long stored() {
    return out.lines().stream().filter(line -> line.startsWith("store")).count();
  }
}
