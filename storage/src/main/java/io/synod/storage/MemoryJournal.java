package io.synod.storage;

import io.synod.core.effect.JournalRecord;

/**
 * The journal of durability level {@code memory} (JPaxos' CrashStop): the replica's own memory is
 * the only copy, so a record is as durable as it gets at once, and a replica that has crashed must
 * not come back.
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
