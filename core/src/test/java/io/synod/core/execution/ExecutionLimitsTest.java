package io.synod.core.execution;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.synod.core.session.SessionLimits;
import io.synod.core.settings.AnswerLimits;
import io.synod.core.settings.SessionSettings;
import io.synod.core.testing.Entries;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Executions of logs that change the limits of sessions. */
class ExecutionLimitsTest {
  private static final SessionSettings FIRST = settings(2, 2048);

  private final RecordedReplies replies = new RecordedReplies();
  private final Execution execution = new Execution(new Answers(), FIRST);
  private long slot;

  private static SessionSettings settings(int sessions, int largest) {
    AnswerLimits answers = new AnswerLimits(largest, 10_000, 100_000);
    return new SessionSettings(1_000, 4, sessions, answers, 1 << 20);
  }

  private void run(Entries entries) {
    execution.execute(slot++, entries.close(0), replies);
  }

  private static SessionLimits change(int number, int sessions, int largest) {
    return new SessionLimits(number, settings(sessions, largest));
  }

  @Test
  void other_limits_hold_from_their_entry_on() {
    run(
        new Entries()
            .open(7)
            .request(7, 1, "3000")
            .limits(change(1, 2, 3000))
            .request(7, 2, "3000"));
    List<String> taken = replies.take();
    assertThat(taken.get(1)).startsWith("7/1 SERVICE_ERROR the request was executed, but");
    assertThat(taken.get(2)).startsWith("7/2 OK");
    assertThat(execution.limits().number()).isEqualTo(1);
  }

  @Test
  void a_change_that_comes_twice_or_too_late_changes_nothing() {
    run(new Entries().limits(change(1, 3, 2048)).limits(change(1, 9, 2048)));
    run(new Entries().limits(change(1, 3, 2048)).entry(97, -6, 0, "none").open(1).open(2).open(3));
    assertThat(execution.sessions()).isEqualTo(3);
    assertThat(execution.limits()).isEqualTo(change(1, 3, 2048));
  }

  @Test
  void clients_of_sessions_that_end_receive_session_expired() {
    run(new Entries().open(1).open(2).limits(change(1, 1, 2048)).request(2, 1, "10"));
    assertThat(replies.take()).contains("1/-1 SESSION_EXPIRED");
    assertThat(execution.sessions()).isEqualTo(1);
  }

  @Test
  void a_snapshot_keeps_the_limits() throws IOException {
    run(new Entries().limits(change(1, 3, 3000)).open(1).open(2).open(3).request(3, 1, "3000"));
    Execution restored = new Execution(new Answers(), FIRST);
    restored.restore(new ByteArrayInputStream(Captured.of(execution)));
    assertThat(restored.limits()).isEqualTo(change(1, 3, 3000));
    assertThat(restored.sessions()).isEqualTo(3);
  }

  @Test
  void a_snapshot_whose_limits_are_none_is_refused() throws IOException {
    run(new Entries().limits(change(1, 3, 3000)));
    byte[] snapshot = Captured.of(execution);
    byte[] payload = change(1, 3, 3000).payload();
    int at = text(snapshot).indexOf(text(payload));
    snapshot[at] = -1;
    assertThatThrownBy(
            () -> new Execution(new Answers(), FIRST).restore(new ByteArrayInputStream(snapshot)))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("its limits of sessions are none");
  }

  private static String text(byte[] bytes) {
    return new String(bytes, StandardCharsets.ISO_8859_1);
  }
}
