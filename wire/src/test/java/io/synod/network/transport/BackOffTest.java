package io.synod.network.transport;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class BackOffTest {
  private static final long NANOS_MIN = 10_000_000;

  private final BackOff backOff = backOff(7);

  private static BackOff backOff(long seed) {
    return new BackOff(NANOS_MIN, new SplittableRandom(seed));
  }

  @Test
  void delays_double_from_the_shortest_to_a_second_less_up_to_a_half() {
    for (long bound = NANOS_MIN; bound < BackOff.NANOS_MAX; bound *= 2) {
      assertThat(backOff.delayNanos()).isBetween(bound / 2, bound);
    }
    for (int index = 0; index < 100; index++) {
      assertThat(backOff.delayNanos()).isBetween(BackOff.NANOS_MAX / 2, BackOff.NANOS_MAX);
    }
  }

  @Test
  void delays_begin_anew_after_a_reset() {
    for (int index = 0; index < 10; index++) {
      backOff.delayNanos();
    }
    backOff.reset();

    assertThat(backOff.delayNanos()).isBetween(NANOS_MIN / 2, NANOS_MIN);
  }

  @Test
  void replicas_with_other_seeds_do_not_dial_in_step() {
    assertThat(backOff(8).delayNanos()).isNotEqualTo(backOff.delayNanos());
  }
}
