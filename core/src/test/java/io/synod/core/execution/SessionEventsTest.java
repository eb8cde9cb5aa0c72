package io.synod.core.execution;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.synod.core.settings.AnswerLimits;
import io.synod.core.settings.OnException;
import io.synod.core.settings.ServiceSettings;
import io.synod.core.settings.SessionSettings;
import io.synod.core.testing.Entries;
import io.synod.service.ExecutionContext;
import io.synod.service.Service;
import io.synod.service.ServiceException;
import io.synod.service.SessionEnd;
import io.synod.service.Snapshot;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.Test;

/** Calls of the service at openings and ends of sessions, and the events that it publishes. */
class SessionEventsTest {
  private static final int KEPT_MAX = 200 << 10;
  private static final SessionSettings SETTINGS =
      new SessionSettings(
          100,
          64,
          3,
          new AnswerLimits(64 << 10, 100 << 10, KEPT_MAX),
          SessionSettings.EVENT_BYTES_MIN);

  private final RecordedExceptions exceptions = new RecordedExceptions();
  private final RecordedReplies replies = new RecordedReplies();
  private final Switchboard service = new Switchboard();
  private final Execution execution = execution(service, OnException.REPLY);
  private long slot;
  private long time;

  /** Understands "to SESSION TEXT", "fill SESSION BYTES", "answer BYTES", "timer" and "throw". */
  private static final class Switchboard implements Service {
    private final List<String> calls = new ArrayList<>();
    private String onEnd = "";
    private ExecutionContext last;

    @Override
    public byte[] execute(ByteBuffer request, ExecutionContext context) throws ServiceException {
      last = context;
      return run(UTF_8.decode(request).toString().split(" "), context);
    }

    private byte[] run(String[] words, ExecutionContext context) throws ServiceException {
      switch (words[0]) {
        case "to" -> {
          boolean published = context.publish(Long.parseLong(words[1]), words[2].getBytes(UTF_8));
          return String.valueOf(published).getBytes(UTF_8);
        }
        case "fill" -> {
          byte[] event = new byte[Integer.parseInt(words[2])];
          boolean published = context.publish(Long.parseLong(words[1]), event);
          return String.valueOf(published).getBytes(UTF_8);
        }
        case "answer" -> {
          return new byte[Integer.parseInt(words[1])];
        }
        case "timer" -> context.schedule(1, context.leaderTimeMillis() + 1);
        case "throw" -> {
          context.publish(context.session(), "before".getBytes(UTF_8));
          throw new ServiceException("thrown");
        }
        default -> throw new AssertionError(words[0]);
      }
      return new byte[0];
    }

    @Override
    public void onTimer(long id, ExecutionContext context) {
      context.publish(7, "timer".getBytes(UTF_8));
    }

    @Override
    public void onSessionOpened(long session, ByteBuffer name, ExecutionContext context)
        throws ServiceException {
      assertThat(context.session()).isEqualTo(session);
      String text = UTF_8.decode(name).toString();
      calls.add("%d opened as '%s' at #%d".formatted(session, text, context.slot()));
      if (text.equals("refused")) {
        throw new ServiceException("not this one");
      }
      context.publish(session, ("hello-" + text).getBytes(UTF_8));
    }

    @Override
    public void onSessionClosed(long session, SessionEnd end, ExecutionContext context)
        throws ServiceException {
      assertThat(context.session()).isEqualTo(session);
      calls.add("%d %s at #%d[%d]".formatted(session, end, context.slot(), context.indexInBatch()));
      if (!onEnd.isEmpty()) {
        run(onEnd.split(" "), context);
      }
    }

    @Override
    public Snapshot snapshot() {
      return out -> {};
    }

    @Override
    public void restore(InputStream in) {}
  }

  private Execution execution(Service of, OnException onException) {
    return new Execution(of, SETTINGS, new ServiceSettings(onException, 8), exceptions);
  }

  private List<String> run(Entries entries) {
    execution.execute(slot++, entries.close(time), replies);
    return replies.take();
  }

  @Test
  void sessions_are_opened_and_closed_once() {
    assertThat(run(new Entries().open(7, "seven").open(7, "again").closing(7).closing(7)))
        .containsExactly(
            "7 event 1 hello-seven", "7/0 OK", "7/0 OK", "7/-2 OK", "7/-2 SESSION_EXPIRED");
    assertThat(service.calls).containsExactly("7 opened as 'seven' at #0", "7 CLOSED at #0[2]");
  }

