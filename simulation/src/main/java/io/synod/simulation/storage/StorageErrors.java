package io.synod.simulation.storage;

import io.synod.core.cluster.View;
import io.synod.core.effect.Persisted;
import io.synod.core.recovery.Recovered;
import io.synod.core.settings.Durability;

/** How tests put errors of a storage, and of what relies on it, in; as it stands there is none. */
public interface StorageErrors {
  StorageErrors NONE = new StorageErrors() {};

  /** Whether a fact that was read is told. */
  default boolean isRecovered(Persisted fact) {
    return true;
  }

  /** A vote could not be read. */
  default void damaged(Recovered recovered, long slot, View view, String place) {
    recovered.damaged(slot, view, place);
  }

  /** What was lost is unknown. */
  default void incomplete(Recovered recovered, String reason) {
    recovered.incomplete(reason);
  }

  /** Up to which slot the journal is cut when that may be done up to {@code slot}. */
  default long cut(long slot, long newestSnapshotEnd) {
    return slot;
  }

  /** What a replica takes for its level, which is {@code durability}. */
  default Durability level(Durability durability) {
    return durability;
  }

  /** Whether a message waits for what was persisted before it. */
  default boolean waits() {
    return true;
  }
}
