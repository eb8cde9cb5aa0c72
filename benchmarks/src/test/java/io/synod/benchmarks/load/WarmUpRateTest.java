package io.synod.benchmarks.load;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import org.junit.jupiter.api.Test;

class WarmUpRateTest {
  private final WarmUpRate rate = new WarmUpRate();

  private void seconds(long... answered) {
    for (long one : answered) {
      rate.second(one);
    }
  }

  @Test
  void nothing_is_known_before_ten_seconds() {
    seconds(100, 100, 100, 100, 100, 100, 100, 100, 100);
    assertThat(rate.isFlat()).isFalse();
    seconds(100);
    assertThat(rate.isFlat()).isTrue();
  }

  @Test
  void a_rate_that_rises_is_not_flat_until_it_stays() {
    seconds(10, 20, 30, 40, 50, 60, 70, 80, 90, 100);
    assertThat(rate.isFlat()).isFalse();
    seconds(100, 100, 100, 100, 100);
    assertThat(rate.isFlat()).isFalse();
    seconds(100, 100, 100);
    assertThat(rate.isFlat()).isTrue();
  }

  @Test
  void single_seconds_do_not_count() {
    seconds(100, 100, 100, 100, 100, 100, 500, 100, 1, 100);
    assertThat(rate.isFlat()).isTrue();
  }

  @Test
  void a_rise_is_a_share_of_the_first_third() {
    assertThat(WarmUpRate.rise(List.of(100L, 100L, 110L, 115L, 120L, 120L)))
        .isCloseTo(0.2, within(1e-9));
    assertThat(WarmUpRate.rise(List.of(100L, 300L))).isZero();
    assertThat(WarmUpRate.rise(List.of(0L, 0L, 5L))).isEqualTo(4);
  }
}
