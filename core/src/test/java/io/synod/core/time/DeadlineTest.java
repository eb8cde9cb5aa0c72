package io.synod.core.time;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class DeadlineTest {

  @Test
  void passes_at_its_moment_and_not_before() {
    Deadline deadline = new Deadline();
    assertThat(deadline.hasPassed(Long.MAX_VALUE - 1)).isFalse();
    deadline.set(100);
    assertThat(deadline.isSet()).isTrue();
    assertThat(deadline.hasPassed(99)).isFalse();
    assertThat(deadline.hasPassed(100)).isTrue();
    deadline.clear();
    assertThat(deadline.isSet()).isFalse();
    assertThat(deadline.hasPassed(1000)).isFalse();
    assertThat(deadline.atNanos()).isEqualTo(Deadline.NEVER);
  }

  @Test
  void back_off_doubles_up_to_four_fold_and_starts_again_after_a_success() {
    Jitter jitter = new Jitter(5);
    for (int failure = 0; failure < 6; failure++) {
      long base = 100L << Math.min(failure, 2);
      assertThat(jitter.backOff(100)).isBetween(base, 2 * base - 1);
    }
    jitter.succeeded();
    assertThat(jitter.backOff(100)).isBetween(100L, 199L);
  }

  @Test
  void the_same_seed_gives_the_same_delays() {
    Jitter one = new Jitter(9);
    Jitter two = new Jitter(9);
    for (int draw = 0; draw < 100; draw++) {
      assertThat(one.between(0, 1_000_000)).isEqualTo(two.between(0, 1_000_000));
    }
  }
}
