package io.synod.replica.config;

import io.synod.core.settings.BatchLimits;

/**
 * What the autopilot may set.
 *
 * @param on whether it sets anything
 * @param least the smallest batch size and window
 * @param most the largest of both
 * @param windowBytesMax bytes of a full window of full batches, at most
 * @param queueNanosMax how long instances may wait for each other, since heartbeats wait with them
 * @param latencyNanosMax what a request may take in the leader for the sake of throughput
 * @param trials whether clients may try other limits
 */
public record AutopilotConfig(
    boolean on,
    BatchLimits least,
    BatchLimits most,
    long windowBytesMax,
    long queueNanosMax,
    long latencyNanosMax,
    boolean trials) {
  /** Of {@code election.timeout}, in parts, how long instances may wait for each other. */
  static final int QUEUE_SHARE = 3;

  /** The limits that a first leader begins with, as far as the bounds allow. */
  public static final BatchLimits START = new BatchLimits(128 << 10, 8);

  /** The limits that a first leader begins with: the fixed ones, or the nearest to the default. */
  public BatchLimits start() {
    return on
        ? new BatchLimits(
            Math.max(least.maxBytes(), Math.min(START.maxBytes(), most.maxBytes())),
            Math.max(least.window(), Math.min(START.window(), most.window())))
        : most;
  }
}
