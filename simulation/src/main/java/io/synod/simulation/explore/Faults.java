package io.synod.simulation.explore;

import io.synod.simulation.network.MessageFilter;

/** Faults that a test injects and the exploration must find; by default there are none. */
record Faults(MessageFilter wire, StorageErrors storage) {
  static final Faults NONE = new Faults(MessageFilter.NONE, StorageErrors.NONE);
}
