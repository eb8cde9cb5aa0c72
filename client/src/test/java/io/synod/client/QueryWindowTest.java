package io.synod.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.synod.core.execution.ReplyStatus;
import io.synod.core.settings.Consistency;
import io.synod.service.ServiceException;
import java.nio.charset.StandardCharsets;
import java.util.SplittableRandom;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

final class QueryWindowTest {
  private static final long MILLIS = 1_000_000;
  private static final long TIMEOUT = 10_000 * MILLIS;
  private static final long RETRY = 1000 * MILLIS;
  private static final Limits LIMITS = new Limits(100, 8, false);

  private final RecordingWire wire = new RecordingWire();
  private long released;
  private final Completions completions = new Completions(TIMEOUT, weight -> released += weight);
  private final QueryWindow window =
      new QueryWindow(4, RETRY, RetryPolicy.LEADER, new SplittableRandom(7), completions);
  private long now = 1;

  @BeforeEach
  void attach() {
    window.attach(LIMITS);
  }

  private Request ask(int bytes) {
    Request query = Request.query(new byte[bytes], Consistency.LEADER);
    query.deadlineNanos = now + TIMEOUT;
    window.enqueue(query);
    return query;
  }

  private Request ask() {
    return ask(1);
  }

  private void at(long time) {
    now = time;
    window.tick(now);
    window.flush(wire, now);
  }

  /** Exactly this, and now. */
  private void sends(String... expected) {
    at(now);
    assertThat(wire.take()).containsExactly(expected);
  }

  private void reply(long number, ReplyStatus status) {
    byte[] answer = "answer".getBytes(StandardCharsets.UTF_8);
    window.reply(new TestReply(0, number, status, answer), now);
  }

  @Test
  void queries_are_answered_in_any_order() {
    Request first = ask();
    Request second = ask();
    sends("query 1", "query 2");
    reply(2, ReplyStatus.OK);
    reply(1, ReplyStatus.SERVICE_ERROR);
    assertThat(second.join()).asString(StandardCharsets.UTF_8).isEqualTo("answer");
    assertThatThrownBy(first::join).hasCauseInstanceOf(ServiceException.class);
    assertThat(window.nextWakeUpNanos()).isEqualTo(Long.MAX_VALUE);
  }

  @Test
  void a_full_window_makes_queries_wait() {
    for (int asked = 0; asked < 6; asked++) {
      ask();
    }
    at(now);
    assertThat(wire.take()).hasSize(4);
    reply(1, ReplyStatus.OK);
    reply(2, ReplyStatus.OK);
    sends("query 5", "query 6");
  }

  @Test
  void a_query_that_the_next_leader_does_not_take_fails_and_the_others_go_on() {
    Request large = ask(50);
    ask();
    sends("query 1", "query 2");
    window.attach(new Limits(20, 8, false));
    sends("query 2");
    assertThatThrownBy(large::join)
        .hasCauseInstanceOf(RequestFailedException.class)
        .hasMessageContaining("a request of 50 bytes is over the cluster's limit of 20 bytes");
  }

  /** The connection that brought it ends. */
  @ParameterizedTest
  @EnumSource(
      value = ReplyStatus.class,
      names = {"OK", "SERVICE_ERROR"})
  void a_query_whose_answer_found_no_memory_is_answered_on_the_next_connection(ReplyStatus status) {
    Request query = ask();
    sends("query 1");
    assertThatThrownBy(() -> window.reply(TestReply.withoutMemory(0, 1, status), now))
        .isInstanceOf(OutOfMemoryError.class);
    window.detach();
    window.attach(LIMITS);
    sends("query 1");
    reply(1, ReplyStatus.OK);
    assertThat(query).isCompleted();
  }

  @Test
  void a_new_leader_is_asked_everything_unanswered() {
    ask();
    ask();
    at(now);
    reply(1, ReplyStatus.OK);
    window.detach();
    ask();
    at(now);
    wire.take();
    window.attach(LIMITS);
    sends("query 2", "query 3");
  }

  @Test
  void refused_queries_and_only_they_are_sent_again_after_a_back_off() {
    ask();
    ask();
    ask();
    at(now);
    wire.take();
    reply(2, ReplyStatus.BUSY);
    reply(3, ReplyStatus.BUSY);
    sends();
    long pause = window.nextWakeUpNanos() - now;
    assertThat(pause).isBetween(MILLIS, 2 * MILLIS);
    at(now + pause);
    assertThat(wire.take()).containsExactly("query 2", "query 3");
  }

  @Test
  void a_replica_that_keeps_saying_it_does_not_lead_is_left() {
    ask();
    at(now);
    int refusals = 0;
    while (!window.isStuck()) {
      reply(1, ReplyStatus.NOT_LEADER);
      refusals++;
      at(window.nextWakeUpNanos());
    }
    assertThat(refusals).isEqualTo(8);
    window.detach();
    window.attach(LIMITS);
    assertThat(window.isStuck()).isFalse();
  }

  @Test
  void silence_repeats_the_questions_and_then_asks_for_another_replica() {
    ask();
    at(now);
    wire.take();
    at(now + RETRY);
    assertThat(wire.take()).containsExactly("query 1");
    assertThat(window.isStuck()).isFalse();
    at(now + RETRY);
    assertThat(window.isStuck()).isTrue();
  }

  @Test
  void silence_counts_also_when_all_deadlines_have_passed() {
    ask().deadlineNanos = now + RETRY / 2;
    at(now);
    at(now + RETRY / 2);
    at(now + RETRY);
    at(now + RETRY);
    assertThat(window.isStuck()).isTrue();
  }

  @Test
  void an_overdue_query_has_failed_whether_sent_or_not_and_its_answer_is_ignored() {
    completions.trouble("no leader");
    Request sent = ask();
    at(now);
    Request waiting = ask();
    window.detach();
    at(now + TIMEOUT);
    for (Request query : new Request[] {sent, waiting}) {
      assertThatThrownBy(query::join)
          .hasCauseInstanceOf(RequestFailedException.class)
          .hasMessageContaining("no answer within 10s: no leader");
    }
    reply(1, ReplyStatus.OK);
    assertThat(released).isEqualTo(2L << 40 | 2 * 129);
  }

  @Test
  void a_query_over_the_limit_fails_with_both_sizes() {
    Request large = ask(101);
    sends();
    assertThatThrownBy(large::join)
        .hasMessageContaining("101 bytes")
        .hasMessageContaining("100 bytes");
  }

  @Test
  void a_reply_to_what_was_never_asked_is_a_violation() {
    assertThatThrownBy(() -> reply(1, ReplyStatus.OK)).isInstanceOf(ProtocolViolation.class);
    ask();
    at(now);
    assertThatThrownBy(() -> reply(1, ReplyStatus.SESSION_EXPIRED))
        .isInstanceOf(ProtocolViolation.class);
  }

  @Test
  void closing_fails_everything() {
    Request sent = ask();
    at(now);
    Request waiting = ask();
    window.abandon("the client is closed");
    assertThatThrownBy(sent::join).hasCauseInstanceOf(RequestFailedException.class);
    assertThatThrownBy(waiting::join).hasCauseInstanceOf(RequestFailedException.class);
  }
}
