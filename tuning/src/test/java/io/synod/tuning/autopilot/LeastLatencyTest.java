package io.synod.tuning.autopilot;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class LeastLatencyTest {
  private static final long SECOND = 1_000_000_000;

  private final LeastLatency least = new LeastLatency();

  @Test
  void the_shortest_of_the_last_ten_seconds_counts() {
    assertThat(least.nanos()).isZero();
    least.add(5, 0);
    least.add(7, 4 * SECOND);
    least.add(9, 5 * SECOND);
    assertThat(least.nanos()).isEqualTo(5);
    least.add(8, 11 * SECOND);
    assertThat(least.nanos()).isEqualTo(7);
    least.add(20, 15 * SECOND);
    assertThat(least.nanos()).isEqualTo(8);
    least.add(3, 15 * SECOND);
    assertThat(least.nanos()).isEqualTo(3);
  }

  @Test
  void it_begins_anew() {
    least.add(5, 0);
    least.clear();
    assertThat(least.nanos()).isZero();
  }
}
