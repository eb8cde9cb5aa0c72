package io.synod.client;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

final class RetryTimerTest {
  private static final long SECOND = 1_000_000_000L;

  private final RetryTimer timer = new RetryTimer(SECOND, 3);

  @Test
  void two_lapses_in_a_row_are_enough() {
    timer.sent(0);
    assertThat(timer.lapsed(SECOND - 1)).isFalse();
    assertThat(timer.lapsed(SECOND)).isTrue();
    assertThat(timer.isExhausted()).isFalse();
    assertThat(timer.lapsed(2 * SECOND)).isTrue();
    assertThat(timer.isExhausted()).isTrue();
  }

  @Test
  void an_answer_after_a_lapse_teaches_patience() {
    timer.sent(0);
    timer.lapsed(SECOND);
    timer.answered(3 * SECOND / 2);
    assertThat(timer.due()).isEqualTo(3 * SECOND / 2 + 3 * SECOND);
  }

  @Test
  void patience_has_an_end() {
    timer.sent(0);
    timer.lapsed(SECOND);
    timer.answered(60 * SECOND);
    assertThat(timer.due()).isEqualTo(68 * SECOND);
  }

  @Test
  void it_outlasts_a_connection_and_a_burst_of_answers() {
    timer.sent(0);
    timer.lapsed(SECOND);
    timer.answered(2 * SECOND);
    for (int answer = 0; answer < 1_000; answer++) {
      timer.answered(2 * SECOND);
    }
    timer.stop();
    timer.sent(5 * SECOND);
    assertThat(timer.due()).isEqualTo(9 * SECOND);
  }

  @Test
  void it_is_forgotten_while_answers_come_sooner() {
    timer.sent(0);
    timer.lapsed(SECOND);
    timer.answered(2 * SECOND);
    long now = 2 * SECOND;
    for (int answer = 0; answer < 1_200; answer++) {
      now += SECOND / 10;
      timer.answered(now);
    }
    assertThat(timer.due() - now).isBetween(SECOND, 11 * SECOND / 10);
  }

  @Test
  void an_idle_time_is_no_silence() {
    timer.sent(0);
    timer.allAnswered(SECOND / 10);
    timer.sent(50 * SECOND);
    timer.answered(50 * SECOND + 1);
    assertThat(timer.due()).isEqualTo(51 * SECOND + 1);
  }
}
