package io.synod.core.subscription;

import static org.assertj.core.api.Assertions.assertThat;

import io.synod.core.command.Batch;
import io.synod.core.log.Log;
import io.synod.core.log.LogReaders;
import io.synod.core.message.Decided;
import io.synod.core.testing.Batches;
import io.synod.core.testing.Effect;
import io.synod.core.testing.RecordedEffects;
import io.synod.core.time.Deadline;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** Two equal batches fit into a message; a keep-alive interval of a second. */
class SubscriptionsTest {
  private static final String ANN = "Ann";
  private static final String BEN = "Ben";
  private static final long INTERVAL = 1_000_000_000;
  private static final long MUCH = 1L << 40;
  private static final long WEIGHT = Subscriber.weight(batch(0));

  private final Log log = new Log(0);
  private final LogReaders readers = new LogReaders(log, 10 * INTERVAL);
  private final Subscriptions subscriptions =
      new Subscriptions(log, (int) (2 * WEIGHT), MUCH, readers);
  private final RecordedEffects out = new RecordedEffects();
  private long now = -5_000;

  @Test
  void a_subscriber_receives_its_begin_at_once() {
    decide(5);
    subscribe(ANN, 3, MUCH);
    assertThat(sent(ANN)).containsExactly(new Decided(3, 5, List.of()));
  }

  @Test
  void a_subscriber_without_a_slot_begins_with_the_next_decision() {
    decide(5);
    subscribe(ANN, -1, MUCH);
    assertThat(sent(ANN)).containsExactly(new Decided(5, 5, List.of()));
    turn();
    assertThat(sent(ANN)).hasSize(1);
    decide(6);
    turn();
    assertThat(sent(ANN)).last().isEqualTo(new Decided(5, 6, List.of(batch(5))));
  }

  @Test
  void every_slot_is_sent_once_and_in_order_as_many_per_message_as_fit() {
    decide(3);
    subscribe(ANN, 0, MUCH);
    turn();
    decide(5);
    turn();
    turn();
    assertThat(sent(ANN))
        .containsExactly(
            new Decided(0, 3, List.of()),
            new Decided(0, 3, List.of(batch(0), batch(1))),
            new Decided(2, 3, List.of(batch(2))),
            new Decided(3, 5, List.of(batch(3), batch(4))));
  }

  @Test
  void a_batch_that_is_larger_than_a_message_is_sent_alone() {
    Batch large = Batches.batch("x".repeat(3 * (int) WEIGHT));
    log.decide(0, batch(0));
    log.decide(1, large);
    log.decide(2, batch(2));
    subscribe(ANN, 0, MUCH);
    out.clear();
    turn();
    assertThat(sent(ANN))
        .containsExactly(
            new Decided(0, 3, List.of(batch(0))),
            new Decided(1, 3, List.of(large)),
            new Decided(2, 3, List.of(batch(2))));
  }

  @Test
  void slots_behind_a_gap_are_not_sent() {
    log.decide(0, batch(0));
    log.decide(2, batch(2));
    subscribe(ANN, 0, MUCH);
    turn();
    assertThat(sent(ANN)).last().isEqualTo(new Decided(0, 1, List.of(batch(0))));
    log.decide(1, batch(1));
    turn();
    assertThat(sent(ANN)).last().isEqualTo(new Decided(1, 3, List.of(batch(1), batch(2))));
  }

  @Test
  void the_credit_is_exceeded_by_one_batch_at_most() {
    decide(6);
    subscribe(ANN, 0, WEIGHT + 1);
    turn();
    assertThat(sentBatches(ANN)).isEqualTo(2);
    turn();
    assertThat(sentBatches(ANN)).isEqualTo(2);
  }

  @Test
  void new_credit_covers_the_excess_first() {
    decide(6);
    subscribe(ANN, 0, 1);
    turn();
    subscriptions.credit(ANN, WEIGHT - 1, now);
    turn();
    assertThat(sentBatches(ANN)).as("nothing is left of it").isEqualTo(1);
    subscriptions.credit(ANN, 1, now);
    turn();
    assertThat(sentBatches(ANN)).isEqualTo(2);
  }

