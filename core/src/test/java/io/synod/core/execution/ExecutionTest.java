package io.synod.core.execution;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.synod.core.check.BrokenInvariant;
import io.synod.core.command.Batch;
import io.synod.core.command.BatchEntry;
import io.synod.core.settings.OnException;
import io.synod.core.settings.ServiceSettings;
import io.synod.core.settings.SessionSettings;
import io.synod.core.testing.Entries;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ExecutionTest {
  private static final SessionSettings SETTINGS = new SessionSettings(100, 4, 2);

  private final JournalService service = new JournalService();
  private final RecordedExceptions exceptions = new RecordedExceptions();
  private final Execution execution =
      new Execution(service, SETTINGS, new ServiceSettings(OnException.REPLY, 3), exceptions);
  private final RecordedReplies replies = new RecordedReplies();
  private long slot;

  @Test
  void a_request_is_executed_with_its_place_in_the_order() {
    run(40, open(7).request(7, 1, "a").request(7, 2, "b"));
    assertThat(service.executed)
        .containsExactly("a at #0[1] of session 7 at 40", "b at #0[2] of session 7 at 40");
    assertThat(replies.take()).containsExactly("7/0 OK", "7/1 OK done 1", "7/2 OK done 2");
    assertThat(execution.executed()).isEqualTo(1);
  }

  @ParameterizedTest
  @ValueSource(longs = {-7, -8, -1000, Long.MIN_VALUE})
  void at_a_control_that_only_a_later_version_knows_execution_stops(long sequence) {
    run(40, open(7));
    Entries entries = new Entries().request(7, 1, "a").entry(0, sequence, 0, "?");
    assertThatThrownBy(() -> run(40, entries.request(7, 2, "b")))
        .isInstanceOf(UnknownControl.class)
        .hasMessage(
            "slot 1 holds control sequence %d, as entry 1, which a later version of Synod wrote"
                    .formatted(sequence)
                + " and this version does not know; without it this replica would differ from the"
                + " others: start that version or a later one again");
    assertThat(execution.executed()).isEqualTo(1);
    assertThat(replies.take()).containsExactly("7/0 OK", "7/1 OK done 1");
  }

  @Test
  void a_repeated_request_is_answered_from_the_cache_and_not_executed() {
    run(0, open(7).request(7, 1, "a").request(7, 2, "b"));
    replies.take();
    run(0, new Entries().request(7, 1, "a").request(7, 2, "b").request(7, 1, "a"));
    assertThat(replies.take()).containsExactly("7/1 OK done 1", "7/2 OK done 2", "7/1 OK done 1");
    assertThat(service.executed).hasSize(2);
  }

  @Test
  void a_gap_is_not_executed_and_names_the_expected_sequence() {
    run(0, open(7).request(7, 1, "a").request(7, 3, "c").request(7, 2, "b").request(7, 3, "c"));
    assertThat(replies.take())
        .containsExactly(
            "7/0 OK",
            "7/1 OK done 1",
            "7/3 OUT_OF_ORDER expects 2",
            "7/2 OK done 2",
            "7/3 OK done 3");
  }

  @Test
  void a_query_through_the_log_is_answered_in_its_session_s_order_and_changes_nothing() {
    Entries entries = open(7).request(7, 1, "a");
    run(0, entries.entry(7, 2, BatchEntry.asQuery(1), "q").request(7, 3, "b"));
    assertThat(replies.take())
        .containsExactly("7/0 OK", "7/1 OK done 1", "7/2 OK executed 1", "7/3 OK done 2");
    run(0, new Entries().entry(7, 2, BatchEntry.asQuery(1), "q"));
    assertThat(replies.take()).as("repeated").containsExactly("7/2 OK executed 1");
    assertThat(service.executed).hasSize(2);
  }

  @Test
  void a_query_through_the_log_may_be_refused_by_the_service() {
    run(0, open(7).entry(7, 1, BatchEntry.asQuery(0), "refuse"));
    assertThat(replies.take()).containsExactly("7/0 OK", "7/1 SERVICE_ERROR not today");
  }

  @Test
  void a_request_of_no_session_is_not_executed() {
    run(0, new Entries().request(9, 1, "a").keepAlive(9).closing(9));
    assertThat(replies.take())
        .containsExactly("9/1 SESSION_EXPIRED", "9/-1 SESSION_EXPIRED", "9/-2 SESSION_EXPIRED");
    assertThat(service.executed).isEmpty();
  }

  @Test
  void an_acknowledged_answer_is_dropped_and_its_request_stays_unexecuted() {
    run(0, open(7).request(7, 1, "a").entry(7, 2, 0, "b"));
    replies.take();
    run(0, new Entries().request(7, 1, "a"));
    assertThat(replies.take()).isEmpty();
    run(0, new Entries().request(7, 2, "b"));
    assertThat(replies.take()).containsExactly("7/2 OK done 2");
    assertThat(service.executed).hasSize(2);
  }

  @Test
  void an_idle_session_expires_by_leader_time_and_keep_alive_prevents_it() {
    run(1_000, open(7).open(8));
    run(1_060, new Entries().keepAlive(8));
    replies.take();
    run(1_101, new Entries().request(7, 1, "late").request(8, 1, "kept"));
    assertThat(replies.take())
        .containsExactly("7/-1 SESSION_EXPIRED", "7/1 SESSION_EXPIRED", "8/1 OK done 1");
    assertThat(execution.sessions()).isEqualTo(1);
  }

  @Test
  void leader_time_never_goes_back() {
    run(1_000, open(7));
    run(400, new Entries().request(7, 1, "a"));
    execution.execute(slot++, Batch.NOOP, replies);
    run(1_050, new Entries().request(7, 2, "b"));
    assertThat(service.executed)
        .containsExactly("a at #1[0] of session 7 at 1000", "b at #3[0] of session 7 at 1050");
  }

  @Test
  void one_session_too_many_evicts_the_least_recently_active() {
    run(0, open(1));
    run(1, open(2));
    run(2, new Entries().request(1, 1, "a"));
    run(3, open(3));
    replies.take();
    run(4, new Entries().request(2, 1, "b").request(1, 2, "c"));
    assertThat(replies.take()).containsExactly("2/1 SESSION_EXPIRED", "1/2 OK done 2");
  }

  @Test
  void a_closed_session_executes_nothing_any_more() {
    run(0, open(7).request(7, 1, "a").closing(7).request(7, 2, "b"));
    assertThat(replies.take())
        .containsExactly("7/0 OK", "7/1 OK done 1", "7/-2 OK", "7/2 SESSION_EXPIRED");
    assertThat(execution.sessions()).isZero();
  }

  @Test
  void opening_an_open_session_again_changes_nothing() {
    run(0, open(7).request(7, 1, "a").open(7).request(7, 1, "a"));
    assertThat(service.executed).hasSize(1);
  }

  @Test
  void a_service_exception_is_the_result_and_is_cached_as_one() {
    run(0, open(7).request(7, 1, "refuse").request(7, 1, "refuse").request(7, 2, "b"));
    assertThat(replies.take())
        .containsExactly(
            "7/0 OK",
            "7/1 SERVICE_ERROR not today",
            "7/1 SERVICE_ERROR not today",
            "7/2 OK done 1");
  }

  @ParameterizedTest
  @CsvSource({
    "fail, java.lang.IllegalStateException: broken",
    "sneak, java.io.IOException: checked",
    "silent, java.lang.IllegalStateException",
    "twice, io.synod.core.execution.JournalService$Unreadable"
  })
  void an_exception_is_the_result_and_its_class_is_kept_of_it(String how, String text) {
    run(0, open(7).request(7, 1, how).request(7, 2, "b").request(7, 1, how));
    assertThat(replies.take())
        .containsExactly(
            "7/0 OK",
            "7/1 SERVICE_ERROR " + text,
            "7/2 OK done 1",
            // The message may not be the same on all replicas, and what is kept must be.
            "7/1 SERVICE_ERROR " + text.replaceAll(":.*", ""));
    assertThat(execution.executed()).isEqualTo(1);
  }

  @Test
  void a_query_is_answered_on_the_state_as_executed_so_far() {
    run(0, open(7).request(7, 1, "a"));
    replies.take();
    query("how many");
    query("refuse");
    assertThat(replies.take()).containsExactly("0/5 OK executed 1", "0/5 SERVICE_ERROR not today");
  }

  @Test
  void a_query_that_throws_is_answered_with_the_exception() {
    query("fail");
    query("sneak");
    query("null");
    assertThat(replies.take())
        .containsExactly(
            "0/5 SERVICE_ERROR java.lang.IllegalStateException: broken",
            "0/5 SERVICE_ERROR java.io.IOException: checked",
            "0/5 SERVICE_ERROR java.lang.IllegalStateException: the service answered null");
  }

  @Test
  void an_error_stops_the_replica_and_names_the_request() {
    run(0, open(7));
    assertThatThrownBy(() -> run(0, new Entries().keepAlive(7).request(7, 1, "die")))
        .isInstanceOf(ServiceFailure.class)
        .hasMessageStartingWith("the service failed in slot 1, request 1 (session 7, sequence 1)")
        .hasCauseInstanceOf(StackOverflowError.class);
    assertThatThrownBy(() -> query("die")).isInstanceOf(ServiceFailure.class);
  }

  @Test
  void slots_are_executed_in_order_without_gaps() {
    run(0, open(7));
    assertThatThrownBy(() -> execution.execute(2, Batch.NOOP, replies))
        .isInstanceOf(BrokenInvariant.class);
    assertThatThrownBy(() -> execution.execute(0, Batch.NOOP, replies))
        .isInstanceOf(BrokenInvariant.class);
  }

  private void run(long leaderTimeMillis, Entries entries) {
    execution.execute(slot++, entries.close(leaderTimeMillis), replies);
  }

  private void query(String text) {
    execution.query(5, ByteBuffer.wrap(text.getBytes(StandardCharsets.UTF_8)), replies);
  }

  private static Entries open(long session) {
    return new Entries().open(session);
  }
}
