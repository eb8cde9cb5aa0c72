package io.synod.fitting.regression;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.Random;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;

final class RegressionTest {
  private static final int SAMPLES = 40;
  private static final double NOISE = 0.3;

  /** Terms x and 1, x from 1 to 40. */
  private static double[][] lines() {
    double[][] terms = new double[SAMPLES][];
    for (int row = 0; row < SAMPLES; row++) {
      terms[row] = new double[] {row + 1, 1};
    }
    return terms;
  }

  /** Terms that are partly alike. */
  private static double[][] three() {
    Random random = new Random(7);
    double[][] terms = new double[SAMPLES][];
    for (int row = 0; row < SAMPLES; row++) {
      double shared = 1 + random.nextDouble();
      terms[row] = new double[] {shared, shared + random.nextDouble(), 1 + random.nextDouble()};
    }
    return terms;
  }

  private static Samples samples(double[][] terms, double[] truth, double noise, long seed) {
    Random random = new Random(seed);
    double[] responses = new double[terms.length];
    for (int row = 0; row < terms.length; row++) {
      responses[row] = Regression.sum(terms[row], truth) + noise * random.nextGaussian();
    }
    return new Samples(terms, responses);
  }

  @Test
  void exact_data_give_their_coefficients_back() {
    Regression regression = Regression.of(samples(lines(), new double[] {0.5, 3}, 0, 1));
    Coefficient slope = regression.coefficients().get(0);
    Coefficient constant = regression.coefficients().get(1);
    assertThat(slope.value()).isCloseTo(0.5, Offset.offset(1e-12));
    assertThat(constant.value()).isCloseTo(3, Offset.offset(1e-11));
    assertThat(slope.low()).isCloseTo(0.5, Offset.offset(1e-6));
    assertThat(slope.high()).isCloseTo(0.5, Offset.offset(1e-6));
    assertThat(regression.fitted(new double[] {2, 1})).isCloseTo(4, Offset.offset(1e-11));
  }

  @Test
  void a_textbook_regression_has_its_textbook_interval() {
    double[][] terms = {{1, 0}, {1, 0}, {1, 0}, {0, 1}, {0, 1}, {0, 1}};
    double[] responses = {0.9, 1.0, 1.1, 0.8, 1.0, 1.2};
    Coefficient first = Regression.of(new Samples(terms, responses)).coefficients().get(0);
    // Sum of squares 0.02 + 0.08, 4 degrees of freedom, t = 2.776: 1 +- t sqrt(0.025 / 3).
    assertThat(first.value()).isCloseTo(1, Offset.offset(1e-9));
    assertThat(first.low()).isCloseTo(1 - 0.25345, Offset.offset(1e-4));
    assertThat(first.high()).isCloseTo(1 + 0.25345, Offset.offset(1e-4));
  }

  @Test
  void a_negative_coefficient_is_zero_and_the_others_fit_best_without_it() {
    double[][] terms = {{1, 1}, {2, 1}, {3, 1}, {4, 1}};
    double[] responses = {1, 2.9, 5.1, 7};
    Regression regression = Regression.of(new Samples(terms, responses));
    Coefficient constant = regression.coefficients().get(1);
    assertThat(constant.isAtBound()).isTrue();
    assertThat(constant.low()).isZero();
    assertThat(constant.high()).isPositive();
    double slope = (1 * 1 + 2 * 2.9 + 3 * 5.1 + 4 * 7) / (1 + 4 + 9 + 16);
    assertThat(regression.coefficients().get(0).value()).isCloseTo(slope, Offset.offset(1e-9));
  }

  @Test
  void no_other_allowed_coefficients_have_smaller_squares() {
    Random random = new Random(11);
    int atBound = 0;
    for (int seed = 0; seed < 50; seed++) {
      double[] truth = {random.nextDouble() - 0.5, random.nextDouble() - 0.5, random.nextDouble()};
      Samples samples = samples(three(), truth, NOISE, seed);
      NonNegativeLeastSquares.Minimum minimum = NonNegativeLeastSquares.of(samples);
      for (int column = 0; column < 3; column++) {
        double value = minimum.coefficients()[column];
        atBound += value == 0 ? 1 : 0;
        for (double other : new double[] {value * 0.99, value * 1.01, value + 1e-4}) {
          assertThat(NonNegativeLeastSquares.with(samples, column, other).squares())
              .isGreaterThanOrEqualTo(minimum.squares() * (1 - 1e-12));
        }
      }
    }
    assertThat(atBound).isGreaterThan(20);
  }