  @Test
  void a_late_copy_of_an_opening_opens_nothing() {
    run(new Entries().open(7).closing(7));
    assertThat(run(new Entries().open(7))).containsExactly("7/0 SESSION_EXPIRED");
    assertThat(service.calls).containsExactly("7 opened as '' at #0", "7 CLOSED at #0[1]");
  }

  @Test
  void a_session_expires_before_the_requests_and_its_client_is_notified() {
    run(new Entries().open(7));
    time = 101;
    assertThat(run(new Entries().open(8)))
        .containsExactly("7/-1 SESSION_EXPIRED", "8 event 1 hello-", "8/0 OK");
    assertThat(service.calls)
        .containsExactly("7 opened as '' at #0", "7 EXPIRED at #1[-1]", "8 opened as '' at #1");
  }

  @Test
  void one_session_too_many_ends_the_least_recently_active_one_first() {
    run(new Entries().open(6).open(7).open(8));
    service.calls.clear();
    assertThat(run(new Entries().open(9)))
        .containsExactly("6/-1 SESSION_EXPIRED", "9 event 1 hello-", "9/0 OK");
    assertThat(service.calls).containsExactly("6 EVICTED at #1[0]", "9 opened as '' at #1");
  }

  @Test
  void events_stand_before_the_answer_of_their_request() {
    run(new Entries().open(7).open(8));
    assertThat(run(new Entries().request(7, 1, "to 8 a").request(8, 1, "to 8 b")))
        .containsExactly("8 event 2 a", "7/1 OK true", "8 event 3 b", "8/1 OK true");
    assertThat(run(new Entries().request(7, 2, "to 5 a"))).containsExactly("7/2 OK false");
  }

  @Test
  void an_exception_takes_no_event_back() {
    run(new Entries().open(7));
    assertThat(run(new Entries().request(7, 1, "throw")))
        .containsExactly("7 event 2 before", "7/1 SERVICE_ERROR thrown");
  }

  @Test
  void a_timer_and_the_end_of_a_session_may_publish() {
    run(new Entries().open(7).open(8).request(7, 1, "timer"));
    time = 50;
    assertThat(run(new Entries())).containsExactly("7 event 2 timer");
    service.onEnd = "to 7 gone";
    assertThat(run(new Entries().closing(8))).containsExactly("8/-2 OK", "7 event 3 gone");
    service.onEnd = "to 7 own";
    assertThat(run(new Entries().closing(7))).containsExactly("7/-2 OK");
  }

  @Test
  void unacknowledged_events_are_sent_again_in_their_place() {
    run(new Entries().open(7).open(8));
    run(new Entries().request(7, 1, "to 7 a").request(8, 1, "to 7 b").request(7, 2, "to 7 c"));
    run(new Entries().request(8, 2, "to 7 d"));
    execution.replyAgain(7, 1, 2, replies);
    assertThat(replies.take())
        .containsExactly(
            "7 event 2 a",
            "7/1 OK true",
            "7 event 3 b",
            "7 event 4 c",
            "7/2 OK true",
            "7 event 5 d");
    execution.replyAgain(7, 2, 4, replies);
    assertThat(replies.take()).containsExactly("7 event 4 c", "7/2 OK true", "7 event 5 d");
    execution.replyAgain(7, 3, 5, replies);
    assertThat(replies.take()).containsExactly("7 event 5 d");
    execution.replyAgain(7, 1, Execution.NO_EVENTS, replies);
    assertThat(replies.take()).containsExactly("7/1 OK true", "7/2 OK true");

    run(new Entries().keepAlive(7, 2, 3));
    execution.replyAgain(7, 1, 1, replies);
    assertThat(replies.take()).containsExactly("7 event 4 c", "7/2 OK true", "7 event 5 d");
    // Of more than there is, and of less than before.
    run(new Entries().keepAlive(7, 3, Long.MAX_VALUE).keepAlive(7, 0, Long.MIN_VALUE));
    execution.replyAgain(7, 1, 1, replies);
    assertThat(replies.take()).isEmpty();
    assertThat(run(new Entries().request(8, 3, "to 7 e")))
        .containsExactly("7 event 6 e", "8/3 OK true");
  }

