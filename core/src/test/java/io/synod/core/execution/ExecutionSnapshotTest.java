package io.synod.core.execution;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.synod.core.check.BrokenInvariant;
import io.synod.core.command.Batch;
import io.synod.core.format.Extension;
import io.synod.core.settings.SessionSettings;
import io.synod.core.testing.Entries;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HexFormat;
import org.junit.jupiter.api.Test;

class ExecutionSnapshotTest {
  private static final SessionSettings SETTINGS = new SessionSettings(100, 4, 3);

  // Where the fields of the snapshot of small() stand.
  private static final int END = 4;
  private static final int LEADER_TIME = 12;
  private static final int EXTENSION = 20;
  private static final int OPEN_COUNT = 36;
  private static final int FIRST_ACTIVE = 48;
  private static final int FIRST_EXPECTED = 56;
  private static final int FIRST_KEPT = 64;
  private static final int FIRST_STATUS = 68;
  private static final int FIRST_ANSWER_LENGTH = 69;
  private static final int SECOND_ID = 93;
  private static final int OVER_COUNT = 121;
  private static final int OVER_KEPT = 149;
  private static final int SERVICE = 153;

  private final JournalService service = new JournalService();
  private final Execution execution = new Execution(service, SETTINGS);
  private final RecordedReplies replies = new RecordedReplies();
  private long slot;

  @Test
  void the_format_is_this_and_a_change_of_it_needs_a_new_version() throws IOException {
    small();
    assertThat(HexFormat.of().formatHex(captured())).isEqualTo(HexFormat.of().formatHex(golden()));
  }

  @Test
  void golden_bytes_are_restored_and_captured_again() throws IOException {
    Execution restored = restored(new JournalService(), SETTINGS, golden());
    assertThat(Captured.of(restored)).isEqualTo(golden());
    assertThat(restored.executed()).isEqualTo(3);
    assertThat(restored.sessions()).isEqualTo(2);
  }

  /** Hexadecimal; what follows a {@code #} is a comment. */
  private static byte[] golden() throws IOException {
    String name = "/formats/0.1.0/execution-snapshot.txt";
    try (InputStream in = ExecutionSnapshotTest.class.getResourceAsStream(name)) {
      String text = new String(in.readAllBytes(), StandardCharsets.UTF_8);
      return HexFormat.of().parseHex(text.replaceAll("#.*", "").replaceAll("\\s", ""));
    }
  }

  @Test
  void a_capture_does_not_change_while_the_execution_goes_on() throws IOException {
    small();
    byte[] before = captured();
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    try (ExecutionSnapshot snapshot = execution.capture()) {
      run(300, new Entries().open(1).open(2).open(3).request(1, 1, "x").closing(2));
      assertThat(snapshot.end()).isEqualTo(3);
      snapshot.writeTo(out);
    }
    assertThat(out.toByteArray()).isEqualTo(before);
    assertThat(captured()).isNotEqualTo(before);
  }

  @Test
  void a_restored_execution_answers_a_repeated_request_without_executing_it() throws IOException {
    small();
    JournalService other = new JournalService();
    Execution restored = restored(other, SETTINGS, captured());
    restored.execute(3, new Entries().request(7, 1, "a").request(7, 2, "b").close(70), replies);
    assertThat(replies.take()).containsExactly("7/1 OK done 1", "7/2 SERVICE_ERROR not today");
    assertThat(other.executed).hasSize(1);
  }

  @Test
  void a_restored_execution_does_not_reopen_an_expired_session() throws IOException {
    small();
    Execution restored = restored(new JournalService(), SETTINGS, captured());
    restored.execute(3, new Entries().open(9).close(140), replies);
    restored.execute(4, new Entries().open(9).close(141), replies);
    assertThat(replies.take()).containsExactly("9/0 SESSION_EXPIRED", "9/0 OK");
  }

  @Test
  void leader_time_does_not_go_back_behind_a_restore() throws IOException {
    small();
    JournalService other = new JournalService();
    Execution restored = restored(other, SETTINGS, captured());
    restored.execute(3, new Entries().request(7, 3, "c").close(10), replies);
    assertThat(other.executed.get(1)).endsWith("at 70");
  }

