package io.synod.storage;

import io.synod.core.effect.JournalRecord;

/**
 * Takes what a replica must not forget, in order. Called on the protocol thread unless a method
 * says otherwise; never waits for a disk.
 */
public interface Journal {

  /**
   * Appends {@code record}, if the durability level keeps it; it is durable once {@link #durable}
   * has reached {@link #appended}.
   */
  void append(JournalRecord record);

  /** No slot before {@code slot} is needed any more. */
  void cut(long slot);

  /** Others have found the disk full: deletes what it keeps for later. Any thread. */
  void giveBack();

  /** How many records were appended that others wait for. */
  long appended();

  /** Bytes of the heap that records take which were appended and are not durable. */
  default long pendingBytes() {
    return 0;
  }

  /** How many of them are as durable as this journal makes them. */
  long durable();
}
