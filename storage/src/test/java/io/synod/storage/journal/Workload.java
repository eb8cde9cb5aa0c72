package io.synod.storage.journal;

import io.synod.core.effect.JournalRecord;
import io.synod.core.message.MemberStatus;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;

/**
 * What a replica may do to its journal, at random, over any number of lives; knows what must be
 * read after each.
 */
final class Workload {
  private static final int STEPS = 30;

  private final Random random;
  private List<Appended> appended = new ArrayList<>();
  private long round = 1;
  private long slot;

  // The log has said so.
  private long durable;

  // Below this slot nothing is expected; it may be there.
  private long cutBelow;

  private boolean decidedMayGo;

  // What was appended before the reset that was going on when the life ended; 0 if none was.
  private int resetAt;

  private record Appended(long number, JournalRecord record) {}

  /** What records add up to. */
  private record Memory(
      JournalRecord joined,
      JournalRecord promised,
      JournalRecord decided,
      Map<Long, JournalRecord> slots) {}

  Workload(long seed) {
    random = MemoryDisk.random(seed);
  }

  private Workload(Workload other) {
    random = MemoryDisk.random(other.slot);
    appended.addAll(other.appended);
    round = other.round;
    slot = other.slot;
    durable = other.durable;
    cutBelow = other.cutBelow;
    decidedMayGo = other.decidedMayGo;
    resetAt = other.resetAt;
  }

  /** What is expected now, to be gone on with in another way; what it does differs from this. */
  Workload copy() {
    return new Workload(this);
  }

  long durable() {
    return durable;
  }

  /** Lives for a while, or until the disk ends it. */
  void live(MemoryDisk disk) {
    try (WriteAheadLog log = SomeRecords.reopen(disk)) {
      durable = log.durable();
      if (resetAt > 0) {
        // What was read is final only now: a killed process may have left it in the page cache.
        appended = afterReset();
        resetAt = 0;
      }
      for (int step = 0; step < STEPS; step++) {
        step(log);
        durable = log.durable();
      }
    }
    durable = appended.isEmpty() ? 0 : appended.get(appended.size() - 1).number();
  }

  private void step(WriteAheadLog log) {
    switch (random.nextInt(14)) {
      case 0 -> reserve(log);
      case 1 -> cut(log);
      case 2 -> reset(log);
      case 3, 4, 5, 6 -> log.commit();
      default -> append(log);
    }
  }

  private void reserve(WriteAheadLog log) {
    if (slot % 2 == 0) {
      log.reserveSome();
    } else {
      log.reserve();
    }
  }

  private void cut(WriteAheadLog log) {
    cutBelow = Math.max(cutBelow, slot - random.nextInt(10));
    log.cut(cutBelow);
  }

  private void reset(WriteAheadLog log) {
    if (random.nextInt(3) == 0) {
      add(log, SomeRecords.promised(++round, 0));
      resetAt = appended.size();
      log.reset();
      appended = afterReset();
      resetAt = 0;
    }
  }

  private void append(WriteAheadLog log) {
    switch (random.nextInt(11)) {
      case 0 -> add(log, SomeRecords.promised(++round, 1));
      case 1 -> add(log, SomeRecords.joined(++round, MemberStatus.MEMBER));
      case 2 -> add(log, SomeRecords.decided(slot));
      case 3 -> add(log, SomeRecords.learnt(slot++, 36 + random.nextInt(100)));
      case 4 -> add(log, SomeRecords.voted(round, slot++, 36 + random.nextInt(6000)));
      case 5 -> add(log, SomeRecords.voted(++round, Math.max(cutBelow, slot - 3), 36));
      default -> add(log, SomeRecords.voted(round, slot++, 36 + random.nextInt(900)));
    }
  }

  private void add(WriteAheadLog log, JournalRecord record) {
    slot = Math.max(slot, SomeRecords.slot(record) + 1);
    appended.add(new Appended(log.append(record), record));
  }

  /**
   * Compares what was read with what may be there, and goes on from that.
   *
   * @throws AssertionError if a durable record is missing, or something is there that cannot be
   */
  void adopt(SomeRecords.Recovered recovered) {
    JournalFindings found = recovered.found();
    require(found.isComplete(), "incomplete: " + found.incomplete());
    require(recovered.damaged().isEmpty(), "damaged: " + recovered.damaged());
    // The header of a segment may be torn off its first records, and is then made anew.
    require(
        found.mendable().stream().allMatch(flaw -> flaw.offset() == 0),
        "to be mended: " + found.mendable());
    require(
        found.lastNumber() >= durable,
        "number " + durable + " was durable, " + found.lastNumber() + " is the last");
    List<Appended> anew = afterReset();
    appended.removeIf(one -> one.number() > found.lastNumber());
    anew.removeIf(one -> one.number() > found.lastNumber());
    Memory read = memory(recovered.records());
    if (!read.equals(memory(records(appended)))) {
      require(
          resetAt > 0 && read.equals(memory(records(anew))),
          "%s%n  was read, %s%n  was appended".formatted(read, memory(records(appended))));
    } else {
      // On an end alone nobody depends; a reset that was broken off may have left it behind.
      decidedMayGo |= resetAt > 0;
      resetAt = 0;
    }
    requireOrder(recovered.records());
  }

  /** What is left of everything if the reset that is going on is over. */
  private List<Appended> afterReset() {
    List<Appended> left = new ArrayList<>();
    for (int index = 0; index < appended.size(); index++) {
      JournalRecord record = appended.get(index).record();
      boolean stays =
          record instanceof JournalRecord.Joined || record instanceof JournalRecord.Promised;
      if (index >= resetAt || stays) {
        left.add(appended.get(index));
      }
    }
    return left;
  }

  private static List<JournalRecord> records(List<Appended> appended) {
    return appended.stream().map(Appended::record).toList();
  }

  private Memory memory(List<JournalRecord> records) {
    JournalRecord joined = null;
    JournalRecord promised = null;
    JournalRecord decided = null;
    Map<Long, JournalRecord> slots = new HashMap<>();
    for (JournalRecord record : records) {
      if (record instanceof JournalRecord.Joined) {
        joined = record;
      } else if (record instanceof JournalRecord.Promised) {
        promised = record;
      } else if (record instanceof JournalRecord.DecidedUpTo) {
        decided = decidedMayGo ? null : record;
      } else if (SomeRecords.slot(record) >= cutBelow) {
        slots.put(SomeRecords.slot(record), record);
      }
    }
    return new Memory(joined, promised, decided, slots);
  }

  private void requireOrder(List<JournalRecord> read) {
    int at = 0;
    for (JournalRecord record : read) {
      if (SomeRecords.slot(record) >= 0) {
        while (at < appended.size() && !appended.get(at).record().equals(record)) {
          at++;
        }
        require(at++ < appended.size(), record + " was not appended, or not there");
      }
    }
  }

  private static void require(boolean condition, String message) {
    if (!condition) {
      throw new AssertionError(message);
    }
  }
}