  @Test
  void nothing_of_before_is_left_by_a_restore() throws IOException {
    byte[] empty = captured();
    small();
    execution.restore(new ByteArrayInputStream(empty));
    assertThat(execution.executed()).isZero();
    assertThat(execution.sessions()).isZero();
    assertThat(captured()).isEqualTo(empty);
  }

  @Test
  void a_snapshot_is_restored_however_few_bytes_a_read_brings() throws IOException {
    small();
    byte[] captured = captured();
    execution.restore(new Dripping(captured));
    assertThat(captured()).isEqualTo(captured);
  }

  @Test
  void a_snapshot_that_ends_anywhere_too_early_is_refused() throws IOException {
    small();
    byte[] captured = captured();
    for (int length = 0; length < captured.length; length++) {
      byte[] cut = Arrays.copyOf(captured, length);
      Execution other = new Execution(new JournalService(), SETTINGS);
      assertThatThrownBy(() -> other.restore(new ByteArrayInputStream(cut)))
          .isInstanceOf(length < SERVICE ? EOFException.class : IOException.class)
          .hasMessageContaining(
              length < SERVICE
                  ? "ends early, after " + length + " bytes"
                  : "the service refused the snapshot of the slots before 3 after "
                      + (length - SERVICE)
                      + " of its bytes");
      assertUnusable(other);
    }
  }

  @Test
  void a_newer_format_is_refused_by_its_number() throws IOException {
    small();
    refused(0, 4, 2, "format 2 is newer than 1, the newest that this version of Synod reads");
    refused(0, 4, 0, "there is no format 0");
  }

  @Test
  void fields_of_later_versions_are_passed_over_unless_they_must_be_understood()
      throws IOException {
    small();
    byte[] captured = captured();
    byte[] digest = Arrays.copyOfRange(captured, OPEN_COUNT - Long.BYTES, OPEN_COUNT);
    Extension optional =
        Extension.EMPTY
            .with(ExecutionSnapshot.DIGEST, digest)
            .with(1, new byte[300])
            .with(0x7FFF, new byte[0]);
    Execution restored =
        restored(new JournalService(), SETTINGS, extended(captured, optional.encoded()));
    assertThat(Captured.of(restored)).as("kept out of the way").isEqualTo(captured);
    refused(
        SETTINGS,
        extended(captured, optional.with(0x8008, new byte[1]).encoded()),
        "a later version of Synod wrote it, with field 0x8008, which must be understood and which"
            + " this version does not know: restore it with that version or a later one");
    refused(
        SETTINGS,
        extended(captured, new byte[] {0, 65}),
        "before byte 22: extension of 65 fields, 64 are allowed");
  }

  /** The snapshot with another extension. */
  private static byte[] extended(byte[] snapshot, byte[] extension) {
    return ByteBuffer.allocate(snapshot.length - OPEN_COUNT + EXTENSION + extension.length)
        .put(snapshot, 0, EXTENSION)
        .put(extension)
        .put(snapshot, OPEN_COUNT, snapshot.length - OPEN_COUNT)
        .array();
  }

  @Test
  void an_impossible_capture_is_refused() throws IOException {
    small();
    refused(END, 8, -1, "before byte 12: it ends in slot -1");
    refused(LEADER_TIME, 8, -5, "its leader time is -5");
    refused(OPEN_COUNT, 4, -1, "there are -1 open sessions");
    refused(FIRST_ACTIVE, 8, 71, "session 7 was last active at 71, not between 0 and 70");
    refused(FIRST_ACTIVE, 8, -1, "session 7 was last active at -1, not between 0 and 70");
    refused(FIRST_EXPECTED, 8, 0, "session 7 expects sequence 0");
    refused(FIRST_EXPECTED, 8, 2, "session 7 keeps 2 answers before sequence 2");
    refused(FIRST_KEPT, 4, -1, "there are -1 kept answers");
    refused(FIRST_STATUS, 1, 2, "session 7 keeps an answer of status 2");
    refused(
        FIRST_ANSWER_LENGTH,
        4,
        -1,
        "session 7 keeps an answer of -1 bytes, session.max-answer-bytes is 2147483615");
    refused(FIRST_ANSWER_LENGTH, 4, Integer.MAX_VALUE - 32, "ends early");
    refused(SECOND_ID, 8, 7, "session 7 is there twice");
    refused(SECOND_ID + 8, 8, 49, "session 8 was last active at 49, not between 50 and 70");
    refused(OVER_COUNT, 4, -1, "there are -1 ended sessions");
    refused(OVER_COUNT + 4, 8, 8, "session 8 is there twice");
    refused(OVER_KEPT, 4, 1, "session 9 is over and keeps 1 answers");
  }

