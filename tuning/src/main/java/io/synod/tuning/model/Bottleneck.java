package io.synod.tuning.model;

/** The resource that limits the rate of instances. */
public enum Bottleneck {
  /** The leader's processor. */
  CPU,
  /** The leader's link. */
  BANDWIDTH,
  /** The round trip to a majority. */
  LATENCY
}
