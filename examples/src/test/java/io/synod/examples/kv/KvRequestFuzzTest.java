package io.synod.examples.kv;

import static org.assertj.core.api.Assertions.assertThat;

import io.synod.fuzzing.FuzzReport;
import io.synod.fuzzing.Fuzzing;
import org.junit.jupiter.api.Test;

final class KvRequestFuzzTest {
  private final Fuzzing fuzzing = Fuzzing.of(new KvRequestTarget());

  @Test
  void every_replica_answers_any_request_alike() {
    FuzzReport report = fuzzing.run(5_000);

    assertThat(report.deepPercent()).isGreaterThan(45);
    assertThat(report.outcomes()).isGreaterThan(100);
  }

  @Test
  void recorded_findings_are_handled() {
    fuzzing.replayCorpus();
  }
}
