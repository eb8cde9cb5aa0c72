package io.synod.fitting.regression;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

final class MeanIntervalTest {

  /** Student's example of ten pairs (1908): the additional hours of sleep by two drugs. */
  @Test
  void the_differences_of_students_own_pairs() {
    MeanInterval found = MeanInterval.of(1.2, 2.4, 1.3, 1.3, 0.0, 1.0, 1.8, 0.8, 4.6, 1.4);
    assertThat(found.mean()).isCloseTo(1.58, within(1e-9));
    assertThat(found.mean() - found.half()).isCloseTo(0.7001142, within(1e-6));
    assertThat(found.excludesZero()).isTrue();
  }

  @Test
  void it_holds_the_true_mean_in_95_of_100_cases() {
    SplittableRandom random = new SplittableRandom(1);
    int held = 0;
    for (int sample = 0; sample < 4_000; sample++) {
      double[] values = random.doubles(10).map(value -> value - 0.5).toArray();
      held += MeanInterval.of(values).excludesZero() ? 0 : 1;
    }
    assertThat(held / 4_000.0).isBetween(0.93, 0.97);
  }

  @Test
  void one_sample_says_nothing() {
    assertThatThrownBy(() -> MeanInterval.of(1)).hasMessageContaining("at least two");
  }
}
