package io.synod.core.subscription;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.synod.core.check.BrokenInvariant;
import io.synod.core.command.Batch;
import io.synod.core.event.Event;
import io.synod.core.message.Decided;
import io.synod.core.message.FetchSnapshot;
import io.synod.core.message.SnapshotPart;
import io.synod.core.snapshot.SnapshotSettings;
import io.synod.core.testing.Batches;
import io.synod.core.time.Deadline;
import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

/** A credit of ten batches, a silence of 400 ns; a part of a snapshot is waited for 1000 ns. */
class SubscriberTest {
  private static final long WEIGHT = Subscriber.weight(batch(0));
  private static final long CREDIT = 10 * WEIGHT;
  private static final long SILENCE = 400;
  private static final long PART_TIMEOUT = 1_000;

  private final SnapshotSettings snapshots =
      new SnapshotSettings(1, 1, 1, 1L << 40, 10, PART_TIMEOUT);
  private final RecordedSubscriber out = new RecordedSubscriber();
  private final Subscriber subscriber = subscriber(3);
  private long now = -10_000;

  @Test
  void subscribes_from_the_next_slot_when_a_source_is_connected() {
    connect();
    assertThat(out.taken()).containsExactly(subscribed(3, CREDIT));
  }

  @Test
  void a_second_source_beside_the_first_breaks_an_invariant() {
    connect();
    assertThatThrownBy(this::connect).isInstanceOf(BrokenInvariant.class);
  }

  @Test
  void delivers_what_is_decided_slot_by_slot() {
    connect();
    out.taken();
    receive(3, 9, 3, 4);
    receive(5, 9, 5);
    assertThat(out.taken())
        .containsExactly("deliver #3 slot 03", "deliver #4 slot 04", "deliver #5 slot 05");
    assertThat(subscriber.next()).isEqualTo(6);
    assertThat(subscriber.decided()).isEqualTo(9);
  }

  @Test
  void a_subscriber_without_a_slot_begins_where_its_source_does() {
    Subscriber anywhere = subscriber(-1);
    assertThat(anywhere.next()).isEqualTo(-1);
    anywhere.connected(now, out);
    assertThat(out.taken()).first().asString().startsWith("subscribe from #-1");
    anywhere.onDecided(new Decided(8, 8, List.of()), now, out);
    assertThat(anywhere.next()).isEqualTo(8);
    assertThat(out.taken()).containsExactly("begin #8");
    anywhere.onDecided(new Decided(8, 9, List.of(batch(8))), now, out);
    assertThat(out.taken()).containsExactly("deliver #8 slot 08");
  }

  @Test
  void a_source_that_leaves_out_a_slot_is_left() {
    connect();
    out.taken();
    receive(4, 9, 4);
    assertThat(out.taken()).containsExactly("leave: it sent slot 4, expected was slot 3");
    assertThat(subscriber.nextWakeUpNanos()).isEqualTo(Deadline.NEVER);
  }

  @Test
  void a_source_that_repeats_a_slot_is_left() {
    connect();
    receive(3, 9, 3);
    out.taken();
    receive(3, 9, 3, 4);
    assertThat(out.taken()).containsExactly("leave: it sent slot 3, expected was slot 4");
  }

  @Test
  void a_source_that_goes_back_is_left_even_with_no_batch() {
    connect();
    out.taken();
    receive(2, 9);
    assertThat(out.taken()).containsExactly("leave: it sent slot 2, expected was slot 3");
  }

  @Test
  void a_source_that_sends_more_than_it_was_granted_is_left() {
    connect();
    receive(3, 99, LongStream.range(3, 13).toArray());
    out.taken();
    receive(13, 99, LongStream.range(13, 99).toArray());
    assertThat(out.taken())
        .containsExactly(
            "deliver #13 slot 13",
            "leave: it sent slot 14, and more than the %d bytes that it was granted"
                .formatted(CREDIT));
    assertThat(subscriber.next()).isEqualTo(14);
  }

  @Test
  void goes_on_at_the_next_source_where_it_was() {
    connect();
    receive(3, 9, 3, 4);
    subscriber.disconnected(out);
    out.taken();
    receive(5, 9, 5);
    assertThat(out.taken()).as("a lost source delivers nothing").isEmpty();
    connect();
    assertThat(out.taken()).first().asString().startsWith("subscribe from #5");
  }

  @Test
  void a_source_that_says_nothing_is_left() {
    connect();
    out.taken();
    assertThat(subscriber.nextWakeUpNanos()).isEqualTo(now + SILENCE);
    pass(SILENCE - 1);
    receive(3, 3);
    pass(SILENCE - 1);
    assertThat(out.taken()).isEmpty();
    pass(1);
    assertThat(out.taken()).containsExactly("leave: it sent nothing for four keep-alive intervals");
    pass(10 * SILENCE);
    assertThat(out.taken()).as("once").isEmpty();
  }

