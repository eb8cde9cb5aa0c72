package io.synod.client;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.synod.core.command.BatchEntry;
import io.synod.core.execution.ReplyStatus;
import io.synod.core.session.SessionEvent;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** The session of a client that listens to events. */
class SessionEventsTest {
  private static final long MILLIS = 1_000_000;
  private static final long TIMEOUT = 10_000 * MILLIS;
  private static final long RETRY = 1_000 * MILLIS;
  private static final long KEEP_ALIVE = 20_000 * MILLIS;
  private static final Limits LIMITS = new Limits(100, 8, false);

  private final List<String> received = new ArrayList<>();
  private final RecordingWire wire = new RecordingWire();
  private final SessionWindow window = window(new Listener());
  private Throwable failure;
  private long now = 1;

  private final class Listener implements SessionListener {
    @Override
    public void onOpened(long session) {
      assertThat(session).isEqualTo(wire.session);
      received.add("opened");
    }

    @Override
    public void onEvent(long session, byte[] event) {
      received.add(new String(event, UTF_8));
      if (failure != null) {
        ClientFixture.<RuntimeException>sneak(failure);
      }
    }

    @Override
    public void onLost(long session, String reason) {
      received.add("lost: " + reason);
    }
  }

  private static SessionWindow window(SessionListener listener) {
    return new SessionWindow(
        8,
        new ClientTiming(TIMEOUT, RETRY, RETRY, KEEP_ALIVE),
        new SplittableRandom(7),
        new Completions(TIMEOUT, weight -> {}),
        new EventInbox(listener));
  }

  private void at(long time) {
    now = time;
    window.tick(now);
    window.flush(wire, now);
  }

  private void open() {
    window.attach(LIMITS, now);
    at(now);
    assertThat(wire.take()).containsExactly("events from 1, answers from 1", "OPEN");
    window.reply(TestReply.of(wire.session, 0, ReplyStatus.OK), now);
  }

  private void send() {
    Request request = Request.update(new byte[1]);
    request.deadlineNanos = now + TIMEOUT;
    window.enqueue(request);
    at(now);
  }

  private void keepAliveAnswered() {
    window.reply(TestReply.of(wire.session, BatchEntry.KEEP_ALIVE, ReplyStatus.OK), now);
  }

  private void event(long number, String text) {
    window.reply(new TestReply(wire.session, number, ReplyStatus.EVENT, text.getBytes(UTF_8)), now);
  }

  @Test
  void the_session_is_opened_without_a_request() {
    at(now);
    assertThat(wire.take()).as("no leader is connected").isEmpty();
    open();
    assertThat(received).containsExactly("opened");
  }

  @Test
  void an_event_of_the_opening_may_come_before_its_answer() {
    window.attach(LIMITS, now);
    at(now);
    event(1, "hello");
    window.reply(TestReply.of(wire.session, 0, ReplyStatus.OK), now);
    assertThat(received).containsExactly("opened", "hello");
  }

  @Test
  void each_event_is_received_once() {
    open();
    event(1, "a");
    event(2, "b");
    event(1, "a");
    event(3, "c");
    assertThat(received).containsExactly("opened", "a", "b", "c");
    assertThatThrownBy(() -> event(5, "e")).isInstanceOf(ProtocolViolation.class);
    assertThatThrownBy(() -> event(0, "zero")).isInstanceOf(ProtocolViolation.class);
  }

  /** The connection that brought it ends. */
  @Test
  void an_event_that_found_no_memory_comes_again_on_the_next_connection() {
    open();
    event(1, "a");
    assertThatThrownBy(
            () -> window.reply(TestReply.withoutMemory(wire.session, 2, ReplyStatus.EVENT), now))
        .isInstanceOf(OutOfMemoryError.class);
    window.detach(now);
    window.attach(LIMITS, now);
    at(now);
    assertThat(wire.take()).containsExactly("events from 2, answers from 1");
    event(2, "b");
    assertThat(received).containsExactly("opened", "a", "b");
  }

  @Test
  void events_are_acknowledged_soon_and_once() {
    open();
    at(now + 50 * MILLIS);
    event(1, "a");
    long due = now + EventInbox.ACKNOWLEDGED_NANOS;
    assertThat(window.nextWakeUpNanos()).isEqualTo(due);
    at(now + 60 * MILLIS);
    event(2, "b");
    at(due - 1);
    assertThat(wire.take()).isEmpty();
    at(due);
    assertThat(wire.take()).containsExactly("KEEP_ALIVE");
    assertThat(wire.acknowledgedEvents).isEqualTo(2);
    keepAliveAnswered();
    at(due + 1_000 * MILLIS);
    assertThat(wire.take()).isEmpty();
  }

  @Test
  void long_events_are_acknowledged_at_once() {
    open();
    event(1, "x".repeat(EventInbox.ACKNOWLEDGED_BYTES - SessionEvent.OVERHEAD_BYTES - 1));
    at(now);
    assertThat(wire.take()).isEmpty();
    event(2, "x");
    at(now);
    assertThat(wire.take()).containsExactly("KEEP_ALIVE");
    event(3, "x");
    at(now);
    assertThat(wire.take()).isEmpty();
  }

  /** A session that leaves 87,000 of them without an acknowledgement ends. */
  @Test
  void many_empty_events_are_acknowledged_at_once() {
    open();
    int many = EventInbox.ACKNOWLEDGED_BYTES / SessionEvent.OVERHEAD_BYTES;
    for (int number = 1; number <= many; number++) {
      event(number, "");
    }
    at(now);
    assertThat(wire.take()).isEmpty();
    event(many + 1, "");
    at(now);
    assertThat(wire.take()).containsExactly("KEEP_ALIVE");
    assertThat(wire.acknowledgedEvents).isEqualTo(many + 1);
  }

