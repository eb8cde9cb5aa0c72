package io.synod.fitting.fit;

import io.synod.fitting.measurement.Interval;
import io.synod.fitting.regression.Coefficient;
import io.synod.fitting.regression.Determination;
import io.synod.fitting.regression.Regression;
import io.synod.fitting.regression.Samples;
import io.synod.tuning.model.CpuCosts;
import io.synod.tuning.model.LinearCost;
import java.util.Comparator;
import java.util.List;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;

/**
 * The leader's CPU cost of an instance, as measured. The threads of clients, batcher and service
 * also spend a constant on each instance, mostly on waking up: c_cli and c_exec. S13's &phi;_cli
 * has no term for them, so they are added to the constant of &phi;_rep. A fit to totals includes
 * c_cli there by itself.
 *
 * @param source the CPU time that was fitted
 * @param costs the model's inputs
 * @param parts the regressions that gave them
 * @param points each observation beside the whole model
 */
public record CostFit(
    FitSource source, CpuCosts costs, List<FittedPart> parts, List<FittedPoint> points) {
  private static final double HALF = 0.5;
  private static final double CLOSE = 0.15;
  private static final List<String> CLIENT = List.of("a_cli", "b_cli", "c_cli");
  private static final List<String> REPLICA = List.of("a_rep", "b_rep");
  private static final List<String> EXECUTION = List.of("phi_exec", "c_exec");
  private static final List<String> TOTAL = List.of("a_cli", "b_cli", "a_rep", "b_rep");

  public CostFit {
    parts = List.copyOf(parts);
    points = List.copyOf(points);
  }

  /**
   * Fits by least squares over the intervals' CPU time, with parameters of at least 0. An interval
   * has the weight of its work: an idle leader's few instances, which include the constant cost of
   * its threads, hardly count. Totals cannot separate phi_exec from b_cli. So phi_exec always comes
   * from the service's own CPU time, which is subtracted from the totals first.
   *
   * @throws UnidentifiedException if the intervals do not determine the parameters
   */
  public static CostFit of(List<Interval> intervals, FitSource source) {
    List<Observation> observations = intervals.stream().map(Observation::new).toList();
    Identification.check(observations, source);
    FittedPart execution =
        part(
            EXECUTION,
            observations,
            Observation::executionTerms,
            seen -> seen.millis(FitSource.EXECUTION));
    double executionMillis = execution.coefficients().get(0).value();
    return switch (source) {
      case STAGES -> {
        FittedPart client =
            part(CLIENT, observations, Observation::clientTerms, s -> s.millis(FitSource.CLIENT));
        FittedPart replica =
            part(
                REPLICA, observations, Observation::replicaTerms, s -> s.millis(FitSource.REPLICA));
        double constant = constant(client, 2) + constant(replica, 1) + constant(execution, 1);
        LinearCost replicaCost = new LinearCost(constant(replica, 0), constant);
        CpuCosts costs = new CpuCosts(linear(client, 0), replicaCost, executionMillis);
        yield whole(source, costs, List.of(client, replica, execution), observations);
      }
      case TOTAL -> {
        FittedPart both =
            part(
                TOTAL,
                observations,
                CostFit::allTerms,
                seen -> seen.totalMillis() - seen.millis(FitSource.EXECUTION));
        double constant = constant(both, 3) + constant(execution, 1);
        LinearCost replicaCost = new LinearCost(constant(both, 2), constant);
        CpuCosts costs = new CpuCosts(linear(both, 0), replicaCost, executionMillis);
        yield whole(source, costs, List.of(both, execution), observations);
      }
    };
  }

  /** The terms of &phi;_cli, then those of &phi;_rep. */
  static double[] allTerms(Observation observation) {
    double[] client = observation.clientTerms();
    double[] replica = observation.replicaTerms();
    return new double[] {client[0], client[1], replica[0], replica[1]};
  }

  private static FittedPart part(
      List<String> names,
      List<Observation> observations,
      Function<Observation, double[]> terms,
      ToDoubleFunction<Observation> millis) {
    Samples samples =
        new Samples(
            observations.stream().map(terms).toArray(double[][]::new),
            observations.stream().mapToDouble(millis).toArray());
    Regression regression = Regression.of(samples);
    Determination determination = new Determination();
    for (Observation seen : observations) {
      double instances = seen.instances();
      double fitted = regression.fitted(terms.apply(seen)) / instances;
      determination.add(millis.applyAsDouble(seen) / instances, fitted, instances);
    }
    List<Coefficient> coefficients =
        RunBootstrap.widened(
            regression.coefficients(),
            samples,
            observations.stream().map(seen -> seen.interval().run()).toList());
    return new FittedPart(names, coefficients, determination.value());
  }

  private static double constant(FittedPart part, int index) {
    return part.coefficients().get(index).value();
  }

  private static LinearCost linear(FittedPart part, int first) {
    List<Coefficient> coefficients = part.coefficients();
    return new LinearCost(coefficients.get(first).value(), coefficients.get(first + 1).value());
  }

  private static CostFit whole(
      FitSource source, CpuCosts costs, List<FittedPart> parts, List<Observation> observations) {
    List<FittedPoint> points =
        observations.stream()
            .map(
                seen ->
                    new FittedPoint(
                        seen, source.millis(seen) / seen.instances(), model(costs, seen)))
            .toList();
    return new CostFit(source, costs, parts, points);
  }

  /** &phi;_inst_CPU (S13, section III) for sizes that need not be whole. */
  private static double model(CpuCosts costs, Observation observation) {
    return observation.requests() * costs.client().of(observation.clientBytes())
        + (observation.replicas() - 1) * costs.replica().of(observation.replicaBytes())
        + observation.requests() * costs.executionMillis();
  }

  /** a_cli, b_cli, a_rep, b_rep with the constants added to it, and phi_exec, in this order. */
  public List<Coefficient> coefficients() {
    Coefficient client = named("c_cli");
    Coefficient execution = named("c_exec");
    return List.of(
        named("a_cli"),
        named("b_cli"),
        named("a_rep"),
        named("b_rep").plus(client).plus(execution),
        named("phi_exec"));
  }

  private Coefficient named(String name) {
    for (FittedPart part : parts) {
      int index = part.names().indexOf(name);
      if (index >= 0) {
        return part.coefficients().get(index);
      }
    }
    return Coefficient.NONE;
  }

  /**
   * The relative error of the model that this share of the instances does not exceed.
   *
   * @param share 0 to 1
   */
  public double error(double share) {
    List<FittedPoint> ordered =
        points.stream().sorted(Comparator.comparingDouble(FittedPoint::error)).toList();
    double all = points.stream().mapToDouble(point -> point.observation().instances()).sum();
    double sum = 0;
    for (FittedPoint point : ordered) {
      sum += point.observation().instances();
      if (sum >= share * all) {
        return point.error();
      }
    }
    return Double.NaN;
  }

  /** Whether its error is at most 15 % for half of the instances; else it explains too little. */
  public boolean isClose() {
    return error(HALF) <= CLOSE;
  }

  /** R&sup2; of the whole model for the CPU time of an instance; each instance counts once. */
  public double determination() {
    Determination determination = new Determination();
    for (FittedPoint point : points) {
      determination.add(
          point.measuredMillis(), point.modelMillis(), point.observation().instances());
    }
    return determination.value();
  }

  /** The share of the threads' CPU time that belongs to the model's activities; at most 1. */
  public double attributed() {
    double attributed = 0;
    double total = 0;
    for (FittedPoint point : points) {
      attributed += FitSource.STAGES.millis(point.observation());
      total += point.observation().totalMillis();
    }
    return attributed / total;
  }
}
