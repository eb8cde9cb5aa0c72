package io.synod.core.recovery;

import io.synod.core.check.Range;
import io.synod.core.settings.Durability;

/**
 * What survives a crash, and how long a replica may wait for its peers to make up for the rest.
 *
 * @param durability what the disk is waited for
 * @param patienceNanos a slot that the disk has lost must be repaired by then; and a replica that
 *     cannot join because too many have lost their memory stops after it
 */
public record RecoverySettings(Durability durability, long patienceNanos) {

  public RecoverySettings {
    Range.atLeast(1, patienceNanos, "patience for peers in ns");
  }
}
