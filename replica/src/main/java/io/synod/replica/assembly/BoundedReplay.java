package io.synod.replica.assembly;

import io.synod.core.command.Batch;
import io.synod.core.effect.JournalRecord;
import io.synod.core.recovery.Recovered;
import io.synod.replica.config.NetworkConfig;

/**
 * Replays a journal as long as its batches fit into the heap, and each of them into a frame. They
 * fit while snapshots are taken as the settings say: a journal is larger where the disk had no
 * space for one, where the newest is damaged, or where the last process had more heap. A batch is
 * longer where the last process had longer frames.
 */
record BoundedReplay(Recovered into, long heapBytes, NetworkConfig network)
    implements JournalRecord.Visitor {

  @Override
  public void onPromised(JournalRecord.Promised record) {
    into.onPromised(record);
  }

  @Override
  public void onVoted(JournalRecord.Voted record) {
    requireFrame(record.slot(), record.batch());
    into.onVoted(record);
    requireRoom();
  }

  @Override
  public void onLearnt(JournalRecord.Learnt record) {
    requireFrame(record.slot(), record.batch());
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

  /** The others may need it of this replica at any time. */
  private void requireFrame(long slot, Batch batch) {
    int excess = batch.length() - network.batchBytesMax();
    if (excess > 0) {
      throw new IllegalStateException(
          ("its journal holds a batch of %d bytes in slot %d, for which network.max-frame is too"
                  + " small: set it to %dB or more, until the journal is cut behind that slot")
              .formatted(batch.length(), slot, network.frameBytes() + excess));
    }
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
