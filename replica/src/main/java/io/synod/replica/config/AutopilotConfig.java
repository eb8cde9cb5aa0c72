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
 */
public record AutopilotConfig(
    boolean on, BatchLimits least, BatchLimits most, long windowBytesMax, long queueNanosMax) {
  /** Of {@code election.timeout}, in parts, how long instances may wait for each other. */
  static final int QUEUE_SHARE = 3;

  /** The limits that a first leader begins with. */
  public static final BatchLimits START = new BatchLimits(128 << 10, 8);
}
