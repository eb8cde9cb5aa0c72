package io.synod.tuning.fit;

import io.synod.core.tuning.CpuCosts;
import io.synod.core.tuning.LinearCost;
import io.synod.core.tuning.MessageSizes;
import io.synod.tuning.measurement.Activity;
import io.synod.tuning.measurement.CpuTime;
import io.synod.tuning.measurement.Interval;
import io.synod.tuning.measurement.Traffic;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Random;

/** What a leader of known costs would measure. */
public final class SyntheticRuns {
  public static final CpuCosts TRUTH =
      new CpuCosts(new LinearCost(0.004, 0.0015), new LinearCost(0.003, 0.02), 0.0008);
  private static final double INSTANCES = 1_000;
  private static final int INTERVALS = 5;

  private final CpuCosts costs;
  private final double noise;
  private final Random random;
  private final List<Interval> intervals = new ArrayList<>();

  /**
   * @param noise standard deviation of each activity's CPU time, relative
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
      Map<Activity, Double> millisOf = new EnumMap<>(Activity.class);
      millisOf.put(Activity.CLIENT_IO, noisy(0.8 * client));
      millisOf.put(Activity.BATCHER, noisy(0.2 * client));
      millisOf.put(Activity.PROTOCOL, noisy(0.3 * replica));
      millisOf.put(Activity.REPLICA_IO, noisy(0.6 * replica));
      millisOf.put(Activity.JOURNAL, noisy(0.1 * replica));
      millisOf.put(Activity.SERVICE, noisy(batched * costs.executionMillis()));
      millisOf.put(Activity.OTHER, 0.0);
      double total = millisOf.values().stream().mapToDouble(Double::doubleValue).sum();
      intervals.add(
          new Interval(
              "synthetic.csv:" + (intervals.size() + 2),
              replicas,
              new Traffic(
                  INSTANCES,
                  batched * INSTANCES,
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

  private double noisy(double millis) {
    return INSTANCES * millis * (1 + noise * random.nextGaussian());
  }
}
