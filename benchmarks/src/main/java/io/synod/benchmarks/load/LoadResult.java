package io.synod.benchmarks.load;

import org.HdrHistogram.Histogram;

/**
 * What was answered while it was measured.
 *
 * @param nanos how long was measured
 * @param answered requests that ended with an answer
 * @param failed requests that surely were not executed
 * @param unknown requests that may or may not have been executed
 * @param latencies of the answered requests, in nanoseconds
 */
public record LoadResult(
    long nanos, long answered, long failed, long unknown, Histogram latencies) {

  private static final double NANOS_PER_SECOND = 1e9;
  private static final double NANOS_PER_MILLI = 1e6;

  public double answeredPerSecond() {
    return answered * NANOS_PER_SECOND / nanos;
  }

  /** The latency that {@code percent} of the answered requests do not exceed, in milliseconds. */
  public double latencyMillis(double percent) {
    return latencies.getValueAtPercentile(percent) / NANOS_PER_MILLI;
  }
}
