package io.synod.replica.assembly;

import io.synod.core.effect.JournalRecord;
import io.synod.core.recovery.Recovered;
import java.util.function.Consumer;

/**
 * Replays a journal as long as its batches fit into the heap. They fit while snapshots are taken as
 * the settings say: a journal is larger where the disk had no space for one, where the newest is
 * damaged, or where the last process had more heap.
 */
record BoundedReplay(Recovered into, long heapBytes) implements Consumer<JournalRecord> {

  @Override
  public void accept(JournalRecord record) {
    record.visit(into);
    requireRoom();
  }

  /**
   * An array may take twice its length of the heap, where a region of the collector holds one and
   * not two.
   */
  private void requireRoom() {
    if (into.batchBytes() > heapBytes / 2) {
      throw new IllegalStateException(
          ("behind its newest snapshot the journal holds more than %d MiB of batches, half of the"
                  + " heap: give the JVM more than its %d MiB (-Xmx), until there is another"
                  + " snapshot")
              .formatted(into.batchBytes() >> 20, heapBytes >> 20));
    }
  }
}
