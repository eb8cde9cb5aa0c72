package io.synod.fitting.fit;

import static org.assertj.core.api.Assertions.assertThat;

import io.synod.fitting.measurement.Activity;
import io.synod.fitting.measurement.CpuTime;
import io.synod.fitting.measurement.Interval;
import io.synod.fitting.measurement.Traffic;
import io.synod.fitting.regression.Coefficient;
import io.synod.tuning.model.CpuCosts;
import io.synod.tuning.model.LinearCost;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import org.assertj.core.data.Offset;
import org.assertj.core.data.Percentage;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

final class CostFitTest {
  private static final double NOISE = 0.05;

  private static List<Coefficient> coefficients(CostFit fit) {
    return fit.coefficients();
  }

  private static double[] parameters(CpuCosts costs) {
    return new double[] {
      costs.client().millisPerKib(),
      costs.client().millis(),
      costs.replica().millisPerKib(),
      costs.replica().millis(),
      costs.executionMillis()
    };
  }

  @ParameterizedTest
  @EnumSource(FitSource.class)
  void known_costs_come_back(FitSource source) {
    CostFit fit = CostFit.of(SyntheticRuns.grid(SyntheticRuns.TRUTH, 0, 1), source);
    double[] truth = parameters(SyntheticRuns.TRUTH);
    for (int index = 0; index < truth.length; index++) {
      assertThat(parameters(fit.costs())[index])
          .isCloseTo(truth[index], Percentage.withPercentage(0.001));
    }
    assertThat(fit.determination()).isCloseTo(1, Offset.offset(1e-9));
    assertThat(fit.attributed()).isCloseTo(1, Offset.offset(1e-9));
  }

  @ParameterizedTest
  @EnumSource(FitSource.class)
  void noisy_costs_lie_within_the_stated_intervals(FitSource source) {
    double[] truth = parameters(SyntheticRuns.TRUTH);
    int sets = 100;
    int[] covered = new int[truth.length];
    for (int seed = 0; seed < sets; seed++) {
      CostFit fit = CostFit.of(SyntheticRuns.grid(SyntheticRuns.TRUTH, NOISE, seed), source);
      for (int index = 0; index < truth.length; index++) {
        Coefficient coefficient = coefficients(fit).get(index);
        boolean holds = coefficient.low() <= truth[index] && truth[index] <= coefficient.high();
        covered[index] += holds ? 1 : 0;
      }
    }
    for (int index = 0; index < truth.length; index++) {
      assertThat(covered[index]).as("parameter %d", index).isBetween(87, 100);
    }
  }

  @Test
  void a_zero_cost_is_at_its_bound() {
    CpuCosts free = new CpuCosts(new LinearCost(0, 0.002), new LinearCost(0.003, 0.02), 0);
    int atBound = 0;
    int reachesBound = 0;
    for (int seed = 0; seed < 20; seed++) {
      CostFit fit = CostFit.of(SyntheticRuns.grid(free, NOISE, seed), FitSource.STAGES);
      Coefficient slope = coefficients(fit).get(0);
      reachesBound += slope.low() == 0 ? 1 : 0;
      assertThat(slope.value()).isGreaterThanOrEqualTo(0);
      assertThat(slope.high()).isPositive();
      atBound += slope.isAtBound() ? 1 : 0;
      assertThat(coefficients(fit).get(4).value()).isZero();
      assertThat(coefficients(fit).get(4).high()).isZero();
    }
    assertThat(reachesBound).isGreaterThanOrEqualTo(17);
    // The noise makes the slope negative in half of the sets.
    assertThat(atBound).isBetween(5, 15);
  }

  /** Ten runs, in each of which everything costs some other tenth more or less. */
  @Test
  void differences_between_runs_widen_the_intervals() {
    int held = 0;
    int heldWithoutRuns = 0;
    int sets = 20;
    for (int seed = 0; seed < sets; seed++) {
      Random random = new Random(seed);
      List<Interval> runs = new ArrayList<>();
      List<Interval> one = new ArrayList<>();
      int number = 0;
      for (int requestBytes : new int[] {128, 1_024}) {
        for (double requests : new double[] {1, 3, 8, 20, 64}) {
          double factor = Math.exp(0.1 * random.nextGaussian());
          SyntheticRuns run =
              new SyntheticRuns(SyntheticRuns.TRUTH, 0.01, random.nextLong())
                  .run(3, requestBytes, 8, requests);
          for (Interval interval : run.intervals()) {
            runs.add(scaled(interval, "run-" + number + ".csv:2", factor));
            one.add(scaled(interval, "all.csv:2", factor));
          }
          number++;
        }
      }
      double truth = SyntheticRuns.TRUTH.replica().millis();
      held += holds(CostFit.of(runs, FitSource.STAGES), truth) ? 1 : 0;
      heldWithoutRuns += holds(CostFit.of(one, FitSource.STAGES), truth) ? 1 : 0;
    }
    assertThat(held).isGreaterThanOrEqualTo(15);
    assertThat(heldWithoutRuns).isLessThan(held);
  }

