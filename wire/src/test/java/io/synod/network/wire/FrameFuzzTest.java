package io.synod.network.wire;

import io.synod.fuzzing.Fuzzing;
import org.junit.jupiter.api.Test;

final class FrameFuzzTest {
  private final Fuzzing fuzzing = Fuzzing.of(new FrameTarget());

  @Test
  void any_frames_are_malformed_or_the_same_when_encoded_again() {
    fuzzing.run(5_000, 40, 100);
  }

  @Test
  void recorded_findings_are_handled() {
    fuzzing.replayCorpus();
  }
}
