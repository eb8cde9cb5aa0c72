package io.synod.core.execution;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.synod.core.check.BrokenInvariant;
import io.synod.core.command.Batch;
import io.synod.core.command.BatchEntry;
import io.synod.core.command.SkipEntry;
import io.synod.core.settings.OnException;
import io.synod.core.settings.ServiceSettings;
import io.synod.core.settings.SessionSettings;
import io.synod.core.testing.Entries;
import io.synod.service.ExecutionContext;
import io.synod.service.QueryContext;
import io.synod.service.Service;
import io.synod.service.Snapshot;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.Test;

/** A service that throws where that stops it, and the request that is skipped then. */
class HaltTest {
  private static final SessionSettings SESSIONS = new SessionSettings(1_000, 64, 100);
  private static final ServiceSettings STOP = new ServiceSettings(OnException.STOP, 8, 1);

  private final RecordedReplies replies = new RecordedReplies();
  private final RecordedExceptions exceptions = new RecordedExceptions();
  private final Words service = new Words();
  private final Execution execution = new Execution(service, SESSIONS, STOP, exceptions);

  /** Keeps all words; throws at "poison" after it has kept it. */
  private static final class Words implements Service {
    private final List<String> words = new ArrayList<>();

    @Override
    public byte[] execute(ByteBuffer request, ExecutionContext context) {
      String word = UTF_8.decode(request).toString();
      words.add(word);
      if (word.startsWith("poison")) {
        throw new IllegalStateException("cannot take " + word);
      }
      return word.toUpperCase(Locale.ROOT).getBytes(UTF_8);
    }

    /** "executed" asks which slots are; anything else is a word. */
    @Override
    public byte[] query(ByteBuffer request, QueryContext context) {
      return UTF_8.decode(request.duplicate()).toString().equals("executed")
          ? String.valueOf(context.executed()).getBytes(UTF_8)
          : execute(request, null);
    }

    @Override
    public Snapshot snapshot() {
      byte[] captured = String.join(" ", words).getBytes(UTF_8);
      return out -> out.write(captured);
    }

    @Override
    public void restore(InputStream in) throws IOException {
      words.clear();
      words.addAll(List.of(new String(in.readAllBytes(), UTF_8).split(" ")));
    }
  }

  private static Batch poisoned() {
    return new Entries()
        .open(7)
        .request(7, 1, "a")
        .request(7, 2, "poison")
        .request(7, 3, "b")
        .close(5);
  }

  @Test
  void nothing_behind_the_request_is_executed_until_it_is_skipped() {
    execution.execute(0, poisoned(), replies);
    assertThat(execution.executed()).isZero();
    assertThat(execution.halt())
        .isEqualTo(
            new Halt(
                new SkipEntry(0, 2), 7, 2, "java.lang.IllegalStateException: cannot take poison"));
    assertThat(replies.take()).containsExactly("7/0 OK", "7/1 OK A");
    assertThat(service.words).containsExactly("a", "poison");
    assertThatThrownBy(() -> execution.execute(1, Batch.NOOP, replies))
        .isInstanceOf(BrokenInvariant.class);
    assertThatThrownBy(() -> execution.query(1, ByteBuffer.allocate(0), replies))
        .isInstanceOf(BrokenInvariant.class);
    execution.skip(replies);
    assertThat(execution.halt()).isNull();
    assertThat(execution.executed()).isEqualTo(1);
    assertThat(replies.take())
        .containsExactly(
            "7/2 SERVICE_ERROR the service failed at this request, which was skipped: slot 0, request 2",
            "7/3 OK B");
    assertThatThrownBy(() -> execution.skip(replies)).isInstanceOf(BrokenInvariant.class);
  }

