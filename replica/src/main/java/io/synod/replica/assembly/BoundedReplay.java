package io.synod.replica.assembly;

import io.synod.core.effect.JournalRecord;
import io.synod.core.recovery.Recovered;

/**
 * Replays a journal as long as its batches fit into the heap. They fit while snapshots are taken as
 * the settings say: a journal is larger where the disk had no space for one, where the newest is
 * damaged, or where the last process had more heap.
 */
record BoundedReplay(Recovered into, long heapBytes) implements JournalRecord.Visitor {

  @Override
  public void onPromised(JournalRecord.Promised record) {
    into.onPromised(record);
  }

  @Override
  public void onVoted(JournalRecord.Voted record) {
    into.onVoted(record);
    requireRoom();
  }

  @Override
  public void onLearnt(JournalRecord.Learnt record) {
    into.onLearnt(record);
    requireRoom();
  }

  @Override
  public void onDecidedUpTo(JournalRecord.DecidedUpTo record) {
    into.onDecidedUpTo(record);
  }

  @Override
  public void onJoined(JournalRecord.Joined record) {
    into.onJoined(record);
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