  @Test
  void fewer_rows_have_the_same_squares() {
    Samples samples = samples(three(), new double[] {1, 2, 3}, NOISE, 3);
    assertThat(samples.reduced().size()).isEqualTo(4);
    for (double value : new double[] {0, 0.5, 2}) {
      double all = NonNegativeLeastSquares.with(samples, 1, value).squares();
      double few = NonNegativeLeastSquares.with(samples.reduced(), 1, value).squares();
      assertThat(few).isCloseTo(all, Offset.offset(1e-9 * all));
    }
  }

  /** One of twenty responses is five times what it should be. */
  @Test
  void a_few_disturbed_samples_hardly_move_the_coefficients() {
    double[] truth = {1, 2, 3};
    double robust = 0;
    double least = 0;
    for (int seed = 0; seed < 200; seed++) {
      Samples samples = samples(three(), truth, NOISE, seed);
      for (int row = seed % 20; row < SAMPLES; row += 20) {
        samples.responses()[row] *= 5;
      }
      robust += Math.abs(Regression.of(samples).coefficients().get(2).value() - truth[2]);
      least += Math.abs(NonNegativeLeastSquares.of(samples).coefficients()[2] - truth[2]);
    }
    assertThat(least / 200).as("of least squares").isGreaterThan(1.5);
    assertThat(robust / 200).isLessThan(0.4);
  }

  @Test
  void intervals_hold_what_they_promise() {
    assertCovered(lines(), new double[] {0.5, 3}, 0.92, 0.98);
    assertCovered(three(), new double[] {1, 0.2, 0.5}, 0.92, 0.99);
  }

  @Test
  void intervals_at_the_bound_hold_it_too() {
    assertCovered(lines(), new double[] {0.5, 0}, 0.93, 1);
    assertCovered(three(), new double[] {1, 0, 0.5}, 0.93, 1);
  }

  /** Of 400 noisy data sets, how many intervals hold the truth. */
  private static void assertCovered(double[][] terms, double[] truth, double least, double most) {
    int sets = 400;
    for (int column = 0; column < truth.length; column++) {
      int covered = 0;
      for (int seed = 0; seed < sets; seed++) {
        Coefficient coefficient =
            Regression.of(samples(terms, truth, NOISE, seed)).coefficients().get(column);
        assertThat(coefficient.value()).isBetween(coefficient.low(), coefficient.high());
        covered +=
            coefficient.low() <= truth[column] && truth[column] <= coefficient.high() ? 1 : 0;
      }
      assertThat(covered / (double) sets).as("coefficient %d", column).isBetween(least, most);
    }
  }

  @Test
  void determination_is_the_explained_part_of_the_variance() {
    Determination determination = new Determination();
    determination.add(1, 1, 1);
    determination.add(3, 2, 1);
    determination.add(5, 5, 1);
    // Residual squares 1 of 8.
    assertThat(determination.value()).isCloseTo(0.875, Offset.offset(1e-12));
    // As if it had been measured twice: 2 of 8 around 3.
    determination.add(3, 2, 1);
    assertThat(determination.value()).isCloseTo(0.75, Offset.offset(1e-12));
  }

  @Test
  void a_weight_counts_as_often_and_nothing_that_varies_has_no_determination() {
    Determination weighted = new Determination();
    weighted.add(1, 2, 1);
    assertThat(weighted.value()).isNaN();
    weighted.add(4, 4, 2);
    Determination repeated = new Determination();
    repeated.add(1, 2, 1);
    repeated.add(4, 4, 1);
    repeated.add(4, 4, 1);
    assertThat(weighted.value()).isCloseTo(repeated.value(), Offset.offset(1e-12));
  }

  @Test
  void responses_of_zero_cost_nothing() {
    Regression regression = Regression.of(samples(lines(), new double[] {0, 0}, 0, 1));
    assertThat(regression.coefficients()).allMatch(Coefficient::isAtBound);
  }

  @Test
  void terms_that_follow_from_each_other_are_not_independent() {
    double[][] alike = {{1, 2}, {2, 4}, {3, 6}};
    assertThat(new Samples(alike, new double[3]).independence()).isLessThan(1e-12);
    double[][] apart = {{1, 0}, {0, 2}};
    assertThat(new Samples(apart, new double[2]).independence()).isCloseTo(1, Offset.offset(1e-12));
    double[][] nothing = {{1, 0}, {2, 0}};
    assertThat(new Samples(nothing, new double[2]).independence()).isZero();
  }

  @Test
  void samples_that_cannot_be_are_refused() {
    double[][] one = {{1, 1}};
    assertThatIllegalArgumentException().isThrownBy(() -> new Samples(one, new double[2]));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new Samples(new double[1][9], new double[1]));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Regression.of(new Samples(one, new double[1])))
        .withMessage("1 samples for 2 coefficients");
  }
}
