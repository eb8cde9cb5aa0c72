package io.synod.network.peer;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class BackOffTest {
  private final BackOff backOff = new BackOff(7);

  @Test
  void delays_double_from_ten_milliseconds_to_a_second_less_up_to_a_half() {
    for (long bound = BackOff.NANOS_MIN; bound < BackOff.NANOS_MAX; bound *= 2) {
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

    assertThat(backOff.delayNanos()).isBetween(BackOff.NANOS_MIN / 2, BackOff.NANOS_MIN);
  }

  @Test
  void replicas_with_other_seeds_do_not_dial_in_step() {
    assertThat(new BackOff(8).delayNanos()).isNotEqualTo(backOff.delayNanos());
  }
}
