package io.synod.cli.storage;

import io.synod.storage.journal.Damage;
import io.synod.storage.journal.ScannedRecord;
import java.util.HashMap;
import java.util.Map;

/**
 * Finds the damaged records that are no longer needed, because a later record holds the same slot.
 * Bounded: slots beyond the number of reported damages are not tracked.
 */
final class LaterRecords {
  private static final int SLOTS_MAX = 1024;
  private static final long NONE = 0;

  // For each slot with a damaged record, the next intact record behind it.
  private final Map<Long, Long> laterOf = new HashMap<>();

  /** Receives every record, in the order of the journal. */
  void add(ScannedRecord record) {
    if (!record.type().hasSlot()) {
      return;
    }
    if (record.state() == ScannedRecord.State.DAMAGED) {
      if (laterOf.size() < SLOTS_MAX || laterOf.containsKey(record.slot())) {
        laterOf.put(record.slot(), NONE);
      }
    } else if (record.state() == ScannedRecord.State.GOOD) {
      laterOf.computeIfPresent(
          record.slot(), (slot, later) -> later == NONE ? record.number() : later);
    }
  }

  /** Number of the record that replaces this one; 0 if there is none. */
  long madeUpFor(Damage damage) {
    long later = laterOf.getOrDefault(damage.slot(), NONE);
    return later > damage.number() ? later : NONE;
  }
}
