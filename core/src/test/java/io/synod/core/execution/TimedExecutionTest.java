package io.synod.core.execution;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.synod.core.command.Batch;
import io.synod.core.settings.OnException;
import io.synod.core.settings.ServiceSettings;
import io.synod.core.settings.SessionSettings;
import io.synod.core.testing.Entries;
import io.synod.service.ExecutionContext;
import io.synod.service.Service;
import io.synod.service.ServiceException;
import io.synod.service.Snapshot;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

class TimedExecutionTest {
  private static final SessionSettings SESSIONS = new SessionSettings(1_000_000, 64, 4);
  private static final int TIMERS_MAX = 3;

  private final RecordedExceptions exceptions = new RecordedExceptions();
  private final RecordedReplies replies = new RecordedReplies();
  private Clockwork service = new Clockwork();
  private Execution execution = execution(service, OnException.REPLY);
  private long slot;
  private long sequence;

  /**
   * Understands "set ID AT", "try ID AT", which answers with the refusal, "apart ID AT", which
   * tries on another thread, "cancel ID" and "note". A timer of an id below 0 throws, "again" sets
   * it anew, and 100 cancels 101.
   */
  private static final class Clockwork implements Service {
    private final List<String> ran = new ArrayList<>();
    private ExecutionContext last;
    private boolean again;

    @Override
    public byte[] execute(ByteBuffer request, ExecutionContext context) {
      String[] words = StandardCharsets.UTF_8.decode(request).toString().split(" ");
      last = context;
      return switch (words[0]) {
        case "set" -> {
          context.schedule(Long.parseLong(words[1]), Long.parseLong(words[2]));
          yield "set".getBytes(StandardCharsets.UTF_8);
        }
        case "try" -> attempt(words, context);
        case "apart" ->
            CompletableFuture.supplyAsync(
                    () -> attempt(words, context), task -> new Thread(task).start())
                .join();
        case "cancel" ->
            String.valueOf(context.cancel(Long.parseLong(words[1])))
                .getBytes(StandardCharsets.UTF_8);
        default -> {
          ran.add("request at #" + context.slot());
          yield new byte[0];
        }
      };
    }

    private static byte[] attempt(String[] words, ExecutionContext context) {
      try {
        context.schedule(Long.parseLong(words[1]), Long.parseLong(words[2]));
        return new byte[0];
      } catch (IllegalStateException refusal) {
        return refusal.getMessage().getBytes(StandardCharsets.UTF_8);
      }
    }

    @Override
    public void onTimer(long id, ExecutionContext context) throws ServiceException {
      ran.add(
          "%d at #%d[%d] of %d at %d"
              .formatted(
                  id,
                  context.slot(),
                  context.indexInBatch(),
                  context.session(),
                  context.leaderTimeMillis()));
      if (id == -1) {
        throw new ServiceException("not now");
      } else if (id == -2) {
        throw new StackOverflowError("deep");
      } else if (id == 100) {
        context.cancel(101);
      } else if (again) {
        context.schedule(id, 0);
      }
    }

    @Override
    public byte[] query(ByteBuffer request) {
      last.cancel(1);
      return new byte[0];
    }

    @Override
    public Snapshot snapshot() {
      return out -> out.write(again ? 1 : 0);
    }

    @Override
    public void restore(InputStream in) throws IOException {
      again = in.read() == 1;
    }
  }

  private Execution execution(Service executed, OnException onException) {
    return new Execution(
        executed, SESSIONS, new ServiceSettings(onException, TIMERS_MAX), exceptions);
  }

  private void run(long leaderTimeMillis, String... requests) {
    Entries entries = new Entries();
    if (sequence == 0) {
      entries.open(7);
    }
    for (String request : requests) {
      entries.request(7, ++sequence, request);
    }
    execution.execute(slot++, entries.close(leaderTimeMillis), replies);
  }

  private void empty(long leaderTimeMillis) {
    byte[] bytes = new byte[Batch.HEADER_BYTES];
    execution.execute(slot++, Batch.close(bytes, leaderTimeMillis, 0), replies);
  }

