package io.synod.storage.journal;

import io.synod.core.cluster.Incarnation;
import io.synod.core.cluster.Incarnations;
import io.synod.core.cluster.ReplicaSet;
import io.synod.core.cluster.View;
import io.synod.core.command.Batch;
import io.synod.core.command.BatchEntry;
import io.synod.core.effect.JournalRecord;
import io.synod.core.message.MemberStatus;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/** Records to be written, and what is read of a journal. */
final class SomeRecords {
  static final JournalIdentity IDENTITY = new JournalIdentity("test", 2, 0x1234_5678_9abcL);
  static final JournalSettings SMALL = new JournalSettings(4096, 0);

  private SomeRecords() {}

  /** A batch of one request; the encoded batch takes {@code bytes}, at least 36. */
  static Batch batch(int bytes, long seed) {
    int payload = bytes - Batch.HEADER_BYTES - BatchEntry.HEADER_BYTES;
    byte[] encoded = new byte[bytes];
    new Random(seed).nextBytes(encoded);
    BatchEntry.putHeader(encoded, Batch.HEADER_BYTES, payload, 7, seed, 1);
    return Batch.close(encoded, seed, 1);
  }

  static JournalRecord promised(long round, int leader) {
    return new JournalRecord.Promised(new View(round, leader));
  }

  static JournalRecord voted(long round, long slot, int bytes) {
    return new JournalRecord.Voted(new View(round, 1), slot, batch(bytes, round * 1000 + slot));
  }

  static JournalRecord learnt(long slot, int bytes) {
    return new JournalRecord.Learnt(slot, batch(bytes, slot));
  }

  static JournalRecord decided(long end) {
    return new JournalRecord.DecidedUpTo(end);
  }

  static JournalRecord joined(long number, MemberStatus status) {
    Incarnations incarnations = Incarnations.unknown(ReplicaSet.all(3));
    for (int replica = 0; replica < 3; replica++) {
      incarnations = incarnations.with(replica, new Incarnation(number + replica, 1000 + replica));
    }
    return new JournalRecord.Joined(incarnations, status);
  }

  static long slot(JournalRecord record) {
    if (record instanceof JournalRecord.Voted voted) {
      return voted.slot();
    }
    return record instanceof JournalRecord.Learnt learnt ? learnt.slot() : -1;
  }

  /** Reads the journal, as it is. */
  static Recovered recover(MemoryDisk disk) {
    List<JournalRecord> records = new ArrayList<>();
    List<Damage> damaged = new ArrayList<>();
    JournalFindings found = JournalRecovery.read(disk, IDENTITY, records::add, damaged::add);
    return new Recovered(records, damaged, found);
  }

  /** Reads the journal and goes on behind it. */
  static WriteAheadLog reopen(MemoryDisk disk) {
    return WriteAheadLog.open(disk, disk.small(), IDENTITY, recover(disk).found());
  }

  record Recovered(List<JournalRecord> records, List<Damage> damaged, JournalFindings found) {}
}
