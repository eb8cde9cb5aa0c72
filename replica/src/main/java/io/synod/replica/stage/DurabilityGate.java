package io.synod.replica.stage;

import io.synod.core.effect.JournalRecord;
import io.synod.replica.stage.WaitingMessages.Waiting;
import io.synod.storage.Journal;
import java.util.function.LongSupplier;

/**
 * Persists records, and holds messages back until the records before them are durable. Heartbeats
 * wait for promises only, unless the disk has stalled. One thread.
 */
final class DurabilityGate {
  private final Journal journal;
  private final StallDetector disk;
  private final WaitingMessages waiting = new WaitingMessages();

  // As of the last call of observe.
  private long durable;

  // How many records are durable when every promise and incarnation is.
  private long promises;

  /**
   * @param timeoutNanos election timeout of the moment
   */
  DurabilityGate(Journal journal, LongSupplier timeoutNanos) {
    this.journal = journal;
    disk = new StallDetector(timeoutNanos);
  }

  void persist(JournalRecord record, long nowNanos) {
    journal.append(record);
    if (!isAllDurable()) {
      disk.waits(nowNanos);
    }
    if (record instanceof JournalRecord.Promised || record instanceof JournalRecord.Joined) {
      promises = journal.appended();
    }
  }

  /** Whether a message need not wait for any record. */
  boolean isAllDurable() {
    return journal.durable() >= journal.appended();
  }

  /** Whether a heartbeat, or the answer to one, need not wait. */
  boolean letsHeartbeatsPass(long nowNanos) {
    return journal.durable() >= promises && !disk.isStalled(nowNanos);
  }

  /** False if there is no space: the message is lost, as in the network, and sent again. */
  boolean hold(Waiting message) {
    return waiting.add(message);
  }

  /** Reads how far the disk is; {@link #poll} then returns the messages that need not wait. */
  void observe(long nowNanos) {
    long end = journal.durable();
    if (end > durable) {
      durable = end;
      disk.progressed(nowNanos, isAllDurable());
    }
  }

  /** The next message that waits no longer; null if there is none. */
  Waiting poll() {
    return waiting.poll(durable);
  }
}
