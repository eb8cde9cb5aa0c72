package io.synod.client;

import static org.assertj.core.api.Assertions.assertThat;

import io.synod.core.command.BatchEntry;
import org.junit.jupiter.api.Test;

/** What a session sends again, and when. */
final class SessionResendTest extends SessionWindowFixture {

  @Test
  void after_busy_with_nothing_admitted_nothing_is_sent_for_a_while_and_then_one_request() {
    openWith(4);
    wire.take();
    window.busy(wire.session, 2, now);
    window.busy(wire.session, 3, now);
    send();
    sends();

    at(window.nextWakeUpNanos());
    assertThat(now).isBetween(1 + MILLIS, 1 + 2 * MILLIS);
    assertThat(wire.take()).containsExactly("2/0");

    answer(2);
    sends("3/0");
  }

  @Test
  void after_busy_every_answer_to_an_admitted_request_brings_a_refused_one_at_once() {
    openWith(5);
    wire.take();
    window.busy(wire.session, 4, now);
    sends();

    answer(2);
    sends("4/1");
    answer(3);
    answer(4);
    sends("5/0", "6/1");
  }

  @Test
  void after_busy_answers_free_slots_for_more_requests() {
    openWith(3);
    window.busy(wire.session, 3, now);
    wire.take();

    int answers = 0;
    for (long sequence = 2; wire.take().size() < 2; sequence++) {
      answer(sequence);
      answers++;
      send();
      flush();
    }
    assertThat(answers).isBetween(2, 20);
  }

  @Test
  void another_leader_takes_all_requests() {
    openWith(4);
    window.busy(wire.session, 3, now);
    wire.take();

    window.detach(now);
    window.attach(LIMITS, now);
    sends("2/0", "3/1", "4/2", "5/3");
  }

  @Test
  void repeated_busy_backs_off_longer_up_to_200_ms_until_a_refused_request_is_answered() {
    open();
    send();
    flush();
    long delay = 0;
    for (int refusals = 0; refusals < 12; refusals++) {
      window.busy(wire.session, 2, now);
      delay = window.nextWakeUpNanos() - now;
      at(window.nextWakeUpNanos());
    }
    assertThat(delay).isBetween(100 * MILLIS, 200 * MILLIS);

    answer(2);
    send();
    flush();
    window.busy(wire.session, 3, now);
    assertThat(window.nextWakeUpNanos() - now).isBetween(MILLIS, 2 * MILLIS);
  }

  @Test
  void the_frame_after_busy_begins_at_or_before_the_refused_one_although_that_is_answered() {
    openWith(4);
    wire.take();
    answer(3);
    window.busy(wire.session, 3, now);
    at(window.nextWakeUpNanos());
    assertThat(wire.take()).containsExactly("2/0");
    answer(2);
    sends("4/0");
  }

  @Test
  void a_busy_open_and_a_busy_keep_alive_are_sent_again() {
    send();
    flush();
    window.busy(wire.session, BatchEntry.OPEN, now);
    at(window.nextWakeUpNanos());
    assertThat(wire.take()).containsExactly("OPEN", "OPEN");
    answer(BatchEntry.OPEN);
    flush();
    answer(1);
    wire.take();

    at(now + KEEP_ALIVE);
    window.busy(wire.session, BatchEntry.KEEP_ALIVE, now);
    at(window.nextWakeUpNanos());
    assertThat(wire.take()).containsExactly("KEEP_ALIVE", "KEEP_ALIVE");
  }

  /** Requests behind it were admitted or refused as they came. */
  @Test
  void a_busy_keep_alive_sends_no_request_again_and_leaves_their_window_as_it_is() {
    openWith(3);
    wire.take();
    window.busy(wire.session, BatchEntry.KEEP_ALIVE, now);
    at(window.nextWakeUpNanos());
    assertThat(wire.take()).containsExactly("KEEP_ALIVE");
    sendMany(2);
    sends("5/3", "6/4");
  }

  @Test
  void after_a_busy_open_the_window_is_the_whole_one() {
    sendMany(3);
    flush();
    window.busy(wire.session, BatchEntry.OPEN, now);
    at(window.nextWakeUpNanos());
    answer(BatchEntry.OPEN);
    wire.take();
    sends("1/0", "2/1", "3/2");
  }

  @Test
  void out_of_order_resends_at_once_but_not_for_every_copy() {
    openWith(3);
    wire.take();
    expects(2);
    sends("2/0", "3/1", "4/2");
    expects(2);
    expects(2);
    sends();

    at(now + 20 * MILLIS);
    assertThat(wire.take()).containsExactly("2/0", "3/1", "4/2");
  }

  @Test
  void a_late_out_of_order_does_not_resend_what_was_answered_meanwhile() {
    openWith(2);
    expects(2);
    flush();
    expects(2);
    answer(2);
    wire.take();
    at(now + 100 * MILLIS);
    assertThat(wire.take()).isEmpty();
  }

  @Test
  void silence_resends_after_the_retry_interval_and_then_asks_for_another_replica() {
    openWith(2);
    wire.take();
    at(now + RETRY);
    assertThat(wire.take()).containsExactly("2/0", "3/1");
    assertThat(window.isStuck()).isFalse();
    at(now + RETRY);
    assertThat(window.isStuck()).isTrue();

    window.detach(now);
    window.attach(LIMITS, now);
    assertThat(window.isStuck()).isFalse();
  }

  @Test
  void answers_put_off_the_retry() {
    openWith(2);
    wire.take();
    now += RETRY - 1;
    answer(2);
    at(now + RETRY - 1);
    assertThat(wire.take()).isEmpty();
    at(now + 1);
    assertThat(wire.take()).containsExactly("3/0");
  }
}
