package io.synod.examples.kv;

import io.synod.fuzzing.Fuzzing;
import org.junit.jupiter.api.Test;

final class KvRequestFuzzTest {
  private final Fuzzing fuzzing = Fuzzing.of(new KvRequestTarget());

  @Test
  void every_replica_answers_any_request_alike() {
    fuzzing.run(5_000, 45, 100);
  }

  @Test
  void recorded_findings_are_handled() {
    fuzzing.replayCorpus();
  }
}
