package io.synod.simulation.storage;

import io.synod.core.effect.JournalRecord;

/** Receives the records that a new process finds in its journal. */
public interface JournalFindings extends JournalRecord.Visitor {
  /** A record of this slot cannot be read. */
  void onDamaged(long slot);
}
