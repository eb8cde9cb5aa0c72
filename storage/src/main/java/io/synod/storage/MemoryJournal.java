package io.synod.storage;

import io.synod.core.effect.JournalRecord;

/**
 * The journal of durability level {@code memory} (JPaxos' CrashStop): the replica's main memory is
 * the only copy. A record is as durable as it gets at once, and a replica that has crashed must
 * join again.
 */
public final class MemoryJournal implements Journal {
  private long appended;

  @Override
  public void append(JournalRecord record) {
    appended++;
  }

  @Override
  public void cut(long slot) {}

  @Override
  public void giveBack() {}

  @Override
  public long appended() {
    return appended;
  }

  @Override
  public long durable() {
    return appended;
  }
}
