package io.synod.network.peer;

import io.synod.fuzzing.Fuzzing;
import org.junit.jupiter.api.Test;

final class DatagramFuzzTest {
  private final Fuzzing fuzzing = Fuzzing.of(new DatagramTarget());

  @Test
  void any_datagram_is_a_message_as_it_was_encoded_or_refused() {
    fuzzing.run(5_000, 40, 30);
  }

  @Test
  void recorded_findings_are_handled() {
    fuzzing.replayCorpus();
  }
}
