package io.synod.core.execution;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.synod.core.settings.AnswerLimits;
import io.synod.core.settings.SessionSettings;
import io.synod.core.testing.Entries;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.Test;

/** What is kept of answers that nobody acknowledges. A request is the length of its answer. */
final class KeptAnswersTest {
  private static final int LARGEST = 3_000;
  private static final int OF_ONE = 10_000;
  private static final int OF_ALL = 16_000;
  private static final SessionSettings SETTINGS = settings(LARGEST, OF_ONE, OF_ALL);

  private final Answers service = new Answers();
  private final Execution execution = new Execution(service, SETTINGS);
  private final List<String> replies = new ArrayList<>();
  private long slot;

  private static SessionSettings settings(int largest, int ofOne, int ofAll) {
    return new SessionSettings(
        1_000, 4096, 100, new AnswerLimits(largest, ofOne, ofAll), Long.MAX_VALUE);
  }

  @Test
  void a_larger_answer_is_replaced_by_an_error_and_its_request_counts_as_executed() {
    run(new Entries().open(7).request(7, 1, "3001").request(7, 2, "3000"));
    assertThat(replies.get(1))
        .isEqualTo(
            "7/1 SERVICE_ERROR the request was executed, but its answer of 3001 bytes exceeds"
                + " session.max-answer-bytes, 3000");
    assertThat(replies.get(2)).isEqualTo("7/2 OK 3000");
    assertThat(service.executed).isEqualTo(2);
  }

  @Test
  void the_error_takes_as_many_bytes_whatever_the_digits_of_a_machine_are() {
    run(new Entries().open(7).request(7, 1, "3001"));
    long kept = execution.keptBytes();
    Locale before = Locale.getDefault();
    Locale.setDefault(Locale.forLanguageTag("ar-EG-u-nu-arab"));
    try {
      run(new Entries().open(8).request(8, 1, "3001"));
    } finally {
      Locale.setDefault(before);
    }
    assertThat(execution.keptBytes()).isEqualTo(2 * kept);
  }

  @Test
  void a_session_that_acknowledges_nothing_is_executed_until_its_answers_fill_their_bound() {
    Entries requests = new Entries().open(7);
    for (int sequence = 1; sequence <= 10; sequence++) {
      requests.request(7, sequence, "3000");
    }
    run(requests);
    assertThat(service.executed).isEqualTo(3);
    assertThat(execution.keptBytes()).isEqualTo(3 * 3032).isLessThanOrEqualTo(OF_ONE);
    assertThat(replies.subList(4, 11)).allMatch(reply -> reply.endsWith("OUT_OF_ORDER expects 4"));
  }

  @Test
  void a_refused_request_is_executed_when_resent_with_acknowledgements() {
    fill(7);
    assertThat(service.executed).isEqualTo(3);
    run(new Entries().entry(7, 4, 1, "3000"));
    assertThat(replies).containsExactly("7/4 OK 3000");
    run(new Entries().entry(7, 3, 1, "3000"));
    assertThat(replies).as("not acknowledged").containsExactly("7/3 OK 3000");
    assertThat(service.executed).isEqualTo(4);
  }

  @Test
  void a_keep_alive_acknowledges() {
    fill(7);
    run(new Entries().keepAlive(7, 3));
    assertThat(execution.keptBytes()).isEqualTo(3032);
    run(new Entries().keepAlive(7, Long.MAX_VALUE).keepAlive(7, Long.MIN_VALUE).keepAlive(7));
    assertThat(execution.keptBytes()).isZero();
    run(new Entries().entry(7, 4, 0, "10"));
    assertThat(replies).containsExactly("7/4 OK 10");
  }

  @Test
  void when_all_keep_too_much_those_that_keep_most_are_closed() {
    run(new Entries().open(1).open(2).open(3));
    run(new Entries().request(1, 1, "100").request(2, 1, "3000").request(2, 2, "3000"));
    run(new Entries().request(3, 1, "3000").request(3, 2, "3000").request(3, 3, "3000"));
    assertThat(execution.keptBytes()).isEqualTo(132 + 5 * 3032).isLessThanOrEqualTo(OF_ALL);
    run(new Entries().request(1, 2, "1000"));
    assertThat(replies).containsExactly("1/2 OK 1000", "3/-1 SESSION_EXPIRED 0");
    assertThat(execution.keptBytes()).isEqualTo(132 + 1032 + 2 * 3032);
    run(new Entries().request(3, 4, "1").request(2, 3, "1").request(1, 3, "1"));
    assertThat(replies).containsExactly("3/4 SESSION_EXPIRED", "2/3 OK 1", "1/3 OK 1");
  }

