package io.synod.core.effect;

import io.synod.core.message.SnapshotPart;

/** What fetching a snapshot wants done. */
public interface FetchEffects extends Sending {

  /**
   * Stores a part of a peer's snapshot; {@code Event.PartStored} tells the outcome. Parts of one
   * snapshot come in order; one with offset 0 begins anew and drops what was stored before.
   */
  void storeSnapshotPart(SnapshotPart part);

  /** What was stored of a peer's snapshot will not be completed. */
  void dropSnapshotParts();

  void observe(ProtocolEvent event);
}
