package io.synod.network.peer;

import static org.assertj.core.api.Assertions.assertThat;

import io.synod.fuzzing.FuzzReport;
import io.synod.fuzzing.Fuzzing;
import org.junit.jupiter.api.Test;

final class DatagramFuzzTest {
  private final Fuzzing fuzzing = Fuzzing.of(new DatagramTarget());

  @Test
  void any_datagram_is_a_message_as_it_was_encoded_or_refused() {
    FuzzReport report = fuzzing.run(5_000);

    assertThat(report.deepPercent()).isGreaterThan(40);
    assertThat(report.outcomes()).isGreaterThan(30);
  }

  @Test
  void recorded_findings_are_handled() {
    fuzzing.replayCorpus();
  }
}
