package io.synod.tuning.model;

/** What one instance after the other waits for. */
public enum Bottleneck {
  /** The leader's processor. */
  CPU,
  /** The leader's link. */
  BANDWIDTH,
  /** The way to a majority and back. */
  LATENCY
}