  @Test
  void no_more_is_on_its_way_than_the_source_lets_whatever_is_credited() {
    decide(9);
    Subscriptions bounded = new Subscriptions(log, (int) (2 * WEIGHT), WEIGHT + 1, readers);
    bounded.add(ANN, 0, Long.MAX_VALUE, MUCH, now, out);
    bounded.sendAll(true, true, now, out);
    assertThat(sentBatches(ANN)).isEqualTo(2);
    for (int grant = 0; grant < 2; grant++) {
      bounded.credit(ANN, Long.MAX_VALUE, now);
    }
    bounded.sendAll(true, true, now, out);
    assertThat(sentBatches(ANN)).isEqualTo(4);
  }

  @Test
  void a_batch_larger_than_the_source_lets_come_is_made_up_for_by_its_own_weight() {
    decide(3);
    Subscriptions bounded = new Subscriptions(log, (int) (2 * WEIGHT), 1, readers);
    bounded.add(ANN, 0, MUCH, MUCH, now, out);
    for (int slot = 0; slot < 3; slot++) {
      bounded.sendAll(true, true, now, out);
      assertThat(sentBatches(ANN)).isEqualTo(slot + 1);
      bounded.credit(ANN, WEIGHT, now);
    }
  }

  @Test
  void a_source_sends_a_keep_alive_at_least_every_minute() {
    subscriptions.add(ANN, 0, MUCH, Long.MAX_VALUE, now, out);
    turn();
    assertThat(sent(ANN)).as("only its begin").hasSize(1);
    now += TimeUnit.MINUTES.toNanos(1);
    turn();
    assertThat(sent(ANN)).hasSize(2);
  }

  @Test
  void credit_without_a_subscription_is_ignored() {
    decide(2);
    subscriptions.credit(ANN, MUCH, now);
    subscribe(ANN, 0, 0);
    turn();
    assertThat(sentBatches(ANN)).isZero();
  }

  @Test
  void each_has_its_own_place_and_credit() {
    decide(4);
    subscribe(ANN, 0, 1);
    subscribe(BEN, 2, MUCH);
    turn();
    assertThat(sent(ANN)).last().isEqualTo(new Decided(0, 4, List.of(batch(0))));
    assertThat(sent(BEN)).last().isEqualTo(new Decided(2, 4, List.of(batch(2), batch(3))));
    assertThat(subscriptions.size()).isEqualTo(2);
  }

  @Test
  void to_subscribe_anew_takes_the_place_of_what_was_subscribed_to() {
    decide(4);
    subscribe(ANN, 0, MUCH);
    turn();
    subscribe(ANN, 1, 1);
    turn();
    assertThat(sent(ANN)).last().isEqualTo(new Decided(1, 4, List.of(batch(1))));
    assertThat(subscriptions.size()).isEqualTo(1);
  }

  @Test
  void the_log_is_kept_for_subscribers_that_grant_credit_and_not_for_long_for_others() {
    decide(6);
    subscribe(ANN, 2, 1);
    subscribe(BEN, 1, 1);
    turn();
    assertThat(readers.oldest(now)).isEqualTo(1);
    now += 9 * INTERVAL;
    subscriptions.credit(ANN, WEIGHT, now);
    now += INTERVAL;
    assertThat(readers.oldest(now)).as("Ben is silent").isEqualTo(3);
    subscriptions.remove(ANN);
    assertThat(readers.oldest(now)).isEqualTo(LogReaders.NOTHING);
  }

  @Test
  void a_removed_subscriber_receives_nothing() {
    subscribe(ANN, 0, MUCH);
    subscriptions.remove(ANN);
    out.clear();
    decide(1);
    turn();
    assertThat(out.all()).isEmpty();
    assertThat(subscriptions.size()).isZero();
    assertThat(subscriptions.nextWakeUpNanos()).isEqualTo(Deadline.NEVER);
  }

