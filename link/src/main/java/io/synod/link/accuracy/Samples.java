package io.synod.link.accuracy;

import java.util.Arrays;

/** Measured values in the order of their arrival. For one thread. */
final class Samples {
  private static final double HALF = 0.5;
  private static final double PERCENTILE = 0.99;

  private double[] values = new double[64];
  private int count;

  void add(double value) {
    if (count == values.length) {
      values = Arrays.copyOf(values, 2 * count);
    }
    values[count++] = value;
  }

  void addAll(Samples others) {
    for (int index = 0; index < others.count; index++) {
      add(others.values[index]);
    }
  }

  double median() {
    return rank(HALF);
  }

  /** The smallest value that 99 % do not exceed; with fewer than 100 values the largest. */
  double p99() {
    return rank(PERCENTILE);
  }

  private double rank(double share) {
    if (count == 0) {
      throw new IllegalStateException("nothing was measured");
    }
    double[] sorted = Arrays.copyOf(values, count);
    Arrays.sort(sorted);
    return sorted[Math.max(0, (int) Math.ceil(share * count) - 1)];
  }
}
