package io.synod.storage.journal;

import static org.assertj.core.api.Assertions.assertThat;

import io.synod.fuzzing.FuzzReport;
import io.synod.fuzzing.Fuzzing;
import org.junit.jupiter.api.Test;

final class JournalFuzzTest {
  private final Fuzzing fuzzing = Fuzzing.of(new JournalTarget());

  @Test
  void whatever_the_files_hold_is_read_refused_or_named_and_can_be_gone_on_from() {
    FuzzReport report = fuzzing.run(2_000);

    assertThat(report.deepPercent()).isGreaterThan(60);
    assertThat(report.outcomes()).isGreaterThan(200);
  }

  @Test
  void what_was_found_once_is_handled() {
    fuzzing.replayCorpus();
  }
}
