package io.synod.core.effect;

import io.synod.core.message.SnapshotPart;

/** Effects of fetching a snapshot. */
public interface FetchEffects extends Sending {

  /**
   * Stores a part of a peer's snapshot; {@code Event.PartStored} reports the outcome. Parts of one
   * snapshot come in order; one with offset 0 begins anew and drops what was stored before.
   */
  void storeSnapshotPart(SnapshotPart part);

  /** What was stored of a peer's snapshot will not be completed. */
  void dropSnapshotParts();

  void observe(ProtocolEvent event);
}
