package io.synod.examples.process;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/** A slow start is waited for, one that hangs is not. */
class StillnessTest {
  private static final long SECOND = Duration.ofSeconds(1).toNanos();

  // System.nanoTime may wrap around.
  private static final long BEGIN = Long.MAX_VALUE - 30 * SECOND;

  private final Stillness stillness = new Stillness(BEGIN);

  @Test
  void a_process_that_changes_once_in_a_while_is_waited_for() {
    for (int second = 0; second < 500; second += 50) {
      stillness.observe("log of " + second + " bytes", BEGIN + second * SECOND);
      assertThat(stillness.verdict(BEGIN + second * SECOND)).isNull();
    }
  }

  @Test
  void a_process_unchanged_for_a_minute_is_given_up() {
    stillness.observe("starts", BEGIN);
    stillness.observe("answers", BEGIN + 30 * SECOND);
    stillness.observe("answers", BEGIN + 89 * SECOND);
    assertThat(stillness.verdict(BEGIN + 89 * SECOND)).isNull();
    assertThat(stillness.verdict(BEGIN + 90 * SECOND)).isEqualTo("nothing has changed for 60 s");
  }

  @Test
  void a_process_that_changes_for_ever_is_given_up_too() {
    for (int second = 0; second <= 600; second++) {
      stillness.observe(second, BEGIN + second * SECOND);
    }
    assertThat(stillness.verdict(BEGIN + 600 * SECOND)).isEqualTo("waited for 600 s");
  }

  @Test
  void the_processor_is_a_sign_of_a_replica_that_does_not_answer_yet() {
    ReplicaSigns starting = new ReplicaSigns(0, true, null, 10, Duration.ofMillis(400));
    assertThat(starting).isNotEqualTo(new ReplicaSigns(0, true, null, 10, Duration.ofMillis(410)));
    ReplicaReport report = new ReplicaReport("recovering", 0, 0, 0, 0, 0, 0, false);
    ReplicaSigns joining = new ReplicaSigns(1, true, report, 10, Duration.ZERO);
    ReplicaSigns ended = new ReplicaSigns(2, false, null, 10, Duration.ZERO);
    assertThat(ReplicaSigns.sentence(List.of(starting, joining, ended)))
        .isEqualTo(
            "replica 0 does not answer yet and has used the processor for 400 ms, replica 1 is a"
                + " recovering in view 0, replica 2 does not run");
  }
}
