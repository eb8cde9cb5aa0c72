package io.synod.benchmarks.calibration;

import io.synod.core.settings.BatchLimits;
import io.synod.tuning.autopilot.Trial;

/**
 * Limits that were tried against the default ones.
 *
 * @param requestsPerSecond the median over the rounds, with as many requests in flight as fit
 * @param latencyMillis the median over the rounds of the median latency, at a rate that the default
 *     limits carry
 * @param trial the pairs with the default; of throughput and of latency
 */
public record Tried(
    BatchLimits limits, double requestsPerSecond, double latencyMillis, Trial trial) {

  /** How many times the requests of the default, over all pairs. */
  public double throughputRatio() {
    return Math.exp(trial.throughput().mean());
  }

  /** How many times its latency. */
  public double latencyRatio() {
    return Math.exp(-trial.time().mean());
  }

  public Trial.Verdict verdict() {
    return trial.verdict();
  }
}