  @Test
  void a_subscriber_behind_the_log_receives_only_the_logs_begin() {
    decide(5);
    log.cut(3);
    subscribe(ANN, 2, MUCH);
    assertThat(sent(ANN)).as("nothing at once").isEmpty();
    turn();
    assertThat(sent(ANN)).containsExactly(new Decided(3, 5, List.of()));
    decide(7);
    now += 10 * INTERVAL;
    turn();
    assertThat(sent(ANN)).hasSize(1);
    subscribe(ANN, 6, MUCH);
    turn();
    assertThat(sent(ANN)).last().isEqualTo(new Decided(6, 7, List.of(batch(6))));
  }

  @Test
  void a_slow_subscriber_receives_the_cut_of_the_log_without_credit() {
    decide(5);
    subscribe(ANN, 0, 1);
    turn();
    log.cut(2);
    turn();
    assertThat(sent(ANN)).last().isEqualTo(new Decided(2, 5, List.of()));
  }

  @Test
  void the_first_kept_slot_is_sent_from_the_log() {
    decide(5);
    log.cut(3);
    subscribe(ANN, 3, MUCH);
    turn();
    assertThat(sentBatches(ANN)).isEqualTo(2);
  }

  @Test
  void a_subscriber_ahead_waits_until_its_slot_is_decided_here() {
    decide(2);
    subscribe(ANN, 4, MUCH);
    turn();
    assertThat(sent(ANN)).containsExactly(new Decided(4, 2, List.of()));
    decide(5);
    turn();
    assertThat(sent(ANN)).last().isEqualTo(new Decided(4, 5, List.of(batch(4))));
  }

  @Test
  void after_an_interval_without_news_a_subscriber_receives_a_keep_alive() {
    subscribe(ANN, 0, MUCH);
    turn();
    assertThat(subscriptions.nextWakeUpNanos()).isEqualTo(now + INTERVAL);
    now += INTERVAL - 1;
    turn();
    assertThat(sent(ANN)).hasSize(1);
    now++;
    turn();
    assertThat(sent(ANN)).hasSize(2).last().isEqualTo(new Decided(0, 0, List.of()));
    assertThat(subscriptions.nextWakeUpNanos()).isEqualTo(now + INTERVAL);
  }

  @Test
  void news_count_as_a_keep_alive() {
    subscribe(ANN, 0, MUCH);
    now += INTERVAL - 1;
    decide(1);
    turn();
    now += INTERVAL - 1;
    turn();
    assertThat(sent(ANN)).hasSize(2);
  }

  @Test
  void a_subscriber_without_credit_still_receives_keep_alives() {
    decide(1);
    subscribe(ANN, 0, 0);
    now += INTERVAL;
    turn();
    assertThat(sent(ANN)).last().isEqualTo(new Decided(0, 1, List.of()));
    assertThat(sent(ANN)).hasSize(2);
  }

  @Test
  void without_a_leader_news_are_sent_but_no_keep_alives() {
    subscribe(ANN, 0, MUCH);
    now += 3 * INTERVAL;
    out.clear();
    sendAll(false);
    assertThat(sent(ANN)).isEmpty();
    assertThat(subscriptions.nextWakeUpNanos()).as("looked at again").isGreaterThan(now);
    decide(1);
    sendAll(false);
    assertThat(sent(ANN)).containsExactly(new Decided(0, 1, List.of(batch(0))));
    now += INTERVAL;
    turn();
    assertThat(sent(ANN)).as("there is a leader again").hasSize(2);
  }

  /** It would learn late, and its reads would find no answer. */
  @Test
  void a_replica_that_is_no_member_sends_what_it_has_and_then_nothing_until_it_is_one() {
    decide(3);
    subscribe(ANN, 0, 9);
    out.clear();
    sendAllAsNoMember();
    assertThat(sent(ANN)).containsExactly(new Decided(0, 3, List.of(batch(0))));
    decide(5);
    subscriptions.credit(ANN, MUCH, now);
    sendAllAsNoMember();
    assertThat(sent(ANN)).last().isEqualTo(new Decided(1, 5, List.of(batch(1), batch(2))));
    out.clear();
    now += 3 * INTERVAL;
    sendAllAsNoMember();
    assertThat(sent(ANN)).isEmpty();
    turn();
    assertThat(sent(ANN)).first().isEqualTo(new Decided(3, 5, List.of(batch(3), batch(4))));
  }

