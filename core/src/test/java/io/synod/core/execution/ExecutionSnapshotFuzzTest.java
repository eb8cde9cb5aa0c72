package io.synod.core.execution;

import static org.assertj.core.api.Assertions.assertThat;

import io.synod.fuzzing.FuzzReport;
import io.synod.fuzzing.Fuzzing;
import org.junit.jupiter.api.Test;

final class ExecutionSnapshotFuzzTest {
  private final Fuzzing fuzzing = Fuzzing.of(new ExecutionSnapshotTarget());

  @Test
  void any_snapshot_is_refused_or_is_the_same_when_captured_again() {
    FuzzReport report = fuzzing.run(5_000);

    assertThat(report.deepPercent()).isGreaterThan(70);
    assertThat(report.outcomes()).isGreaterThan(15);
  }

  @Test
  void recorded_findings_are_handled() {
    fuzzing.replayCorpus();
  }
}
