package io.synod.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.synod.core.command.BatchEntry;
import io.synod.core.execution.ReplyStatus;
import io.synod.service.ServiceException;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Which requests a session sends, and how each of them ends. */
final class SessionWindowTest extends SessionWindowFixture {

  @Test
  void a_session_is_opened_when_there_is_something_to_send_and_requests_wait_for_it() {
    sends();

    Request request = send();
    sends("OPEN");
    assertThat(wire.session).isNotZero();

    answer(BatchEntry.OPEN);
    sends("1/0");

    answer(1);
    assertThat(request.join()).containsExactly(1);
  }

  @Test
  void a_request_that_the_next_leader_does_not_take_ends_the_session_and_the_others_go_on() {
    open();
    Request large = send(50);
    Request small = send();
    sends("2/0", "3/1");
    long before = wire.session;
    Request waiting = send();
    window.attach(new Limits(20, 8, false), now);
    assertThatThrownBy(large::join)
        .hasCauseInstanceOf(RequestUnknownException.class)
        .hasMessageContaining("a request of 50 bytes is over the cluster's limit of 20 bytes");
    assertThatThrownBy(small::join).hasCauseInstanceOf(RequestUnknownException.class);
    sends("OPEN");
    assertThat(wire.session).isNotEqualTo(before);
    answer(BatchEntry.OPEN);
    sends("1/0");
    answer(1);
    assertThat(waiting.join()).containsExactly(1);
  }

  /** As by a service that publishes too much when it is called for the opening. */
  @Test
  void a_session_that_ends_as_it_opens_is_opened_ever_more_seldom_and_its_end_is_the_reason() {
    Request request = send();
    int openings = 0;
    while (!request.isDone() && openings < 1_000) {
      flush();
      if (wire.take().isEmpty()) {
        at(window.nextWakeUpNanos());
      } else {
        openings++;
        reply(BatchEntry.KEEP_ALIVE, ReplyStatus.SESSION_EXPIRED);
      }
    }
    assertThat(openings).isBetween(10, 40);
    assertThatThrownBy(request::join)
        .hasCauseInstanceOf(RequestFailedException.class)
        .hasMessageContaining("the session could not be opened; the last one was lost because the")
        .hasMessageContaining("session.max-event-bytes");
  }

  /** The connection that brought it ends. */
  @ParameterizedTest
  @EnumSource(
      value = ReplyStatus.class,
      names = {"OK", "SERVICE_ERROR"})
  void a_request_whose_answer_found_no_memory_is_answered_on_the_next_connection(
      ReplyStatus status) {
    open();
    Request request = send();
    sends("2/0");
    assertThatThrownBy(() -> window.reply(TestReply.withoutMemory(wire.session, 2, status), now))
        .isInstanceOf(OutOfMemoryError.class);
    window.detach(now);
    window.attach(LIMITS, now);
    sends("2/0");
    answer(2);
    assertThat(request.join()).containsExactly(2);
  }

  @Test
  void outstanding_counts_from_the_first_unanswered_request() {
    open();
    sendMany(3);
    sends("2/0", "3/1", "4/2");
    answer(3);
    send();
    sends("5/3");
    answer(2);
    send();
    sends("6/2");
  }

  @Test
  void no_more_than_the_cluster_grants_is_outstanding_and_gaps_count() {
    open();
    window.attach(new Limits(100, 3, false), now);
    sendMany(5);
    sends("2/0", "3/1", "4/2");
    answer(3);
    sends();
    answer(2);
    sends("5/1", "6/2");
  }

  @Test
  void a_leader_that_grants_less_than_the_one_before_is_sent_no_more_at_once() {
    open();
    sendMany(5);
    sends("2/0", "3/1", "4/2", "5/3", "6/4");
    window.attach(new Limits(100, 2, false), now);
    sends("2/0", "3/1");
    answer(3);
    sends();
    answer(2);
    sends("4/0", "5/1");
  }

  @Test
  void a_full_socket_stops_sending_until_it_takes_more() {
    open();
    sendMany(3);
    wire.capacity = 2;
    sends("2/0", "3/1");
    wire.capacity = 2;
    sends("4/2");
  }

  @Test
  void a_new_leader_gets_everything_unanswered_again() {
    openWith(3);
    answer(3);
    wire.take();

    window.detach(now);
    send();
    sends();

    window.attach(LIMITS, now);
    sends("2/0", "4/2", "5/3");
  }

  @Test
  void an_unanswered_open_goes_to_the_new_leader_again() {
    send();
    flush();
    long session = wire.session;
    window.detach(now);
    window.attach(LIMITS, now);
    sends("OPEN", "OPEN");
    assertThat(wire.session).isEqualTo(session);
  }

  @Test
  void an_unsent_request_fails_at_its_deadline() {
    window.detach(now);
    completions.trouble("no leader");
    Request request = send();
    at(now + TIMEOUT - 1);
    assertThat(request).isNotDone();
    at(now + 1);
    assertThat(request)
        .isCompletedExceptionally()
        .failsWithin(java.time.Duration.ZERO)
        .withThrowableThat()
        .withMessageContaining("not sent within 10s: no leader");
  }

  @Test
  void a_sent_request_is_unknown_at_its_deadline_and_resent_until_answered() {
    open();
    Request late = send();
    flush();
    at(now + TIMEOUT);
    assertThatThrownBy(late::join).hasCauseInstanceOf(RequestUnknownException.class);
    wire.take();

    Request next = send();
    window.attach(LIMITS, now);
    sends("2/0", "3/1");
    answer(2);
    answer(3);
    assertThat(next.join()).containsExactly(3);
    assertThat(released).isEqualTo(3L << 40 | 3 * 129);
  }