  private void sendAllAsNoMember() {
    subscriptions.sendAll(false, false, now, out);
  }

  @Test
  void wakes_for_the_subscriber_that_is_due_first() {
    subscribe(ANN, 0, MUCH);
    now += INTERVAL / 4;
    subscriptions.add(BEN, 0, MUCH, 10 * INTERVAL, now, out);
    turn();
    assertThat(subscriptions.nextWakeUpNanos()).isEqualTo(now + 3 * INTERVAL / 4);
  }

  private void subscribe(String name, long first, long credit) {
    subscriptions.add(name, first, credit, INTERVAL, now, out);
  }

  private void turn() {
    sendAll(true);
  }

  private void sendAll(boolean isInTouch) {
    subscriptions.sendAll(true, isInTouch, now, out);
  }

  @Test
  void a_subscriber_that_does_not_read_receives_nothing_until_it_does() {
    subscribe(ANN, 0, MUCH);
    subscribe(BEN, 0, MUCH);
    decide(3);
    out.takes(ANN, false);
    out.clear();
    turn();
    now += 9 * INTERVAL;
    turn();
    assertThat(sent(ANN)).isEmpty();
    assertThat(sentBatches(BEN)).isEqualTo(3);
    assertThat(subscriptions.nextWakeUpNanos()).isLessThanOrEqualTo(now + INTERVAL);
    out.takes(ANN, true);
    turn();
    assertThat(sentBatches(ANN)).isEqualTo(3);
  }

  @Test
  void many_subscribers_share_five_thousand_keep_alives_a_second() {
    for (int subscriber = 0; subscriber < 500; subscriber++) {
      subscriptions.add("subscriber " + subscriber, 0, MUCH, 1_000_000, now, out);
    }
    out.clear();
    long end = now + INTERVAL;
    while (now < end) {
      now += 1_000_000;
      turn();
    }
    assertThat(out.of(Effect.Streamed.class)).hasSizeBetween(4_000, 5_000);
  }

  @Test
  void a_cycle_sends_a_crowd_a_few_megabytes_and_the_next_one_begins_at_once() {
    int slots = 8;
    decideLarge(slots);
    int crowd = 60;
    for (int subscriber = 0; subscriber < crowd; subscriber++) {
      subscribe("subscriber " + subscriber, 0, MUCH);
    }
    int left = crowd * slots;
    while (left > 0) {
      out.clear();
      turn();
      int sent = out.of(Effect.Streamed.class).size();
      assertThat(sent).isBetween(1, 5);
      left -= sent;
      assertThat(left == 0 || subscriptions.nextWakeUpNanos() == now).isTrue();
    }
    turn();
    assertThat(subscriptions.nextWakeUpNanos()).isGreaterThan(now);
  }

  @Test
  void a_subscriber_that_always_takes_more_holds_up_no_other_one() {
    decideLarge(16);
    subscribe(ANN, 0, MUCH);
    subscribe(BEN, 0, MUCH);
    turn();
    assertThat(sentBatches(ANN)).isPositive();
    assertThat(sentBatches(BEN)).isZero();
    turn();
    assertThat(sentBatches(BEN)).isPositive();
  }

  private void decideLarge(int slots) {
    Batch large = Batches.batch("x".repeat(1 << 20));
    for (int slot = 0; slot < slots; slot++) {
      log.decide(slot, large);
    }
  }

  private void decide(long end) {
    for (long slot = log.decided(); slot < end; slot++) {
      log.decide(slot, batch(slot));
    }
  }

  private static Batch batch(long slot) {
    return Batches.batch("slot " + slot);
  }

  private List<Decided> sent(String name) {
    return out.of(Effect.Streamed.class).stream()
        .filter(sent -> sent.subscriber().equals(name))
        .map(sent -> (Decided) sent.message())
        .toList();
  }

  private int sentBatches(String name) {
    return sent(name).stream().mapToInt(message -> message.batches().size()).sum();
  }
}
