package io.synod.simulation.node;

import io.synod.core.replica.ReplicaSettings;
import io.synod.simulation.scheduler.SkewedClock;

/**
 * What one simulated replica is built from.
 *
 * @param diskNanos that a write to its disk takes at most; 0 for one that never waits
 */
public record NodeSettings(ReplicaSettings replica, SkewedClock clock, long diskNanos) {}
