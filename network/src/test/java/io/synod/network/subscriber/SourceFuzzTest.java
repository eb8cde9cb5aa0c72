package io.synod.network.subscriber;

import io.synod.fuzzing.Fuzzing;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Any input of a source is decoded or ends its connection, and the end is reported once. */
@Timeout(value = 2, unit = TimeUnit.HOURS)
class SourceFuzzTest {
  private final SourceTarget target = new SourceTarget();

  @Test
  void any_input_is_reported_as_it_was_sent_or_closes_its_connection() {
    Fuzzing.of(target).run(5_000, 45, 50);
  }

  @Test
  void recorded_findings_are_handled() {
    Fuzzing.of(target).replayCorpus();
  }
}
