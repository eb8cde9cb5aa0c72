package io.synod.core.execution;

import io.synod.fuzzing.Fuzzing;
import org.junit.jupiter.api.Test;

final class ExecutionSnapshotFuzzTest {
  private final Fuzzing fuzzing = Fuzzing.of(new ExecutionSnapshotTarget());

  @Test
  void any_snapshot_is_refused_or_is_the_same_when_captured_again() {
    fuzzing.run(5_000, 70, 15);
  }

  @Test
  void recorded_findings_are_handled() {
    fuzzing.replayCorpus();
  }
}
