package io.synod.core.settings;

import io.synod.core.check.Range;

/**
 * What matters while a replica is no member of its cluster, and when it becomes one.
 *
 * @param peerAddress where replicas connect to this one, as {@code host:port}
 * @param clientAddress where clients connect to this one, as {@code host:port}
 * @param lagMax a standby that lacks more decisions than this is not made a member
 * @param lingerNanos a removed replica ends so long after the cluster goes on without it, three
 *     election timeouts at least; {@link #FOREVER} if it stays a standby
 */
public record StandbySettings(
    String peerAddress, String clientAddress, long lagMax, long lingerNanos) {

  public static final long FOREVER = Long.MAX_VALUE;

  public StandbySettings {
    Range.atLeast(1, lagMax, "slots that a standby may lag");
    Range.atLeast(0, lingerNanos, "time that a removed replica lingers in ns");
  }

  /** Whether a removed replica ends. */
  public boolean lingers() {
    return lingerNanos != FOREVER;
  }
}