  @Test
  void a_timer_runs_once_before_the_first_request_of_the_first_batch_of_its_time() {
    run(40, "set 5 60", "set 6 50");
    assertThat(execution.nextTimerMillis()).isEqualTo(50);
    assertThat(execution.timers()).isEqualTo(2);
    run(49, "note");
    assertThat(service.ran).containsExactly("request at #1");
    run(60, "note");
    empty(61);
    assertThat(service.ran)
        .containsExactly(
            "request at #1", "6 at #2[-1] of 0 at 60", "5 at #2[-1] of 0 at 60", "request at #2");
    assertThat(execution.nextTimerMillis()).isEqualTo(Long.MAX_VALUE);
    assertThat(execution.timers()).isZero();
  }

  @Test
  void an_empty_batch_runs_timers() {
    run(40, "set 5 60");
    empty(60);
    assertThat(service.ran).containsExactly("5 at #1[-1] of 0 at 60");
    assertThat(execution.leaderTimeMillis()).isEqualTo(60);
  }

  @Test
  void while_leader_time_stands_still_nothing_is_due() {
    run(70, "note");
    run(60, "set 5 71");
    empty(50);
    assertThat(service.ran).containsExactly("request at #0");
    empty(71);
    assertThat(service.ran).hasSize(2);
  }

  @Test
  void a_past_time_is_the_next_millisecond() {
    run(40, "set 5 0");
    assertThat(execution.nextTimerMillis()).isEqualTo(41);
    empty(40);
    assertThat(service.ran).isEmpty();
    empty(41);
    assertThat(service.ran).hasSize(1);
  }

  @Test
  void a_timer_that_sets_itself_again_runs_in_a_later_batch() {
    service.again = true;
    run(40, "set 5 50");
    empty(50);
    assertThat(service.ran).hasSize(1);
    assertThat(execution.nextTimerMillis()).isEqualTo(51);
    empty(90);
    assertThat(service.ran).hasSize(2);
  }

  @Test
  void a_timer_can_cancel_another_that_is_due_with_it() {
    run(40, "set 100 50", "set 101 50");
    empty(50);
    assertThat(service.ran).containsExactly("100 at #1[-1] of 0 at 50");
  }

  @Test
  void whether_a_timer_was_set_is_said() {
    run(40, "set 5 50", "cancel 5", "cancel 5");
    assertThat(replies.take())
        .containsExactly("7/0 OK", "7/1 OK set", "7/2 OK true", "7/3 OK false");
    empty(50);
    assertThat(service.ran).isEmpty();
  }

  @Test
  void one_timer_too_many_is_the_requests_result() {
    run(40, "set 1 50", "set 2 50", "set 3 50", "set 4 50", "set 3 60");
    assertThat(replies.take())
        .containsExactly(
            "7/0 OK",
            "7/1 OK set",
            "7/2 OK set",
            "7/3 OK set",
            "7/4 SERVICE_ERROR java.lang.IllegalStateException: 3 timers are set, as many as"
                + " service.max-timers allows",
            "7/5 OK set");
  }

  @Test
  void the_refusal_has_the_same_digits_in_every_locale() {
    run(40, "set 1 50", "set 2 50", "set 3 50");
    replies.take();
    Locale before = Locale.getDefault();
    Locale.setDefault(Locale.forLanguageTag("ar-EG-u-nu-arab"));
    try {
      run(41, "try 4 50");
    } finally {
      Locale.setDefault(before);
    }
    assertThat(replies.take())
        .containsExactly("7/4 OK 3 timers are set, as many as service.max-timers allows");
  }

  @Test
  void an_exception_is_reported_and_the_other_timers_run() {
    run(40, "set -1 50", "set 1 50");
    empty(50);
    assertThat(exceptions.lines)
        .containsExactly("timer -1 at #1[-1]: io.synod.service.ServiceException: not now");
    assertThat(service.ran).hasSize(2);
    assertThat(execution.executed()).isEqualTo(2);
  }

