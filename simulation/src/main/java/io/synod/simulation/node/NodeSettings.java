package io.synod.simulation.node;

import io.synod.core.replica.ReplicaSettings;
import io.synod.simulation.scheduler.SkewedClock;

/**
 * The settings of one simulated replica.
 *
 * @param diskNanos the longest duration of a write to its disk; 0 for a disk without waits
 */
public record NodeSettings(ReplicaSettings replica, SkewedClock clock, long diskNanos) {

  /** Its number. */
  public int self() {
    return replica.self();
  }
}
