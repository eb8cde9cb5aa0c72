package io.synod.storage;

import io.synod.core.effect.Persisted;

/**
 * The journal of durability level {@code memory} (JPaxos' CrashStop): the replica's own memory is
 * the only copy, so a fact is as durable as it gets at once, and a replica that has crashed must
 * not come back.
 */
public final class MemoryJournal implements Journal {
  private long appended;

  @Override
  public void append(Persisted fact) {
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
