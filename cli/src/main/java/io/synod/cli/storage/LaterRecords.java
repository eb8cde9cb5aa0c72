package io.synod.cli.storage;

import io.synod.storage.journal.Damage;
import io.synod.storage.journal.ScannedRecord;
import java.util.HashMap;
import java.util.Map;

/**
 * Which damaged records nobody needs any more, because a later one tells of the same slot. Bounded:
 * slots beyond the number of damages that are told are not watched.
 */
final class LaterRecords {
  private static final int SLOTS_MAX = 1024;
  private static final long NONE = 0;

  // Of each slot with a damaged record the next good one behind it.
  private final Map<Long, Long> laterOf = new HashMap<>();

  /** Every record, in the order of the journal. */
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

  /** Number of the record that makes up for this one; 0 if there is none. */
  long madeUpFor(Damage damage) {
    long later = laterOf.getOrDefault(damage.slot(), NONE);
    return later > damage.number() ? later : NONE;
  }
}
