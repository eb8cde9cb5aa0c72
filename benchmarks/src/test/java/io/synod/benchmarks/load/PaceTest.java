package io.synod.benchmarks.load;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

final class PaceTest {
  private static final long MILLI = 1_000_000;

  @Test
  void requests_are_due_at_equal_distances_whatever_became_of_the_others() {
    Pace pace = new Pace(1_000);
    pace.start(5 * MILLI);
    assertThat(pace.isOpen()).isTrue();
    assertThat(pace.dueNanos(5 * MILLI)).isEqualTo(5 * MILLI);
    pace.begin();
    pace.begin();
    assertThat(pace.dueNanos(90 * MILLI)).isEqualTo(7 * MILLI);
  }

  @Test
  void a_rate_that_does_not_divide_a_second_does_not_drift() {
    Pace pace = new Pace(3);
    pace.start(0);
    for (int request = 0; request < 3_000; request++) {
      pace.begin();
    }
    assertThat(pace.dueNanos(0)).isBetween(1_000_000 * MILLI - 10, 1_000_000 * MILLI + 10);
  }

  @Test
  void a_burst_is_due_at_once_and_its_last_request_alone_counts() {
    Pace pace = Pace.bursts(3);
    pace.start(0);
    assertThat(pace.begin()).isFalse();
    assertThat(pace.dueNanos(0)).isZero();
    assertThat(pace.begin()).isFalse();
    assertThat(pace.dueNanos(0)).isZero();
    assertThat(pace.begin()).isTrue();
    assertThat(pace.dueNanos(0)).isEqualTo(1_000 * MILLI);
  }

  @Test
  void in_a_closed_loop_a_request_is_always_due() {
    Pace pace = new Pace(0);
    pace.start(0);
    pace.begin();
    assertThat(pace.isOpen()).isFalse();
    assertThat(pace.dueNanos(7)).isEqualTo(7);
  }
}