  @Test
  void an_exception_stops_the_replica_where_exceptions_do_and_an_error_everywhere() {
    execution = execution(service, OnException.STOP);
    run(40, "set -1 50");
    assertThatThrownBy(() -> empty(50))
        .isInstanceOf(ServiceFailure.class)
        .hasMessage(
            "the service failed at timer -1, before the requests of slot 1:"
                + " io.synod.service.ServiceException: not now; every replica calls it there, also"
                + " after a restart: if it fails on all of them, mend the service");
    service = new Clockwork();
    execution = execution(service, OnException.REPLY);
    slot = 0;
    sequence = 0;
    run(40, "set -2 50");
    assertThatThrownBy(() -> empty(50)).isInstanceOf(ServiceFailure.class);
  }

  @Test
  void the_context_is_of_no_use_behind_the_call() {
    run(40, "set 1 50");
    assertThatThrownBy(() -> service.last.schedule(2, 60))
        .isInstanceOf(IllegalStateException.class)
        .hasMessage(
            "a context is used after the call of the service that it was given to, or on another thread");
    replies.take();
    execution.query(9, ByteBuffer.allocate(0), replies);
    assertThat(replies.take().get(0)).startsWith("0/9 SERVICE_ERROR");
    assertThat(execution.timers()).isEqualTo(1);
  }

  /** Its order with the calls of the service's thread would differ on each replica. */
  @Test
  void a_context_refuses_another_thread_during_the_call() {
    run(40, "set 1 50", "apart 2 60");
    assertThat(replies.take().get(2)).contains(" or on another thread");
    assertThat(execution.timers()).isEqualTo(1);
  }

  @Test
  void a_restored_execution_runs_the_same_timers_in_the_same_order() throws IOException {
    run(40, "set 3 60", "set 1 60", "set 2 50");
    byte[] bytes = Captured.of(execution);
    Clockwork other = new Clockwork();
    Execution restored = execution(other, OnException.REPLY);
    restored.restore(new ByteArrayInputStream(bytes));
    assertThat(restored.timers()).isEqualTo(3);
    assertThat(restored.nextTimerMillis()).isEqualTo(50);
    assertThat(Captured.of(restored)).isEqualTo(bytes);
    restored.execute(1, Batch.close(new byte[Batch.HEADER_BYTES], 60, 0), replies);
    empty(60);
    assertThat(other.ran).isEqualTo(service.ran).hasSize(3);
    assertThat(Captured.of(restored)).isEqualTo(Captured.of(execution));
  }

  @Test
  void timers_of_before_are_gone_after_a_restore() throws IOException {
    byte[] bytes = Captured.of(execution);
    run(40, "set 3 60");
    execution.restore(new ByteArrayInputStream(bytes));
    assertThat(execution.timers()).isZero();
    execution.execute(0, Batch.close(new byte[Batch.HEADER_BYTES], 90, 0), replies);
    assertThat(service.ran).isEmpty();
  }

  @Test
  void bytes_that_no_capture_writes_are_refused() throws IOException {
    run(40, "set 3 60", "set 1 70");
    byte[] bytes = Captured.of(execution);
    // The service's byte is the last; before it each timer has 16.
    int first = bytes.length - 1 - 32;
    assertRefused(bytes, first + 16, 3, "timer 3 is there twice");
    assertRefused(bytes, first + 8, 40, "timer 3 is due at 40, before 41");
    assertRefused(bytes, first + 24, 59, "timer 1 is due at 59, before 60");
    Execution small =
        new Execution(service, SESSIONS, new ServiceSettings(OnException.STOP, 1), exceptions);
    assertThatThrownBy(() -> small.restore(new ByteArrayInputStream(bytes)))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("2 timers are more than the 1 that service.max-timers allows");
  }

  private void assertRefused(byte[] bytes, int at, long value, String reason) {
    Captured.assertRefused(execution(new Clockwork(), OnException.REPLY), bytes, at, value, reason);
  }
}
