package io.synod.storage.snapshot;

import static org.assertj.core.api.Assertions.assertThat;

import io.synod.fuzzing.FuzzReport;
import io.synod.fuzzing.Fuzzing;
import org.junit.jupiter.api.Test;

final class SnapshotFuzzTest {
  private final Fuzzing fuzzing = Fuzzing.of(new SnapshotTarget());

  @Test
  void whatever_a_file_or_a_peer_holds_is_a_whole_snapshot_or_refused_by_both_ways() {
    FuzzReport report = fuzzing.run(5_000);

    assertThat(report.deepPercent()).isGreaterThan(50);
    assertThat(report.outcomes()).isGreaterThan(10);
  }

  @Test
  void what_was_found_once_is_handled() {
    fuzzing.replayCorpus();
  }
}
