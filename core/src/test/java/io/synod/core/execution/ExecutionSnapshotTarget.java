package io.synod.core.execution;

import static org.assertj.core.api.Assertions.assertThat;

import io.synod.core.format.Extension;
import io.synod.core.settings.SessionSettings;
import io.synod.core.testing.Entries;
import io.synod.fuzzing.FuzzTarget;
import io.synod.fuzzing.Outcome;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;

/** The content of a snapshot, which has passed the checksums of its file. */
final class ExecutionSnapshotTarget implements FuzzTarget {
  // Where it stands, with its two bytes.
  private static final int EXTENSION = 20;

  private static final SessionSettings SETTINGS = new SessionSettings(100, 4, 3);

  @Override
  public String name() {
    return "execution-snapshot";
  }

  @Override
  public List<byte[]> samples() {
    Execution execution = new Execution(new JournalService(), SETTINGS);
    RecordedReplies replies = new RecordedReplies();
    List<byte[]> samples = new ArrayList<>();
    samples.add(Captured.of(execution));
    Entries opened = new Entries().open(7).request(7, 1, "a").request(7, 2, "refuse").open(8);
    execution.execute(0, opened.close(50), replies);
    samples.add(Captured.of(execution));
    Entries closed = new Entries().open(9).closing(8).request(7, 3, "b").request(9, 1, "c");
    execution.execute(1, closed.close(70), replies);
    samples.add(Captured.of(execution));
    samples.add(later(Captured.of(execution)));
    return samples;
  }

  /** As a later version may write it. */
  private static byte[] later(byte[] snapshot) {
    byte[] extension = Extension.EMPTY.with(1, new byte[9]).with(0x8001, new byte[2]).encoded();
    return ByteBuffer.allocate(snapshot.length - 2 + extension.length)
        .put(snapshot, 0, EXTENSION)
        .put(extension)
        .put(snapshot, EXTENSION + 2, snapshot.length - EXTENSION - 2)
        .array();
  }

  /** Nothing guards it: the store's checksums have been passed. */
  @Override
  public byte[] sealed(byte[] input) {
    return input;
  }

  @Override
  public Outcome run(byte[] input) {
    JournalService service = new JournalService();
    Execution execution = new Execution(service, SETTINGS);
    try {
      execution.restore(new ByteArrayInputStream(input));
    } catch (IOException | ServiceFailure declared) {
      String refusal = declared.getMessage();
      return refusal.contains("format") ? Outcome.shallow(refusal) : Outcome.deep(refusal);
    }
    byte[] again = Captured.of(execution);
    Execution restored = new Execution(new JournalService(), SETTINGS);
    try {
      restored.restore(new ByteArrayInputStream(again));
    } catch (IOException refusal) {
      throw new AssertionError("what was restored cannot be captured and restored", refusal);
    }
    assertThat(Captured.of(restored)).isEqualTo(again);
    assertThat(restored.executed()).isEqualTo(execution.executed());
    assertThat(restored.sessions()).isEqualTo(execution.sessions());
    return Outcome.deep("sessions " + execution.sessions());
  }
}
