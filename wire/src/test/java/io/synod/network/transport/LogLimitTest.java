package io.synod.network.transport;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

final class LogLimitTest {

  @Test
  void lines_per_period_are_bounded_and_the_next_counts_those_left_out() {
    LogLimit limit = new LogLimit(2, 100);
    assertThat(limit.admit(1_000)).isEmpty();
    assertThat(limit.admit(1_001)).isEmpty();
    assertThat(limit.admit(1_002)).isNull();
    assertThat(limit.admit(1_099)).isNull();
    assertThat(limit.admit(1_100)).isEqualTo(" (2 such lines were left out before this one)");
    assertThat(limit.admit(1_101)).isEmpty();
    assertThat(limit.admit(1_102)).isNull();
  }

  @Test
  void text_of_strangers_is_shown_short_and_on_one_line() {
    assertThat(ShownText.of("orders")).isEqualTo("orders");
    assertThat(ShownText.of("a\nb\u001b[31m\u202e")).isEqualTo("a?b?[31m?");
    assertThat(ShownText.of("x".repeat(5000))).hasSize(65).endsWith("…");
  }
}