  private static boolean holds(CostFit fit, double truth) {
    Coefficient constant = fit.parts().get(1).coefficients().get(1);
    return constant.low() <= truth && truth <= constant.high();
  }

  private static Interval scaled(Interval interval, String place, double factor) {
    Map<Activity, Double> millisOf = new EnumMap<>(Activity.class);
    for (Activity activity : Activity.values()) {
      millisOf.put(activity, factor * interval.cpu().of(Set.of(activity)));
    }
    CpuTime cpu = new CpuTime(factor * interval.cpu().totalMillis(), millisOf);
    return new Interval(place, interval.replicas(), interval.traffic(), cpu);
  }

  @Test
  void an_idle_leader_s_intervals_hardly_count() {
    List<Interval> intervals = new ArrayList<>(SyntheticRuns.grid(SyntheticRuns.TRUTH, 0.02, 3));
    Interval busy = intervals.get(0);
    Traffic traffic = busy.traffic();
    double requests = traffic.requests() / traffic.instances();
    // One instance, and a hundredth of the CPU time for whatever else the threads do.
    Traffic one =
        new Traffic(
            1,
            requests,
            traffic.requestBytes(),
            traffic.answerBytes(),
            traffic.acceptBytes(),
            traffic.acceptedBytes());
    Map<Activity, Double> other = new EnumMap<>(Activity.class);
    busy.cpu().millisOf().forEach((activity, millis) -> other.put(activity, millis / 100));
    CpuTime cpu = new CpuTime(busy.cpu().totalMillis() / 100, other);
    intervals.addAll(Collections.nCopies(10, new Interval("idle", 3, one, cpu)));
    double[] truth = parameters(SyntheticRuns.TRUTH);
    CostFit fit = CostFit.of(intervals, FitSource.STAGES);
    for (int index = 0; index < truth.length; index++) {
      assertThat(parameters(fit.costs())[index])
          .isCloseTo(truth[index], Percentage.withPercentage(5));
    }
  }

  @Test
  void the_whole_model_is_compared_with_each_measurement() {
    List<Interval> intervals = SyntheticRuns.grid(SyntheticRuns.TRUTH, NOISE, 3);
    CostFit fit = CostFit.of(intervals, FitSource.STAGES);
    assertThat(fit.points()).hasSameSizeAs(intervals);
    assertThat(fit.points())
        .allSatisfy(point -> assertThat(point.relativeResidual()).isBetween(-0.25, 0.25));
    assertThat(fit.determination()).isBetween(0.95, 1.0);
    assertThat(fit.parts())
        .extracting(FittedPart::names)
        .containsExactly(
            List.of("a_cli", "b_cli", "c_cli"),
            List.of("a_rep", "b_rep"),
            List.of("phi_exec", "c_exec"));
    assertThat(fit.error(0.5)).isBetween(0.005, 0.06);
    assertThat(fit.error(0.9)).isBetween(fit.error(0.5), 0.15);
  }

  @Test
  void fixed_costs_of_an_instance_count_to_phi_rep() {
    double wakingMillis = 0.03;
    List<Interval> intervals = new ArrayList<>();
    for (Interval interval : SyntheticRuns.grid(SyntheticRuns.TRUTH, 0, 1)) {
      double more = wakingMillis * interval.traffic().instances() * (interval.replicas() - 1);
      Map<Activity, Double> millis = new EnumMap<>(interval.cpu().millisOf());
      millis.merge(Activity.BATCHER, more, Double::sum);
      millis.merge(Activity.SERVICE, more, Double::sum);
      CpuTime cpu = new CpuTime(interval.cpu().totalMillis() + 2 * more, millis);
      intervals.add(new Interval(interval.place(), interval.replicas(), interval.traffic(), cpu));
    }
    CostFit fit = CostFit.of(intervals, FitSource.STAGES);
    double[] truth = parameters(SyntheticRuns.TRUTH);
    truth[3] += 2 * wakingMillis;
    for (int index = 0; index < truth.length; index++) {
      assertThat(parameters(fit.costs())[index])
          .isCloseTo(truth[index], Percentage.withPercentage(0.1));
      assertThat(fit.coefficients().get(index).value())
          .isCloseTo(truth[index], Percentage.withPercentage(0.1));
    }
    assertThat(fit.determination()).isCloseTo(1, Offset.offset(1e-9));
  }
}
