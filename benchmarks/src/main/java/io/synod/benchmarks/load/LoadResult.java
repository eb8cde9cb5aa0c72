package io.synod.benchmarks.load;

import org.HdrHistogram.Histogram;

/**
 * The answers during a measurement.
 *
 * @param nanos measured time
 * @param answered requests that ended with an answer
 * @param failed requests that were certainly not executed
 * @param unknown requests that may or may not have been executed
 * @param latencies of the answered requests, in nanoseconds; of bursts, of the last request of each
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

  /** The least latency in milliseconds; not a number if there is none. */
  public double latencyMillisLeast() {
    return isTimed() ? latencies.getMinValue() / NANOS_PER_MILLI : Double.NaN;
  }

  /** The mean latency in milliseconds; not a number if there is none. */
  public double latencyMillisMean() {
    return isTimed() ? latencies.getMean() / NANOS_PER_MILLI : Double.NaN;
  }

  /** The greatest latency in milliseconds; not a number if there is none. */
  public double latencyMillisMost() {
    return isTimed() ? latencies.getMaxValue() / NANOS_PER_MILLI : Double.NaN;
  }

  private boolean isTimed() {
    return latencies.getTotalCount() > 0;
  }
}
