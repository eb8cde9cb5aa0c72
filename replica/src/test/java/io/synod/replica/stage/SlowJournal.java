package io.synod.replica.stage;

import io.synod.core.effect.JournalRecord;
import io.synod.storage.Journal;
import java.util.ArrayList;
import java.util.List;

/** Keeps what is appended, and is as far behind as a test says. */
final class SlowJournal implements Journal {
  final List<JournalRecord> records = new ArrayList<>();
  long durable;
  long pendingBytes;

  @Override
  public void append(JournalRecord record) {
    records.add(record);
  }

  @Override
  public void cut(long slot) {}

  @Override
  public void giveBack() {}

  @Override
  public long appended() {
    return records.size();
  }

  @Override
  public long pendingBytes() {
    return pendingBytes;
  }

  @Override
  public long durable() {
    return durable;
  }
}
