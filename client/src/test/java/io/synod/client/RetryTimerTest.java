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
    assertThat(timer.due() - now).isEqualTo(4 * SECOND / 10);
  }

  /** Answers to requests that are sent at once, each after {@code silence}; returns the time. */
  private long answers(int count, long silence, long from) {
    long now = from;
    for (int answer = 0; answer < count; answer++) {
      timer.sent(now);
      now += silence;
      timer.answered(now);
    }
    return now;
  }

  @Test
  void it_follows_the_longest_silence() {
    long now = answers(7, SECOND / 10, 0);
    assertThat(timer.due() - now).isEqualTo(SECOND);
    now = answers(1, SECOND / 10, now);
    assertThat(timer.due() - now).isEqualTo(4 * SECOND / 10);
    now = answers(1, SECOND / 5, now);
    assertThat(timer.due() - now).isEqualTo(8 * SECOND / 10);
  }

  @Test
  void it_is_between_a_quarter_of_the_full_interval_and_all_of_it() {
    long now = answers(1_000, 1_000, 0);
    assertThat(timer.due() - now).isEqualTo(SECOND / 4);
    now = answers(1, SECOND / 4 - 1, now);
    now = answers(1, SECOND / 2, now);
    assertThat(timer.due() - now).isEqualTo(SECOND);
  }

  @Test
  void a_long_silence_is_forgotten_after_a_minute_and_all_after_an_idle_one() {
    long now = answers(20, SECOND / 5, 0);
    now = answers(700, SECOND / 10, now);
    assertThat(timer.due() - now).isEqualTo(4 * SECOND / 10);
    timer.allAnswered(now);
    timer.sent(now + 61 * SECOND);
    assertThat(timer.due()).isEqualTo(now + 62 * SECOND);
  }

  @Test
  void connections_without_an_answer_double_what_it_follows() {
    long now = answers(20, SECOND / 10, 0);
    for (int lapse = 0; lapse < 2; lapse++) {
      now = timer.due();
      assertThat(timer.lapsed(now)).isTrue();
    }
    assertThat(timer.isExhausted()).isTrue();
    timer.stop();
    timer.sent(now);
    assertThat(timer.due() - now).isEqualTo(8 * SECOND / 10);
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