  @Test
  void a_copy_from_the_snapshot_halts_at_the_same_request() throws IOException {
    execution.execute(0, Batch.NOOP, replies);
    execution.execute(1, poisoned(), replies);
    replies.take();
    Words copied = new Words();
    Execution copy = new Execution(copied, SESSIONS, STOP, exceptions);
    byte[] snapshot = Captured.of(execution);
    copy.restore(new ByteArrayInputStream(snapshot));
    assertThat(copy.executed()).isEqualTo(2);
    assertThat(copy.halt()).isEqualTo(execution.halt());
    assertThatThrownBy(() -> copy.execute(2, Batch.NOOP, replies))
        .isInstanceOf(BrokenInvariant.class);
    assertThat(Captured.of(copy)).isEqualTo(snapshot);
    for (Execution each : List.of(execution, copy)) {
      each.skip(replies);
      assertThat(each.halt()).isNull();
      assertThat(each.executed()).isEqualTo(2);
      assertThat(replies.take())
          .containsExactly(
              "7/2 SERVICE_ERROR the service failed at this request, which was skipped: slot 1, request 2",
              "7/3 OK B");
    }
    assertThat(copied.words).isEqualTo(service.words).containsExactly("a", "poison", "b");
    assertThat(copy.stateDigest()).isEqualTo(execution.stateDigest());
    assertThat(Captured.of(copy)).isEqualTo(Captured.of(execution));
  }

  @Test
  void a_query_behind_the_request_sees_as_many_slots_where_the_snapshot_was_restored()
      throws IOException {
    for (int slot = 0; slot < 9; slot++) {
      execution.execute(slot, Batch.NOOP, replies);
    }
    Entries entries = new Entries().open(7).request(7, 1, "poison");
    entries.entry(7, 2, BatchEntry.asQuery(2), "executed");
    execution.execute(9, entries.close(5), replies);
    Execution copy = new Execution(new Words(), SESSIONS, STOP, exceptions);
    copy.restore(new ByteArrayInputStream(Captured.of(execution)));
    for (Execution each : List.of(execution, copy)) {
      replies.take();
      each.skip(replies);
      assertThat(replies.take()).endsWith("7/2 OK 9");
    }
    assertThat(copy.keptBytes()).isEqualTo(execution.keptBytes());
    assertThat(copy.stateDigest()).isEqualTo(execution.stateDigest());
  }

  @Test
  void the_second_halt_in_a_batch_is_restored_too() throws IOException {
    Entries entries = new Entries().open(7).request(7, 1, "poison1").request(7, 2, "poison2");
    execution.execute(0, entries.request(7, 3, "b").close(5), replies);
    execution.skip(replies);
    Words copied = new Words();
    Execution copy = new Execution(copied, SESSIONS, STOP, exceptions);
    copy.restore(new ByteArrayInputStream(Captured.of(execution)));
    assertThat(copy.halt().request()).isEqualTo(new SkipEntry(0, 2));
    copy.skip(replies);
    assertThat(copied.words).containsExactly("poison1", "poison2", "b");
  }

  @Test
  void a_damaged_place_is_refused() throws IOException {
    execution.execute(0, poisoned(), replies);
    byte[] snapshot = Captured.of(execution);
    // The index of the request in the field with tag 0x8007.
    int at = indexOf(snapshot, new byte[] {(byte) 0x80, 7, 0, 0, 0, 12}) + 6;
    assertThatThrownBy(
            () -> {
              ByteBuffer.wrap(snapshot).putInt(at, 3);
              new Execution(new Words(), SESSIONS, STOP, exceptions)
                  .restore(new ByteArrayInputStream(snapshot));
            })
        .isInstanceOf(IOException.class)
        .hasMessageContaining(
            "its service has halted at sequence 3 of session 7, which expects another one");
    for (int index : new int[] {-1, 0, 4, Integer.MAX_VALUE}) {
      ByteBuffer.wrap(snapshot).putInt(at, index);
      Execution copy = new Execution(new Words(), SESSIONS, STOP, exceptions);
      assertThatThrownBy(() -> copy.restore(new ByteArrayInputStream(snapshot)))
          .isInstanceOf(IOException.class)
          .hasMessageContaining("entry %d of a batch of 4 is no request", index);
    }
  }

  private static int indexOf(byte[] bytes, byte[] wanted) {
    for (int at = 0; at + wanted.length <= bytes.length; at++) {
      if (Arrays.equals(bytes, at, at + wanted.length, wanted, 0, wanted.length)) {
        return at;
      }
    }
    throw new AssertionError("not there");
  }

  @Test
  void its_answer_is_kept_and_its_session_goes_on() {
    execution.execute(0, poisoned(), replies);
    execution.skip(replies);
    replies.take();
    execution.execute(
        1, new Entries().request(7, 2, "poison").request(7, 4, "c").close(6), replies);
    assertThat(replies.take())
        .containsExactly(
            "7/2 SERVICE_ERROR the service failed at this request, which was skipped: slot 0, request 2",
            "7/4 OK C");
    assertThat(service.words).containsExactly("a", "poison", "b", "c");
  }

