package io.synod.storage.journal;

import io.synod.fuzzing.Fuzzing;
import org.junit.jupiter.api.Test;

final class JournalFuzzTest {
  private final Fuzzing fuzzing = Fuzzing.of(new JournalTarget());

  @Test
  void any_files_are_read_refused_or_reported_and_appended_to() {
    fuzzing.run(2_000, 60, 200);
  }

  @Test
  void recorded_findings_are_handled() {
    fuzzing.replayCorpus();
  }
}
