package io.synod.storage.journal;

import io.synod.core.cluster.Incarnation;
import io.synod.core.cluster.Roster;
import io.synod.core.cluster.View;
import io.synod.core.command.Batch;
import io.synod.core.command.BatchEntry;
import io.synod.core.effect.Persisted;
import io.synod.core.message.Standing;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/** Facts to be written, and a list of those that were read. */
final class Facts implements Persisted.Visitor {
  static final JournalIdentity IDENTITY = new JournalIdentity("test", 2, 0x1234_5678_9abcL);
  static final JournalSettings SMALL = new JournalSettings(4096, 0);

  final List<Persisted> read = new ArrayList<>();

  /** A batch of one request; the encoded batch takes {@code bytes}, at least 36. */
  static Batch batch(int bytes, long seed) {
    int payload = bytes - Batch.HEADER_BYTES - BatchEntry.HEADER_BYTES;
    byte[] encoded = new byte[bytes];
    new Random(seed).nextBytes(encoded);
    BatchEntry.putHeader(encoded, Batch.HEADER_BYTES, payload, 7, seed, 1);
    return Batch.close(encoded, seed, 1);
  }

  static Persisted promised(long round, int leader) {
    return new Persisted.Promised(new View(round, leader));
  }

  static Persisted voted(long round, long slot, int bytes) {
    return new Persisted.Voted(new View(round, 1), slot, batch(bytes, round * 1000 + slot));
  }

  static Persisted learnt(long slot, int bytes) {
    return new Persisted.Learnt(slot, batch(bytes, slot));
  }

  static Persisted decided(long end) {
    return new Persisted.DecidedUpTo(end);
  }

  static Persisted joined(long epoch, Standing standing) {
    Roster roster = Roster.unknown(3);
    for (int replica = 0; replica < 3; replica++) {
      roster = roster.with(replica, new Incarnation(epoch + replica, 1000 + replica));
    }
    return new Persisted.Joined(roster, standing);
  }

  static long slot(Persisted fact) {
    if (fact instanceof Persisted.Voted voted) {
      return voted.slot();
    }
    return fact instanceof Persisted.Learnt learnt ? learnt.slot() : -1;
  }

  /** Reads the journal, as it is. */
  static Recovered recover(MemoryDisk disk) {
    Facts facts = new Facts();
    List<Damage> damaged = new ArrayList<>();
    JournalFindings found = JournalRecovery.read(disk, IDENTITY, facts, damaged::add);
    return new Recovered(facts.read, damaged, found);
  }

  /** Reads the journal and goes on behind it. */
  static WriteAheadLog reopen(MemoryDisk disk) {
    return WriteAheadLog.open(disk, SMALL, IDENTITY, recover(disk).found());
  }

  record Recovered(List<Persisted> facts, List<Damage> damaged, JournalFindings found) {}

  @Override
  public void onPromised(Persisted.Promised fact) {
    read.add(fact);
  }

  @Override
  public void onVoted(Persisted.Voted fact) {
    read.add(fact);
  }

  @Override
  public void onLearnt(Persisted.Learnt fact) {
    read.add(fact);
  }

  @Override
  public void onDecidedUpTo(Persisted.DecidedUpTo fact) {
    read.add(fact);
  }

  @Override
  public void onJoined(Persisted.Joined fact) {
    read.add(fact);
  }
}