  @Test
  void one_batch_may_hold_several() {
    Entries entries = new Entries().open(7).request(7, 1, "poison1").request(7, 2, "poison2");
    execution.execute(0, entries.close(5), replies);
    execution.skip(replies);
    assertThat(execution.halt().request()).isEqualTo(new SkipEntry(0, 2));
    assertThat(execution.executed()).isZero();
    execution.skip(replies);
    assertThat(execution.executed()).isEqualTo(1);
  }

  @Test
  void the_entry_itself_does_nothing_when_it_is_executed() {
    execution.execute(0, poisoned(), replies);
    execution.skip(replies);
    replies.take();
    execution.execute(1, new Entries().skip(0, 2).skip(5, 5).request(7, 4, "c").close(6), replies);
    assertThat(replies.take()).containsExactly("7/4 OK C");
  }

  @Test
  void replicas_that_skip_have_equal_digests_and_snapshots() throws IOException {
    Execution other = new Execution(new Words(), SESSIONS, STOP, exceptions);
    for (Execution one : List.of(execution, other)) {
      one.execute(0, poisoned(), replies);
      one.skip(replies);
    }
    assertThat(execution.stateDigest()).isEqualTo(other.stateDigest()).isNotZero();
    assertThat(Captured.of(execution)).isEqualTo(Captured.of(other));
    Words mended = new Words();
    Execution differs =
        new Execution(mended, SESSIONS, new ServiceSettings(OnException.REPLY, 8, 1), exceptions);
    differs.execute(
        0,
        new Entries().open(7).request(7, 1, "a").request(7, 2, "fine").request(7, 3, "b").close(5),
        replies);
    assertThat(differs.stateDigest()).isNotEqualTo(execution.stateDigest());
  }

  @Test
  void the_kept_answer_is_the_same_whatever_the_digits_of_a_machine_are() throws IOException {
    Execution other = new Execution(new Words(), SESSIONS, STOP, exceptions);
    for (Execution one : List.of(execution, other)) {
      one.execute(0, poisoned(), replies);
    }
    execution.skip(replies);
    Locale before = Locale.getDefault();
    Locale.setDefault(Locale.forLanguageTag("ar-EG-u-nu-arab"));
    try {
      other.skip(replies);
    } finally {
      Locale.setDefault(before);
    }
    assertThat(Captured.of(other)).isEqualTo(Captured.of(execution));
    assertThat(other.keptBytes()).isEqualTo(execution.keptBytes());
  }

  @Test
  void a_restored_snapshot_ends_the_halt() throws IOException {
    Execution ahead = new Execution(new Words(), SESSIONS, STOP, exceptions);
    ahead.execute(0, poisoned(), replies);
    ahead.skip(replies);
    execution.execute(0, poisoned(), replies);
    execution.restore(new ByteArrayInputStream(Captured.of(ahead)));
    assertThat(execution.halt()).isNull();
    assertThat(execution.executed()).isEqualTo(1);
    assertThat(service.words).containsExactly("a", "poison", "b");
  }

  @Test
  void a_query_in_the_log_halts_nothing() {
    execution.execute(
        0, new Entries().open(7).entry(7, 1, BatchEntry.asQuery(1), "poison").close(5), replies);
    assertThat(execution.halt()).isNull();
    assertThat(replies.take())
        .contains("7/1 SERVICE_ERROR java.lang.IllegalStateException: cannot take poison");
  }

  @Test
  void an_entry_is_found_in_its_batch_alone() {
    SkipEntry entry = new SkipEntry(1L << 40, 3);
    Batch batch = new Entries().open(7).request(7, 1, "a").skip(1L << 40, 3).closing(7).close(5);
    assertThat(entry.isIn(batch)).isTrue();
    assertThat(new SkipEntry(1L << 40, 2).isIn(batch)).isFalse();
    assertThat(new SkipEntry(1, 3).isIn(batch)).isFalse();
    assertThat(entry.isIn(poisoned())).isFalse();
    assertThat(entry.isIn(Batch.NOOP)).isFalse();
  }
}
