package io.synod.fitting.fit;

import io.synod.fitting.measurement.Activity;
import io.synod.fitting.measurement.CpuTime;
import io.synod.fitting.measurement.Interval;
import io.synod.fitting.measurement.Traffic;
import io.synod.tuning.model.CpuCosts;
import io.synod.tuning.model.LinearCost;
import io.synod.tuning.model.MessageSizes;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Random;

/** What a leader of known costs would measure. */
public final class SyntheticRuns {
  public static final CpuCosts TRUTH =
      new CpuCosts(new LinearCost(0.004, 0.0015), new LinearCost(0.003, 0.02), 0.0008);
  private static final double INTERVAL_MILLIS = 1_000;
  private static final double DISTURBED_MILLIS = 100;
  private static final int INTERVALS = 5;

  private final CpuCosts costs;
  private final double noise;
  private final Random random;
  private final List<Interval> intervals = new ArrayList<>();

  /**
   * @param noise standard deviation of each activity's CPU time, for each 100 ms
   */
  SyntheticRuns(CpuCosts costs, double noise, long seed) {
    this.costs = costs;
    this.noise = noise;
    this.random = new Random(seed);
  }

  /** All combinations, which identify everything from totals, too. */
  public static List<Interval> grid(CpuCosts costs, double noise, long seed) {
    SyntheticRuns runs = new SyntheticRuns(costs, noise, seed);
    for (int requestBytes : new int[] {128, 1_024}) {
      for (int answerBytes : new int[] {8, 1_024}) {
        for (double requests : new double[] {1, 4, 16, 64}) {
          runs.run(3, requestBytes, answerBytes, requests);
        }
      }
    }
    return runs.intervals();
  }

  /** Five intervals of one run, of batches that are nearly alike. */
  SyntheticRuns run(int replicas, int requestBytes, int answerBytes, double requests) {
    MessageSizes sizes = MessageSizes.ofSynod(requestBytes, answerBytes);
    for (int interval = 0; interval < INTERVALS; interval++) {
      double batched = requests * (1 + 0.02 * interval);
      double acceptBytes =
          batched * (requestBytes + sizes.requestHeaderBytes()) + sizes.batchHeaderBytes();
      double client =
          batched
              * costs.client().of(requestBytes + sizes.requestHeaderBytes() + sizes.answerBytes());
      double replica = (replicas - 1) * costs.replica().of(acceptBytes + sizes.voteBytes());
      double cpu = client + replica + batched * costs.executionMillis();
      double instances = cpu == 0 ? 1 : INTERVAL_MILLIS / cpu;
      Map<Activity, Double> millisOf = new EnumMap<>(Activity.class);
      millisOf.put(Activity.CLIENT_IO, noisy(instances * 0.8 * client));
      millisOf.put(Activity.BATCHER, noisy(instances * 0.2 * client));
      millisOf.put(Activity.PROTOCOL, noisy(instances * 0.3 * replica));
      millisOf.put(Activity.REPLICA_IO, noisy(instances * 0.6 * replica));
      millisOf.put(Activity.JOURNAL, noisy(instances * 0.1 * replica));
      millisOf.put(Activity.SERVICE, noisy(instances * batched * costs.executionMillis()));
      millisOf.put(Activity.OTHER, 0.0);
      double total = millisOf.values().stream().mapToDouble(Double::doubleValue).sum();
      intervals.add(
          new Interval(
              "synthetic.csv:" + (intervals.size() + 2),
              replicas,
              new Traffic(
                  instances,
                  batched * instances,
                  requestBytes,
                  answerBytes,
                  acceptBytes,
                  sizes.voteBytes()),
              new CpuTime(total, millisOf)));
    }
    return this;
  }

  List<Interval> intervals() {
    return intervals;
  }

  /** What costs nothing is never measured. */
  private double noisy(double millis) {
    double measured = millis + noise * DISTURBED_MILLIS * random.nextGaussian();
    return millis == 0 ? 0 : Math.max(0, measured);
  }
}