  @Test
  void credit_is_granted_anew_once_half_of_it_is_consumed() {
    connect();
    receive(3, 13, LongStream.range(3, 13).toArray());
    out.taken();
    consumed(4);
    assertThat(out.taken()).isEmpty();
    consumed(1);
    assertThat(out.taken()).containsExactly("credit " + 5 * WEIGHT);
    consumed(5);
    assertThat(out.taken()).containsExactly("credit " + 5 * WEIGHT);
  }

  @Test
  void a_source_that_lets_less_come_than_was_granted_is_granted_anew_what_is_consumed_of_that() {
    connect();
    receive(3, 9);
    receive(3, 9, 3, 4, 5);
    consumed(3);
    assertThat(out.taken()).doesNotContain("credit " + 3 * WEIGHT);
    receive(6, 9);
    assertThat(out.taken()).as("it waits for credit").containsExactly("credit " + 3 * WEIGHT);
    receive(6, 12, 6, 7);
    consumed(1);
    assertThat(out.taken()).doesNotContain("credit " + WEIGHT);
    consumed(1);
    assertThat(out.taken()).as("half of three, and more").containsExactly("credit " + 2 * WEIGHT);
    assertThat(subscriber.grantBytes()).isEqualTo(3 * WEIGHT / 2);
  }

  @Test
  void a_source_that_waited_while_credit_was_on_its_way_is_not_granted_every_byte_alone() {
    connect();
    receive(3, 9);
    receive(3, 9, 3);
    consumed(1);
    receive(4, 9);
    assertThat(subscriber.grantBytes()).isEqualTo(WEIGHT / 2);
    consumed(0);
    receive(4, 9);
    assertThat(subscriber.grantBytes()).isEqualTo(1);
    receive(4, 9, 4, 5, 6, 7);
    assertThat(subscriber.grantBytes()).isEqualTo(2 * WEIGHT);
  }

  @Test
  void held_credit_is_granted_once_half_of_it_is_consumed() {
    connect();
    receive(3, 9);
    receive(3, 9, 3, 4, 5, 6);
    receive(7, 9);
    out.taken();
    consumed(1);
    assertThat(out.taken()).isEmpty();
    consumed(1);
    assertThat(out.taken()).containsExactly("credit " + 2 * WEIGHT);
  }

  @Test
  void the_begin_of_a_source_does_not_show_that_it_waits() {
    connect();
    receive(3, 9);
    assertThat(subscriber.grantBytes()).isEqualTo(CREDIT / 2);
    receive(3, 9, 3);
    receive(4, 9);
    subscriber.disconnected(out);
    connect();
    receive(4, 9);
    assertThat(subscriber.grantBytes()).isEqualTo(CREDIT / 2);
  }

  @Test
  void the_next_source_gets_the_credit_that_is_not_held() {
    connect();
    receive(3, 9, 3, 4, 5);
    subscriber.disconnected(out);
    consumed(1);
    out.taken();
    connect();
    assertThat(out.taken()).containsExactly(subscribed(6, 8 * WEIGHT));
  }

  @Test
  void bytes_consumed_before_a_connection_are_not_granted_twice() {
    connect();
    receive(3, 9, 3, 4, 5, 6);
    consumed(4);
    subscriber.disconnected(out);
    connect();
    out.taken();
    receive(7, 9, 7);
    consumed(1);
    assertThat(out.taken()).containsExactly("deliver #7 slot 07");
  }

  @Test
  void bytes_held_beyond_the_credit_are_owed_to_the_next_source() {
    connect();
    receive(3, 14, LongStream.range(3, 14).toArray());
    subscriber.disconnected(out);
    out.taken();
    connect();
    assertThat(out.taken()).containsExactly(subscribed(14, 0));
    consumed(11);
    assertThat(out.taken()).containsExactly("credit " + CREDIT);
  }

  @Test
  void fetches_a_snapshot_where_the_source_does_not_keep_the_next_slot() {
    connect();
    out.taken();
    receive(7, 9);
    assertThat(out.taken()).containsExactly("send {0} " + new FetchSnapshot(0, 0, 10));
    assertThat(subscriber.next()).isEqualTo(3);
    part(8, 0);
    stored(8, 10, false);
    pass(0);
    assertThat(out.taken())
        .containsExactly("store #8 from byte 0", "send {0} " + new FetchSnapshot(8, 10, 10));
  }

  @Test
  void goes_on_behind_the_snapshot_once_it_is_restored() {
    fetch();
    part(8, 0);
    out.taken();
    stored(8, 10, true);
    assertThat(out.taken()).containsExactly("restore #8");
    assertThat(subscriber.next()).isEqualTo(8);
    receive(8, 9, 8);
    assertThat(out.taken()).as("not before it is restored").isEmpty();
    subscriber.onRestored(now, out);
    assertThat(out.taken()).containsExactly(subscribed(8, CREDIT));
    receive(8, 9, 8);
    assertThat(out.taken()).containsExactly("deliver #8 slot 08");
  }