  @Test
  void more_than_the_settings_allow_is_refused_and_not_cut_down() throws IOException {
    small();
    String advice = "allows: start with at least as many as when the snapshot was taken";
    byte[] captured = captured();
    refused(
        new SessionSettings(100, 1, 3),
        captured,
        "2 kept answers are more than the 1 that session.max-outstanding " + advice);
    refused(
        new SessionSettings(100, 4, 1),
        captured,
        "2 open sessions are more than the 1 that session.max-count " + advice);
    run(80, new Entries().closing(7).closing(8));
    refused(
        new SessionSettings(100, 4, 2),
        captured(),
        "3 ended sessions are more than the 2 that session.max-count " + advice);
  }

  @Test
  void answers_within_the_settings_are_restored() throws IOException {
    small();
    byte[] captured = captured();
    Execution restored = restored(new JournalService(), new SessionSettings(100, 2, 2), captured);
    restored.execute(3, new Entries().request(7, 3, "c").request(7, 1, "a").close(70), replies);
    assertThat(replies.take()).as("the oldest answer is dropped").containsExactly("7/3 OK done 2");
  }

  @Test
  void after_a_restore_has_failed_another_snapshot_can_be_restored() throws IOException {
    small();
    byte[] captured = captured();
    byte[] cut = Arrays.copyOf(captured, captured.length - 1);
    assertThatThrownBy(() -> execution.restore(new ByteArrayInputStream(cut)))
        .isInstanceOf(IOException.class);
    assertUnusable(execution);
    execution.restore(new ByteArrayInputStream(captured));
    assertThat(captured()).isEqualTo(captured);
  }

  private void assertUnusable(Execution broken) {
    assertThatThrownBy(() -> broken.execute(broken.executed(), Batch.NOOP, replies))
        .isInstanceOf(BrokenInvariant.class);
    assertThatThrownBy(() -> broken.query(1, ByteBuffer.allocate(0), replies))
        .isInstanceOf(BrokenInvariant.class);
    assertThatThrownBy(broken::capture).isInstanceOf(BrokenInvariant.class);
  }

  /** Refused with {@code value} in the {@code bytes} bytes at {@code offset}. */
  private void refused(int offset, int bytes, long value, String message) throws IOException {
    byte[] changed = captured();
    for (int index = 0; index < bytes; index++) {
      changed[offset + index] = (byte) (value >>> 8 * (bytes - 1 - index));
    }
    refused(SETTINGS, changed, message);
  }

  private static void refused(SessionSettings settings, byte[] snapshot, String message) {
    assertThatThrownBy(() -> restored(new JournalService(), settings, snapshot))
        .isInstanceOf(IOException.class)
        .hasMessageContaining(message);
  }

  private static Execution restored(JournalService service, SessionSettings settings, byte[] from)
      throws IOException {
    Execution restored = new Execution(service, settings);
    restored.restore(new ByteArrayInputStream(from));
    return restored;
  }

  private byte[] captured() {
    return Captured.of(execution);
  }

  /** Sessions 7 with two answers and 8 with none are open, session 9 is over. */
  private void small() {
    run(40, new Entries().open(7).open(8).open(9).closing(9));
    run(50, new Entries().request(7, 1, "a").request(7, 2, "refuse"));
    run(70, new Entries().keepAlive(8));
    replies.take();
  }

  private void run(long leaderTimeMillis, Entries entries) {
    execution.execute(slot++, entries.close(leaderTimeMillis), replies);
  }

  /** One byte for each read. */
  private static final class Dripping extends InputStream {
    private final ByteArrayInputStream in;

    Dripping(byte[] bytes) {
      in = new ByteArrayInputStream(bytes);
    }

    @Override
    public int read() {
      return in.read();
    }

    @Override
    public int read(byte[] bytes, int offset, int length) {
      return in.read(bytes, offset, Math.min(length, 1));
    }
  }
}
