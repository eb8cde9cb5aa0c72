package io.synod.benchmarks.sweep;

import java.util.Arrays;

/**
 * A ratio over several rounds.
 *
 * @param mean geometric
 * @param factor of one standard error: the mean over it and times it
 */
record Ratio(double mean, double factor) {

  /**
   * @param logs natural logarithms, one of each round; at least two
   */
  static Ratio of(double[] logs) {
    double mean = Arrays.stream(logs).average().orElseThrow();
    double squares = Arrays.stream(logs).map(log -> (log - mean) * (log - mean)).sum();
    double error = Math.sqrt(squares / (logs.length - 1) / logs.length);
    return new Ratio(Math.exp(mean), Math.exp(error));
  }
}
