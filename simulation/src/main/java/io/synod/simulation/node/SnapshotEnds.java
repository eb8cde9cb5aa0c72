package io.synod.simulation.node;

import io.synod.core.event.Event;
import io.synod.simulation.check.Violation;

/**
 * The ends of the snapshots that this process of a replica knows. The newest may turn out to be
 * corrupt, so the journal has to reach back to the one before it.
 */
final class SnapshotEnds {
  private final int replica;
  private long older;
  private long newest;

  /**
   * @param recovered end of the snapshot with which this process began; 0 if there was none
   */
  SnapshotEnds(int replica, long recovered) {
    this.replica = replica;
    newest = recovered;
  }

  void observe(Event event) {
    if (event instanceof Event.SnapshotTaken taken && taken.stored()) {
      stored(taken.end());
    } else if (event instanceof Event.PartStored part && part.complete()) {
      stored(part.end());
    }
  }

  private void stored(long end) {
    if (end > newest) {
      older = newest;
      newest = end;
    }
  }

  void checkCut(long slot) {
    if (slot > older) {
      throw new Violation(
          "replica %d cuts its journal at %d, with snapshots up to %d and %d",
          replica, slot, older, newest);
    }
  }
}