  @Test
  void of_two_that_keep_the_same_the_one_is_closed_that_was_active_earlier() throws Exception {
    run(new Entries().open(1).open(2).open(3), 1);
    run(new Entries().request(2, 1, "3000").request(2, 2, "3000"), 2);
    run(new Entries().request(1, 1, "3000").request(1, 2, "3000"), 3);
    Execution restored = new Execution(new Answers(), SETTINGS);
    restored.restore(new ByteArrayInputStream(Captured.of(execution)));
    for (Execution one : List.of(execution, restored)) {
      replies.clear();
      Entries third = new Entries().request(3, 1, "2000").request(3, 2, "2000");
      one.execute(slot, third.close(4), this::reply);
      one.execute(slot + 1, new Entries().keepAlive(1).keepAlive(2).close(5), this::reply);
      assertThat(replies)
          .containsExactly(
              "3/1 OK 2000",
              "3/2 OK 2000",
              "2/-1 SESSION_EXPIRED 0",
              "1/-1 OK 0",
              "2/-1 SESSION_EXPIRED 0");
    }
  }

  @Test
  void kept_answers_are_replied_again_from_where_it_is_wanted() {
    fill(7);
    run(new Entries().keepAlive(7, 2));
    replies.clear();
    execution.replyAgain(7, 1, Execution.NO_EVENTS, this::reply);
    assertThat(replies).containsExactly("7/2 OK 3000", "7/3 OK 3000");
    replies.clear();
    execution.replyAgain(7, 3, Execution.NO_EVENTS, this::reply);
    execution.replyAgain(8, 1, Execution.NO_EVENTS, this::reply);
    assertThat(replies).containsExactly("7/3 OK 3000");
  }

  @Test
  void a_snapshot_that_keeps_more_than_allowed_is_refused_with_the_setting() throws Exception {
    fill(7);
    byte[] captured = Captured.of(execution);
    new Execution(new Answers(), SETTINGS).restore(new ByteArrayInputStream(captured));
    assertRefused(captured, settings(2_999, OF_ONE, OF_ALL), "session.max-answer-bytes is 2999");
    assertRefused(captured, settings(LARGEST, 9_000, OF_ALL), "session.max-kept-bytes");
    run(new Entries().open(8).request(8, 1, "100"));
    assertRefused(
        Captured.of(execution), settings(LARGEST, 9_100, 9_200), "session.max-all-kept-bytes");
  }

  private static void assertRefused(byte[] captured, SessionSettings settings, String reason) {
    Execution execution = new Execution(new Answers(), settings);
    assertThatThrownBy(() -> execution.restore(new ByteArrayInputStream(captured)))
        .isInstanceOf(IOException.class)
        .hasMessageContaining(reason);
  }

  /** Three answers of {@code session}, as many as it keeps. */
  private void fill(long session) {
    Entries requests = new Entries().open(session);
    for (int sequence = 1; sequence <= 4; sequence++) {
      requests.request(session, sequence, "3000");
    }
    run(requests);
  }

  private void run(Entries entries) {
    run(entries, 0);
  }

  private void run(Entries entries, long timeMillis) {
    replies.clear();
    execution.execute(slot++, entries.close(timeMillis), this::reply);
  }

  private void reply(long session, long sequence, ReplyStatus status, byte[] answer) {
    String text =
        switch (status) {
          case SERVICE_ERROR -> new String(answer, StandardCharsets.UTF_8);
          case OUT_OF_ORDER -> "expects " + ByteBuffer.wrap(answer).getLong();
          case SESSION_EXPIRED -> sequence > 0 ? "" : "0";
          default -> "" + answer.length;
        };
    replies.add("%d/%d %s %s".formatted(session, sequence, status, text).strip());
  }
}