  @Test
  void many_events_keep_their_order() {
    run(new Entries().open(7).open(8));
    Entries entries = new Entries();
    for (int sequence = 1; sequence <= 50; sequence++) {
      entries.request(8, sequence, "to 7 " + sequence);
    }
    run(entries);
    run(new Entries().keepAlive(7, 0, 31));
    execution.replyAgain(7, 1, 1, replies);
    List<String> again = replies.take();
    assertThat(again).hasSize(20).startsWith("7 event 32 31").endsWith("7 event 51 50");
  }

  @Test
  void a_client_that_takes_no_events_loses_its_session() {
    run(new Entries().open(7).open(8));
    String largest = "fill 7 " + (30 << 10);
    run(new Entries().request(8, 1, largest).request(8, 2, largest));
    assertThat(run(new Entries().request(8, 3, largest).request(8, 4, largest)))
        .containsExactly("8/3 OK false", "7/-1 SESSION_EXPIRED", "8/4 OK false");
    assertThat(service.calls).endsWith("7 EVENTS at #2[0]");
    assertThat(execution.keptBytes()).isLessThan(1 << 10);
    assertThat(execution.sessions()).isEqualTo(1);
  }

  @Test
  void a_session_may_end_by_its_own_request() {
    run(new Entries().open(7));
    String large = "fill 7 " + (40 << 10);
    assertThat(run(new Entries().request(7, 1, large).request(7, 2, large).request(7, 3, large)))
        .satisfies(lines -> assertThat(lines.get(0)).startsWith("7 event 2"))
        .endsWith("7/2 OK false", "7/-1 SESSION_EXPIRED", "7/3 SESSION_EXPIRED");
    assertThat(execution.keptBytes()).isZero();
  }

  @Test
  void events_and_answers_of_all_sessions_have_one_bound() {
    run(new Entries().open(7).open(8).open(9));
    run(new Entries().request(8, 1, "answer 60000").request(9, 1, "answer 30000"));
    run(new Entries().request(7, 1, "fill 7 60000").request(7, 2, "fill 8 50000"));
    assertThat(execution.keptBytes()).isGreaterThan(KEPT_MAX - (8 << 10)).isLessThan(KEPT_MAX);
    service.calls.clear();
    // That of the session that keeps most, though another one publishes.
    assertThat(run(new Entries().request(9, 2, "fill 9 10000"))).contains("8/-1 SESSION_EXPIRED");
    assertThat(service.calls).containsExactly("8 EVICTED at #3[0]");
  }

  @Test
  void an_event_longer_than_an_answer_may_be_is_a_mistake_of_the_service() {
    run(new Entries().open(7));
    String text = "fill 7 " + ((64 << 10) + 1);
    assertThat(run(new Entries().request(7, 1, text)).get(0))
        .startsWith(
            "7/1 SERVICE_ERROR java.lang.IllegalArgumentException: an event of 65537 bytes");
  }

  @Test
  void the_refusal_of_an_event_has_the_same_digits_in_every_locale() {
    run(new Entries().open(7));
    Locale before = Locale.getDefault();
    Locale.setDefault(Locale.forLanguageTag("ar-EG-u-nu-arab"));
    try {
      assertThat(run(new Entries().request(7, 1, "fill 7 65537")))
          .containsExactly(
              "7/1 SERVICE_ERROR java.lang.IllegalArgumentException: an event of 65537 bytes"
                  + " exceeds session.max-answer-bytes, 65536");
    } finally {
      Locale.setDefault(before);
    }
  }

  @Test
  void exceptions_of_the_callbacks_are_reported() {
    assertThat(run(new Entries().open(7, "refused"))).containsExactly("7/0 OK");
    service.onEnd = "throw";
    run(new Entries().closing(7));
    assertThat(exceptions.lines)
        .containsExactly(
            "the opening of session 7 at #0[0]: io.synod.service.ServiceException: not this one",
            "the end of session 7, CLOSED at #1[0]: io.synod.service.ServiceException: thrown");
  }

  @Test
  void with_stop_they_stop_the_replica() {
    Execution strict = execution(service, OnException.STOP);
    assertThatThrownBy(() -> strict.execute(0, new Entries().open(7, "refused").close(0), replies))
        .isInstanceOf(ServiceFailure.class)
        .hasMessageStartingWith(
            "the service failed at the opening of session 7, request 0 of slot 0:");
  }

