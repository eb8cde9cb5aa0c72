package io.synod.tuning.autopilot;

import io.synod.core.settings.BatchLimits;

/**
 * What the autopilot may set.
 *
 * @param least the smallest batch size and window
 * @param most the largest of both
 * @param windowBytesMax bytes of a full window of full batches, at most
 * @param queueNanosMax how long a batch may wait for the others of its window, at most: a heartbeat
 *     waits behind them
 * @param latencyNanosMax no limits are chosen that decide more requests and let them take longer
 *     than that, {@link Long#MAX_VALUE} for no such wish
 */
public record Bounds(
    BatchLimits least,
    BatchLimits most,
    long windowBytesMax,
    long queueNanosMax,
    long latencyNanosMax) {

  /** Without a wish. */
  public Bounds(BatchLimits least, BatchLimits most, long windowBytesMax, long queueNanosMax) {
    this(least, most, windowBytesMax, queueNanosMax, Long.MAX_VALUE);
  }

  public Bounds {
    if (least.maxBytes() > most.maxBytes() || least.window() > most.window()) {
      throw new IllegalArgumentException("%s are beyond %s".formatted(least, most));
    }
  }

  /**
   * Whether {@code limits} are within them. The least limits are, however many bytes their window
   * holds.
   */
  public boolean contain(BatchLimits limits) {
    return limits.maxBytes() >= least.maxBytes()
        && limits.maxBytes() <= most.maxBytes()
        && limits.window() >= least.window()
        && limits.window() <= most.window()
        && (limits.windowBytes() <= windowBytesMax || limits.equals(least));
  }

  /** The nearest limits to {@code wanted} that they contain: a smaller window rather than batch. */
  public BatchLimits nearest(BatchLimits wanted) {
    // Even the smallest window must not hold too much.
    long batch =
        Math.min(Math.min(most.maxBytes(), wanted.maxBytes()), windowBytesMax / least.window());
    int maxBytes = (int) Math.max(least.maxBytes(), batch);
    long window = Math.min(Math.min(most.window(), wanted.window()), windowBytesMax / maxBytes);
    return new BatchLimits(maxBytes, (int) Math.max(least.window(), window));
  }
}
