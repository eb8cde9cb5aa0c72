package io.synod.core.recovery;

import io.synod.core.check.Range;
import io.synod.core.settings.Durability;

/**
 * Which records survive a crash, and how long a replica waits for its peers to replace the others.
 *
 * @param durability which messages wait for the disk
 * @param patienceNanos a slot that the disk has lost must be repaired within this time; a replica
 *     that cannot join because too many have lost their durable state stops after it
 */
public record RecoverySettings(Durability durability, long patienceNanos) {

  public RecoverySettings {
    Range.atLeast(1, patienceNanos, "patience for peers in ns");
  }
}