  @Test
  void an_expired_session_ends_what_was_sent_as_unknown_and_the_rest_goes_on_in_a_new_one() {
    open();
    window.attach(new Limits(100, 2, false), now);
    Request answered = send();
    Request sent = send();
    flush();
    Request waiting = send();
    flush();
    answer(2);
    long session = wire.session;
    wire.take();

    reply(3, ReplyStatus.SESSION_EXPIRED);
    assertThat(answered).isCompleted();
    assertThatThrownBy(sent::join)
        .hasCauseInstanceOf(RequestUnknownException.class)
        .hasMessageContaining("no answer because the cluster has ended the session: it was idle");
    sends("OPEN");
    assertThat(wire.session).isNotEqualTo(session);
    answer(BatchEntry.OPEN);
    sends("1/0");
    answer(1);
    assertThat(waiting).isCompleted();
  }

  @Test
  void replies_of_a_lost_session_are_ignored() {
    open();
    send();
    flush();
    long lost = wire.session;
    reply(2, ReplyStatus.SESSION_EXPIRED);
    Request next = send();
    flush();
    answer(BatchEntry.OPEN);
    flush();
    window.reply(TestReply.ok(lost, 1, new byte[0]), now);
    window.reply(TestReply.of(lost, 2, ReplyStatus.SESSION_EXPIRED), now);
    window.busy(lost, 1, now);
    assertThat(next).isNotDone();
  }

  /** A leader whose service is slow may execute the past for as long. */
  @Test
  void a_session_that_expects_an_answered_sequence_is_lost_only_if_that_lasts() {
    open();
    Request request = send();
    flush();
    expects(1);
    now += TIMEOUT / 2;
    window.detach(now);
    window.attach(LIMITS, now);
    expects(1);
    now += TIMEOUT - TIMEOUT / 2 - 1;
    expects(1);
    assertThat(request).isNotDone();
    now += 1;
    expects(1);
    assertThat(request).isCompletedExceptionally();
    assertThatThrownBy(request::join).hasCauseInstanceOf(RequestUnknownException.class);
  }

  @Test
  void an_answer_in_between_shows_that_the_session_only_lagged() {
    open();
    sendMany(2);
    Request last = send();
    flush();
    expects(1);
    answer(2);
    now += TIMEOUT;
    expects(1);
    assertThat(last).isNotDone();
  }

  @Test
  void the_time_without_a_leader_does_not_count_as_what_a_session_expects() {
    open();
    Request request = send();
    flush();
    expects(1);
    window.detach(now);
    now += TIMEOUT;
    window.attach(LIMITS, now);
    expects(1);
    assertThat(request).isNotDone();
  }

  @Test
  void what_a_leader_says_of_the_past_counts_for_nothing_while_everything_is_answered() {
    open();
    send();
    flush();
    answer(2);
    expects(1);
    now += TIMEOUT;
    Request later = send();
    flush();
    expects(1);
    assertThat(later).isNotDone();
  }

  @Test
  void a_refusal_of_the_service_is_an_answer() {
    open();
    Request request = send();
    flush();
    byte[] message = "no such account".getBytes(StandardCharsets.UTF_8);
    window.reply(new TestReply(wire.session, 2, ReplyStatus.SERVICE_ERROR, message), now);
    assertThatThrownBy(request::join)
        .hasCauseInstanceOf(ServiceException.class)
        .hasMessageContaining("no such account");
    send();
    flush();
    assertThat(wire.take()).endsWith("3/0");
  }

  @Test
  void a_request_over_the_limit_fails_with_both_sizes_and_is_not_sent() {
    open();
    Request large = send(101);
    Request allowed = send(100);
    sends("2/0");
    assertThatThrownBy(large::join)
        .hasCauseInstanceOf(RequestFailedException.class)
        .hasMessageContaining("101 bytes")
        .hasMessageContaining("100 bytes");
    assertThat(allowed).isNotDone();
  }

  @Test
  void a_request_cancelled_while_it_waits_is_not_sent() {
    open();
    send().cancel(false);
    send();
    sends("2/0");
  }

  @Test
  void an_idle_session_is_kept_alive() {
    open();
    at(now + KEEP_ALIVE - 1);
    assertThat(wire.take()).isEmpty();
    assertThat(window.nextWakeUpNanos()).isEqualTo(now + 1);
    at(now + 1);
    assertThat(wire.take()).containsExactly("KEEP_ALIVE");
    assertThat(wire.keptAliveWith).isEqualTo(2);
    reply(BatchEntry.KEEP_ALIVE, ReplyStatus.OK);
    at(now + KEEP_ALIVE);
    assertThat(wire.take()).containsExactly("KEEP_ALIVE");
    reply(BatchEntry.KEEP_ALIVE, ReplyStatus.SESSION_EXPIRED);
    send();
    sends("OPEN");
  }

  @Test
  void a_reply_to_what_was_never_sent_is_a_violation() {
    open();
    assertThatThrownBy(() -> answer(2)).isInstanceOf(ProtocolViolation.class);
    assertThatThrownBy(() -> reply(1, ReplyStatus.BUSY)).isInstanceOf(ProtocolViolation.class);
  }

  @Test
  void closing_ends_sent_ones_as_unknown_and_waiting_ones_as_failed_and_the_session() {
    open();
    window.attach(new Limits(100, 1, false), now);
    Request sent = send();
    Request waiting = send();
    flush();
    wire.take();
    window.close(wire, "the client is closed", now);
    assertThat(wire.take()).containsExactly("CLOSE");
    assertThatThrownBy(sent::join).hasCauseInstanceOf(RequestUnknownException.class);
    assertThatThrownBy(waiting::join).hasCauseInstanceOf(RequestFailedException.class);
  }
}
