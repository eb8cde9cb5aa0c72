package io.synod.core.settings;

import io.synod.core.check.Range;

/**
 * When a leader is replaced.
 *
 * @param timeoutNanos a follower without a message of a leader for 1 to 5/4 of these pre-votes; a
 *     leader without answers of a quorum for this long steps down
 * @param heartbeatNanos how often a leader sends a heartbeat
 * @param priorities which replicas should lead rather than others
 * @param lease whether leaders answer reads by a lease
 */
public record ElectionSettings(
    long timeoutNanos, long heartbeatNanos, PrioritySettings priorities, LeaseSettings lease) {

  public ElectionSettings {
    Range.atLeast(1, heartbeatNanos, "time between two heartbeats in ns");
    Range.atLeast(2 * heartbeatNanos, timeoutNanos, "election timeout in ns, of two heartbeats");
  }

  /** With the same priority for all replicas, and without leases. */
  public ElectionSettings(long timeoutNanos, long heartbeatNanos) {
    this(timeoutNanos, heartbeatNanos, PrioritySettings.NONE, LeaseSettings.OFF);
  }
}
