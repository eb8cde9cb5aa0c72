package io.synod.storage.backup;

import io.synod.core.command.Batch;
import io.synod.core.effect.JournalRecord;
import io.synod.storage.disk.Disk;
import io.synod.storage.journal.Damage;
import io.synod.storage.journal.Flaw;
import io.synod.storage.journal.JournalFailure;
import io.synod.storage.journal.JournalFindings;
import io.synod.storage.journal.JournalIdentity;
import io.synod.storage.journal.JournalRecovery;
import io.synod.storage.journal.JournalRefused;
import java.io.IOException;
import java.io.UncheckedIOException;

/**
 * Reads the followed slots of a backup: records of decisions, each of the slot behind the one
 * before. One thread.
 */
final class SlotReader implements JournalRecord.Visitor {
  private final SlotConsumer consumer;
  private long next;

  /** Receives each slot, in order. */
  @FunctionalInterface
  interface SlotConsumer {
    void accept(long slot, Batch batch) throws IOException;
  }

  private SlotReader(long first, SlotConsumer consumer) {
    next = first;
    this.consumer = consumer;
  }

  /** What was read, and the slot behind the last one. */
  record Slots(JournalFindings findings, long next) {}

  /**
   * Reads all of them. Blocks.
   *
   * @param first the slot that the first record must have
   * @throws BackupRefused if a slot is missing or damaged
   */
  static Slots read(Disk disk, JournalIdentity identity, long first, SlotConsumer consumer)
      throws IOException {
    SlotReader reader = new SlotReader(first, consumer);
    try {
      JournalFindings findings = JournalRecovery.read(disk, identity, reader, SlotReader::damaged);
      for (Flaw flaw : findings.incomplete()) {
        throw new BackupRefused(
            "slots are missing or damaged: %s; use another copy of this backup, or begin another one"
                .formatted(flaw));
      }
      return new Slots(findings, reader.next);
    } catch (UncheckedIOException failure) {
      throw failure.getCause();
    } catch (JournalRefused | JournalFailure failure) {
      throw new BackupRefused(
          "the slots behind the snapshot cannot be read: " + failure.getMessage(), failure);
    }
  }

  private static void damaged(Damage damage) {
    throw refused(
        "slot %d is damaged: %s, offset %d: %s"
            .formatted(damage.slot(), damage.file(), damage.offset(), damage.reason()));
  }

  @Override
  public void onLearnt(JournalRecord.Learnt record) {
    if (record.slot() != next) {
      throw refused(
          "slot %d stands where slot %d is expected: slots are missing or damaged"
              .formatted(record.slot(), next));
    }
    try {
      consumer.accept(record.slot(), record.batch());
    } catch (IOException failure) {
      throw new UncheckedIOException(failure);
    }
    next++;
  }

  @Override
  public void onPromised(JournalRecord.Promised record) {
    throw foreign("a promise");
  }

  @Override
  public void onVoted(JournalRecord.Voted record) {
    throw foreign("a vote");
  }

  @Override
  public void onDecidedUpTo(JournalRecord.DecidedUpTo record) {
    throw foreign("a decided end");
  }

  @Override
  public void onJoined(JournalRecord.Joined record) {
    throw foreign("incarnations");
  }

  private UncheckedIOException foreign(String what) {
    return refused("behind slot %d stands %s, which no backup holds".formatted(next - 1, what));
  }

  private static UncheckedIOException refused(String message) {
    return new UncheckedIOException(
        new BackupRefused(message + "; use another copy of this backup, or begin another one"));
  }
}
