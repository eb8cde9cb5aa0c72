package io.synod.tuning.autopilot;

import static org.assertj.core.api.Assertions.assertThat;

import io.synod.tuning.autopilot.Trial.Verdict;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TrialTest {
  private final Trial trial = new Trial();

  private Verdict pairs(int count, double throughputGain, double timeGain) {
    for (int pair = 0; pair < count; pair++) {
      trial.add(throughputGain, timeGain);
    }
    return trial.verdict();
  }

  @Test
  void two_pairs_are_too_few_to_say_anything() {
    assertThat(pairs(2, 1, 1)).isEqualTo(Verdict.OPEN);
  }

  @Test
  void many_more_requests_are_faster() {
    assertThat(pairs(3, 0.2, -0.1)).isEqualTo(Verdict.FASTER);
  }

  @Test
  void as_many_in_less_time_are_quicker() {
    assertThat(pairs(3, 0, 0.3)).isEqualTo(Verdict.QUICKER);
  }

  @Test
  void fewer_in_less_time_are_not_better() {
    assertThat(pairs(12, -0.05, 0.3)).isEqualTo(Verdict.NOT_BETTER);
  }

  @Test
  void less_time_is_no_gain_while_requests_may_be_lost() {
    for (int pair = 0; pair < 6; pair++) {
      trial.add(pair % 2 == 0 ? 0.07 : -0.09, 0.3);
    }
    assertThat(trial.verdict()).isNotEqualTo(Verdict.QUICKER);
    Trial exact = new Trial();
    for (int pair = 0; pair < 6; pair++) {
      exact.add(pair % 2 == 0 ? -0.005 : -0.015, 0.3);
    }
    assertThat(exact.verdict()).isEqualTo(Verdict.QUICKER);
  }

  @Test
  void far_fewer_are_not_better_at_once() {
    assertThat(pairs(3, -0.2, -0.2)).isEqualTo(Verdict.NOT_BETTER);
  }

  @Test
  void a_small_gain_needs_more_pairs() {
    assertThat(pairs(4, 0.05, 0.05)).isEqualTo(Verdict.OPEN);
    assertThat(pairs(4, 0.05, 0.05)).isEqualTo(Verdict.FASTER);
  }

  @Test
  void a_trial_undecided_after_all_pairs_is_not_better() {
    assertThat(pairs(12, 0.02, 0.02)).isEqualTo(Verdict.NOT_BETTER);
  }

  @Test
  void a_trial_that_may_still_show_a_gain_can_be_prolonged() {
    assertThat(pairs(12, 0.02, 0.02)).isEqualTo(Verdict.NOT_BETTER);
    assertThat(trial.isUndecided()).isTrue();
    trial.prolong();
    assertThat(trial.verdict()).isEqualTo(Verdict.OPEN);
    assertThat(pairs(12, 0.06, 0.06)).isEqualTo(Verdict.FASTER);
  }

  @Test
  void a_prolonged_trial_ends() {
    pairs(12, 0.029, 0);
    trial.prolong();
    assertThat(pairs(35, 0.029, 0)).isEqualTo(Verdict.OPEN);
    assertThat(pairs(1, 0.029, 0)).isEqualTo(Verdict.NOT_BETTER);
    assertThat(trial.isUndecided()).isFalse();
  }

  @Test
  void a_trial_without_hope_is_not_prolonged() {
    assertThat(pairs(12, -0.1, -0.1)).isEqualTo(Verdict.NOT_BETTER);
    assertThat(trial.isUndecided()).isFalse();
  }

  @ParameterizedTest
  @ValueSource(doubles = {0.03, 0.06, 0.2, 0.5})
  void noise_is_seldom_taken_for_a_gain(double noise) {
    int better = 0;
    SplittableRandom random = new SplittableRandom(1);
    for (int seed = 0; seed < 10_000; seed++) {
      Trial noisy = new Trial();
      while (noisy.verdict() == Verdict.OPEN) {
        noisy.add(noise * random.nextGaussian(), noise * random.nextGaussian());
      }
      better += noisy.verdict() == Verdict.NOT_BETTER ? 0 : 1;
    }
    assertThat(better).isLessThan(700);
  }
}
