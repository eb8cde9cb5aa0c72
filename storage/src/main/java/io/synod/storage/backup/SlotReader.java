package io.synod.storage.backup;

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
  private final Backup.SlotConsumer consumer;
  private long next;

  // What is wrong behind the slots before next; null while nothing is.
  private String damage;

  private SlotReader(long first, Backup.SlotConsumer consumer) {
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
  static Slots read(Disk disk, JournalIdentity identity, long first, Backup.SlotConsumer consumer)
      throws IOException {
    return read(disk, identity, first, Backup.ALL, consumer);
  }

  /**
   * As {@link #read(Disk, JournalIdentity, long, Backup.SlotConsumer)}, but only up to the first
   * damage if no slot is needed behind it.
   *
   * @param until the last slot that is needed
   * @throws BackupRefused if a slot up to {@code until} is missing or damaged
   */
  static Slots read(
      Disk disk, JournalIdentity identity, long first, long until, Backup.SlotConsumer consumer)
      throws IOException {
    SlotReader reader = new SlotReader(first, consumer);
    try {
      JournalFindings findings = JournalRecovery.read(disk, identity, reader, reader::onDamage);
      for (Flaw flaw : findings.incomplete()) {
        reader.damaged("slots are missing or damaged: " + flaw);
      }
      reader.requireWhole(until);
      return new Slots(findings, reader.next);
    } catch (UncheckedIOException failure) {
      throw failure.getCause();
    } catch (JournalRefused | JournalFailure failure) {
      throw new BackupRefused(
          "the slots behind the snapshot cannot be read: " + failure.getMessage(), failure);
    }
  }

  private void requireWhole(long until) throws BackupRefused {
    if (damage != null && until >= next) {
      String whole =
          next == 0 ? "" : "whole up to slot %1$d: restore with --until %1$d, ".formatted(next - 1);
      throw new BackupRefused(
          "%s; %suse another copy of this backup, or begin another one".formatted(damage, whole));
    }
  }

  /** Nothing that follows the first damage is handed on. */
  private void damaged(String what) {
    if (damage == null) {
      damage = what;
    }
  }

  private void onDamage(Damage damage) {
    damaged(
        "slot %d is damaged: %s, offset %d: %s"
            .formatted(damage.slot(), damage.file(), damage.offset(), damage.reason()));
  }

  @Override
  public void onLearnt(JournalRecord.Learnt record) {
    if (record.slot() != next) {
      damaged(
          "slot %d stands where slot %d is expected: slots are missing or damaged"
              .formatted(record.slot(), next));
    }
    if (damage != null) {
      return;
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
    foreign("a promise");
  }

  @Override
  public void onVoted(JournalRecord.Voted record) {
    foreign("a vote");
  }

  @Override
  public void onDecidedUpTo(JournalRecord.DecidedUpTo record) {
    foreign("a decided end");
  }

  @Override
  public void onJoined(JournalRecord.Joined record) {
    foreign("incarnations");
  }

  private void foreign(String what) {
    damaged("behind slot %d stands %s, which no backup holds".formatted(next - 1, what));
  }
}
