package io.synod.simulation.explore;

import io.synod.core.effect.JournalRecord;

/** How tests put errors of a storage in; as it stands there is none. */
interface StorageErrors {
  StorageErrors NONE = new StorageErrors() {};

  /** Whether a fact that was read is told. */
  default boolean isRecovered(JournalRecord fact) {
    return true;
  }

  /** Whether a message waits for what was persisted before it. */
  default boolean waits() {
    return true;
  }
}
