package io.synod.storage;

import io.synod.core.effect.JournalRecord;

/**
 * Keeps the records of a replica's durable state, in order. Called on the protocol thread unless a
 * method says otherwise; never waits for a disk.
 */
public interface Journal {

  /**
   * Appends {@code record}, if the durability level keeps it; it is durable once {@link #durable}
   * has reached {@link #appended}.
   */
  void append(JournalRecord record);

  /** No slot before {@code slot} is needed any more. */
  void cut(long slot);

  /**
   * Another part of the replica has found the disk full: deletes files that it keeps for later use.
   * Any thread.
   */
  void giveBack();

  /** How many records were appended that messages may wait for. */
  long appended();

  /** Bytes of the heap that records take which were appended and are not durable. */
  default long pendingBytes() {
    return 0;
  }

  /** How many of them are as durable as this journal makes them. */
  long durable();
}