  @Test
  void on_a_new_connection_events_are_wanted_before_anything_is_sent_again() {
    open();
    event(1, "a");
    send();
    wire.take();
    window.detach(now);
    window.attach(LIMITS, now);
    at(now);
    assertThat(wire.take()).containsExactly("events from 2, answers from 1", "1/0");
    // What was acknowledged may be lost with the connection.
    at(now + EventInbox.ACKNOWLEDGED_NANOS);
    assertThat(wire.take()).containsExactly("KEEP_ALIVE");
    assertThat(wire.acknowledgedEvents).isEqualTo(1);
  }

  @Test
  void an_unanswered_keep_alive_is_sent_again_and_then_another_replica_is_asked_for() {
    open();
    at(now + KEEP_ALIVE);
    assertThat(wire.take()).containsExactly("KEEP_ALIVE");
    at(now + RETRY - 1);
    assertThat(wire.take()).isEmpty();
    assertThat(window.nextWakeUpNanos()).isEqualTo(now + 1);
    at(now + 1);
    assertThat(wire.take()).containsExactly("KEEP_ALIVE");
    assertThat(window.isStuck()).isFalse();
    at(now + RETRY);
    assertThat(window.isStuck()).isTrue();
    window.detach(now);
    assertThat(window.isStuck()).isFalse();
    window.attach(LIMITS, now);
    wire.take();
    at(now);
    assertThat(wire.take()).containsExactly("events from 1, answers from 1", "KEEP_ALIVE");
  }

  @Test
  void an_answered_keep_alive_is_not_sent_again() {
    open();
    at(now + KEEP_ALIVE);
    wire.take();
    keepAliveAnswered();
    at(now + KEEP_ALIVE - 1);
    assertThat(wire.take()).isEmpty();
    assertThat(window.isStuck()).isFalse();
  }

  @Test
  void a_request_behind_a_keep_alive_has_a_retry_interval_of_its_own() {
    open();
    at(now + KEEP_ALIVE);
    at(now + RETRY / 2);
    send();
    keepAliveAnswered();
    wire.take();
    at(now + RETRY - 1);
    assertThat(wire.take()).isEmpty();
    at(now + 1);
    assertThat(wire.take()).containsExactly("1/0");
  }

  @Test
  void answers_to_acknowledgements_do_not_put_off_the_retry_of_a_request() {
    open();
    send();
    wire.take();
    long retried = now + RETRY;
    at(now + RETRY / 2);
    event(1, "x".repeat(EventInbox.ACKNOWLEDGED_BYTES));
    at(now);
    assertThat(wire.take()).containsExactly("KEEP_ALIVE");
    keepAliveAnswered();
    at(retried);
    assertThat(wire.take()).containsExactly("1/0");
  }

  @Test
  void a_lost_session_is_reported_and_another_one_begins() {
    open();
    event(1, "a");
    long lost = wire.session;
    window.reply(TestReply.of(lost, -1, ReplyStatus.SESSION_EXPIRED), now);
    at(now);
    assertThat(wire.take()).containsExactly("events from 1, answers from 1", "OPEN");
    assertThat(wire.session).isNotEqualTo(lost);
    window.reply(TestReply.of(wire.session, 0, ReplyStatus.OK), now);
    event(1, "b");
    window.close(wire, "closed", now);
    assertThat(received)
        .containsExactly(
            "opened",
            "a",
            "lost: the cluster has ended the session: it was idle for session.idle-timeout, left more"
                + " than session.max-event-bytes of events unread, or made way for another session",
            "opened",
            "b");
    assertThat(wire.take()).containsExactly("CLOSE");
  }

  /** A service may publish more to each session that opens than one may leave unread. */
  @Test
  void sessions_that_end_one_soon_after_the_other_begin_ever_more_seldom() {
    open();
    long latest = now + 60 * RETRY;
    int begun = 1;
    while (now < latest && begun < 1_000) {
      window.reply(TestReply.of(wire.session, -1, ReplyStatus.SESSION_EXPIRED), now);
      at(now);
      while (wire.take().isEmpty()) {
        at(window.nextWakeUpNanos());
      }
      begun++;
      window.reply(TestReply.of(wire.session, 0, ReplyStatus.OK), now);
    }
    assertThat(begun).isBetween(60, 150);

    // One that has lasted is followed by another at once.
    at(now + 2 * RETRY);
    wire.take();
    window.reply(TestReply.of(wire.session, -1, ReplyStatus.SESSION_EXPIRED), now);
    at(now);
    assertThat(wire.take()).containsExactly("events from 1, answers from 1", "OPEN");
  }

  @Test
  void a_listener_that_throws_costs_no_event() {
    open();
    failure = new IllegalStateException("on purpose");
    event(1, "a");
    failure = new IOException("not declared");
    event(2, "b");
    failure = new AssertionError("of a test");
    event(3, "c");
    assertThat(received).containsExactly("opened", "a", "b", "c");
  }

  @Test
  void without_a_listener_an_event_breaks_the_protocol() {
    SessionWindow deaf = window(null);
    deaf.attach(LIMITS, now);
    Request request = Request.update(new byte[1]);
    request.deadlineNanos = now + TIMEOUT;
    deaf.enqueue(request);
    deaf.flush(wire, now);
    assertThat(wire.take()).containsExactly("OPEN");
    TestReply event = TestReply.of(wire.session, 1, ReplyStatus.EVENT);
    assertThatThrownBy(() -> deaf.reply(event, now)).isInstanceOf(ProtocolViolation.class);
  }
}
