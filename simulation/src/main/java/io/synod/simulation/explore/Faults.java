package io.synod.simulation.explore;

import io.synod.simulation.network.MessageFilter;

/** Errors that a test puts in, and the exploration must find; as it stands there are none. */
record Faults(MessageFilter wire, StorageErrors storage) {
  static final Faults NONE = new Faults(MessageFilter.NONE, StorageErrors.NONE);
}
