package io.synod.core.settings;

import io.synod.core.check.Range;

/**
 * When a leader is given up.
 *
 * @param timeoutNanos a follower that hears of no leader for one to two of these pre-votes; a
 *     leader that hears of no quorum for this long steps down
 * @param heartbeatNanos how often a leader shows that it is alive
 */
public record ElectionSettings(long timeoutNanos, long heartbeatNanos) {

  public ElectionSettings {
    Range.atLeast(1, heartbeatNanos, "time between two heartbeats in ns");
    Range.atLeast(2 * heartbeatNanos, timeoutNanos, "election timeout in ns, of two heartbeats");
  }
}
