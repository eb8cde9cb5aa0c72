package io.synod.storage.snapshot;

import io.synod.fuzzing.Fuzzing;
import org.junit.jupiter.api.Test;

final class SnapshotFuzzTest {
  private final Fuzzing fuzzing = Fuzzing.of(new SnapshotTarget());

  @Test
  void any_bytes_are_a_whole_snapshot_or_refused_from_file_and_peer() {
    fuzzing.run(5_000, 50, 10);
  }

  @Test
  void recorded_findings_are_handled() {
    fuzzing.replayCorpus();
  }
}