  @Test
  void nothing_is_published_outside_of_a_call() {
    run(new Entries().open(7).request(7, 1, "to 7 a"));
    assertThatThrownBy(() -> service.last.publish(7, new byte[0]))
        .isInstanceOf(IllegalStateException.class);
  }

  @Test
  void a_restored_execution_keeps_the_same_events() throws IOException {
    run(new Entries().open(7).open(8).open(9));
    run(new Entries().request(7, 1, "to 8 a").request(8, 1, "to 8 b").request(7, 2, "to 9 c"));
    run(new Entries().keepAlive(9, 0, 2));
    byte[] bytes = Captured.of(execution);
    Execution restored = execution(new Switchboard(), OnException.REPLY);
    restored.restore(new ByteArrayInputStream(bytes));
    assertThat(restored.keptBytes()).isEqualTo(execution.keptBytes());
    assertThat(Captured.of(restored)).isEqualTo(bytes);
    for (long session = 7; session <= 9; session++) {
      execution.replyAgain(session, 1, 1, replies);
      List<String> expected = replies.take();
      restored.replyAgain(session, 1, 1, replies);
      assertThat(replies.take()).isEqualTo(expected);
    }
    restored.execute(3, new Entries().request(7, 3, "to 9 d").close(0), replies);
    assertThat(replies.take()).containsExactly("9 event 3 d", "7/3 OK true");
  }

  @Test
  void the_digest_is_of_all_that_was_executed_also_behind_a_snapshot() throws IOException {
    ServiceSettings each = new ServiceSettings(OnException.REPLY, 8, 1);
    Execution one = new Execution(new Switchboard(), SETTINGS, each, exceptions);
    Execution other = new Execution(new Switchboard(), SETTINGS, each, exceptions);
    assertThat(one.digestEnd()).isZero();
    one.execute(0, new Entries().open(7).request(7, 1, "to 7 a").close(0), replies);
    assertThat(one.digestEnd()).isEqualTo(1);
    other.restore(new ByteArrayInputStream(Captured.of(one)));
    Entries second = new Entries().request(7, 2, "to 7 b").request(7, 2, "to 7 b");
    one.execute(1, second.close(0), replies);
    other.execute(1, second.close(0), replies);
    assertThat(other.stateDigest()).isEqualTo(one.stateDigest());
    one.execute(2, new Entries().request(7, 3, "to 7 c").close(0), replies);
    other.execute(2, new Entries().request(7, 3, "to 7 d").close(0), replies);
    assertThat(other.stateDigest()).isNotEqualTo(one.stateDigest());
    one.execute(3, new Entries().close(0), replies);
    other.execute(3, new Entries().close(0), replies);
    assertThat(other.stateDigest()).as("it stays different").isNotEqualTo(one.stateDigest());
  }

  @Test
  void an_execution_of_nothing_writes_no_fields() throws IOException {
    byte[] bytes = Captured.of(execution);
    assertThat(bytes).hasSize(4 + 8 + 8 + 2 + 4 + 4);
  }

  @Test
  void bytes_that_no_capture_writes_are_refused() throws IOException {
    run(new Entries().open(7).open(8, "x"));
    byte[] bytes = Captured.of(execution);
    // Session 8, last: id, first, count, before, length, 7 bytes.
    int at = bytes.length - 7 - 32;
    assertRefused(bytes, at, 7, "session 7 has events twice");
    assertRefused(bytes, at, 6, "session 6 has events and is not open");
    assertRefused(bytes, at + 8, 0, "session 8 keeps 1 events from number 0 on");
    assertRefused(bytes, at + 20, 2, "an event of session 8 was made before sequence 2");
    assertRefused(bytes, at + 20, 0, "an event of session 8 was made before sequence 0");
    // Count and the upper half of before, then its lower half and the length.
    assertRefused(bytes, at + 16, -1L << 32, "keeps -1 events");
    assertRefused(bytes, at + 24, 1L << 32 | (64 << 10), "session 8 keeps an event of 65536 bytes");
    assertRefused(bytes, at + 24, 1L << 32 | 0x8000_0000L, "keeps an event of -2147483648 bytes");
    assertRefused(bytes, at + 24, 1L << 32 | 8, "ends early");
  }

  private void assertRefused(byte[] bytes, int at, long value, String reason) {
    Captured.assertRefused(
        execution(new Switchboard(), OnException.REPLY), bytes, at, value, reason);
  }
}
