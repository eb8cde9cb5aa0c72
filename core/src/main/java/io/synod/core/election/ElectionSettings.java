package io.synod.core.election;

/**
 * When a leader is given up.
 *
 * @param timeoutNanos a follower that hears of no leader for one to two of these canvasses; a
 *     leader that hears of no quorum for this long steps down
 * @param heartbeatNanos how often a leader shows that it is alive
 */
public record ElectionSettings(long timeoutNanos, long heartbeatNanos) {

  public ElectionSettings {
    if (heartbeatNanos < 1 || timeoutNanos < 2 * heartbeatNanos) {
      throw new IllegalArgumentException(
          "election timeout of %d ns must be at least two heartbeats of %d ns"
              .formatted(timeoutNanos, heartbeatNanos));
    }
  }
}
