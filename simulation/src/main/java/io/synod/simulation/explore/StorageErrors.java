package io.synod.simulation.explore;

import io.synod.core.effect.JournalRecord;

/** Storage errors that tests inject; by default there are none. */
interface StorageErrors {
  StorageErrors NONE = new StorageErrors() {};

  /** Whether recovery reports a record that was read. */
  default boolean isRecovered(JournalRecord fact) {
    return true;
  }

  /** Whether a message waits for the records persisted before it. */
  default boolean waits() {
    return true;
  }
}