  @Test
  void to_have_restored_what_was_not_to_be_restored_breaks_an_invariant() {
    connect();
    assertThatThrownBy(() -> subscriber.onRestored(now, out)).isInstanceOf(BrokenInvariant.class);
  }

  @Test
  void a_snapshot_that_ends_where_it_is_already_is_of_no_use() {
    fetch();
    part(3, 0);
    assertThat(out.taken())
        .containsExactly("drop parts", "leave: it did not send the snapshot that holds slot 3");
  }

  @Test
  void a_source_that_sends_no_snapshot_is_left_at_last() {
    fetch();
    for (int round = 0; subscriber.nextWakeUpNanos() != Deadline.NEVER; round++) {
      assertThat(round).isLessThan(10);
      pass(8 * PART_TIMEOUT);
    }
    assertThat(out.taken())
        .last()
        .isEqualTo("leave: it did not send the snapshot that holds slot 3");
  }

  @Test
  void a_snapshot_that_cannot_be_stored_is_given_up_with_its_source() {
    fetch();
    part(8, 0);
    out.taken();
    stored(8, -1, false);
    assertThat(out.taken())
        .containsExactly("drop parts", "leave: it did not send the snapshot that holds slot 3");
    connect();
    assertThat(out.taken()).containsExactly(subscribed(3, CREDIT));
  }

  @Test
  void silence_is_no_reason_to_leave_while_a_snapshot_is_stored() {
    fetch();
    part(8, 0);
    out.taken();
    pass(100 * SILENCE);
    assertThat(out.taken()).isEmpty();
    assertThat(subscriber.nextWakeUpNanos()).isEqualTo(Deadline.NEVER);
  }

  @Test
  void stored_parts_are_dropped_when_their_source_is_lost() {
    fetch();
    part(8, 0);
    stored(8, 10, false);
    out.taken();
    subscriber.disconnected(out);
    assertThat(out.taken()).containsExactly("drop parts");
    part(8, 10);
    assertThat(out.taken()).isEmpty();
    connect();
    assertThat(out.taken()).containsExactly(subscribed(3, CREDIT));
  }

  @Test
  void a_part_that_is_being_stored_when_its_source_is_lost_ends_first() {
    fetch();
    part(8, 0);
    out.taken();
    subscriber.disconnected(out);
    connect();
    assertThat(out.taken()).as("it is not stored yet").isEmpty();
    stored(8, 10, false);
    assertThat(out.taken()).containsExactly("drop parts", subscribed(3, CREDIT));
  }

  @Test
  void a_part_that_ends_while_there_is_no_source_leaves_it_apart() {
    fetch();
    part(8, 0);
    subscriber.disconnected(out);
    out.taken();
    stored(8, 10, false);
    assertThat(out.taken()).containsExactly("drop parts");
    connect();
    assertThat(out.taken()).containsExactly(subscribed(3, CREDIT));
  }

  @Test
  void a_snapshot_whose_last_part_was_being_stored_when_its_source_was_lost_is_whole() {
    fetch();
    part(8, 0);
    subscriber.disconnected(out);
    out.taken();
    stored(8, 10, true);
    assertThat(out.taken()).containsExactly("restore #8");
    subscriber.onRestored(now, out);
    assertThat(out.taken()).as("there is no source").isEmpty();
    connect();
    assertThat(out.taken()).containsExactly(subscribed(8, CREDIT));
  }

  @Test
  void a_source_that_is_lost_while_a_snapshot_is_restored_does_not_stop_that() {
    fetch();
    part(8, 0);
    stored(8, 10, true);
    subscriber.disconnected(out);
    connect();
    out.taken();
    subscriber.onRestored(now, out);
    assertThat(out.taken()).containsExactly(subscribed(8, CREDIT));
  }

  private Subscriber subscriber(long first) {
    return new Subscriber(new SubscriptionSettings(CREDIT, SILENCE), snapshots, first);
  }

  private void connect() {
    subscriber.connected(now, out);
  }

  /** Connects to a source that keeps slot 3 in a snapshot only. */
  private void fetch() {
    connect();
    receive(7, 9);
    out.taken();
  }

  private void receive(long first, long decided, long... slots) {
    List<Batch> batches = LongStream.of(slots).mapToObj(SubscriberTest::batch).toList();
    subscriber.onDecided(new Decided(first, decided, batches), now, out);
  }

  private void part(long end, long offset) {
    subscriber.onSnapshotPart(new SnapshotPart(end, 6_000, offset, new byte[10]), out);
  }

  private void stored(long end, long received, boolean complete) {
    subscriber.onPartStored(new Event.PartStored(end, received, complete), now, out);
  }

  private void consumed(int batches) {
    subscriber.consumed(batches * WEIGHT, out);
  }

  private void pass(long nanos) {
    now += nanos;
    subscriber.onDeadline(now, out);
  }

  private static String subscribed(long first, long credit) {
    return "subscribe from #%d, %d bytes, keep-alive 100".formatted(first, credit);
  }

  private static Batch batch(long slot) {
    return Batches.batch("slot %02d".formatted(slot));
  }
}
