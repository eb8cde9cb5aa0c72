package io.synod.simulation.storage;

import io.synod.core.check.Check;
import io.synod.core.effect.Persisted;
import io.synod.core.event.Event;
import io.synod.core.execution.Execution;
import io.synod.core.execution.ExecutionSnapshot;
import io.synod.core.message.FetchSnapshot;
import io.synod.core.message.SnapshotPart;
import io.synod.core.message.Standing;
import io.synod.core.recovery.Durability;
import io.synod.core.recovery.Recovered;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.SplittableRandom;

/** A disk of facts instead of bytes: what it keeps it keeps whole. */
public final class FactStorage implements Storage {
  private static final int SNAPSHOTS_KEPT = 2;
  private static final byte[] NOTHING = new byte[0];

  private final Durability durability;
  private final StorageErrors errors;
  private final SplittableRandom random;
  private final List<Record> journal = new ArrayList<>();
  // Newest first.
  private final ArrayDeque<Stored> snapshots = new ArrayDeque<>();
  private final ArrayDeque<Persisted> queue = new ArrayDeque<>();
  private int forced;
  // Facts of this process.
  private long durable;
  // What is before this slot, only a snapshot holds.
  private long neededEnd;
  private long nonce;
  private String incomplete;
  private boolean full;
  private Incoming incoming;

  private static final class Record {
    final Persisted fact;
    boolean damaged;

    Record(Persisted fact) {
      this.fact = fact;
    }
  }

  private record Stored(long end, byte[] bytes) {}

  /** A peer's snapshot that is being received. */
  private record Incoming(long end, ByteArrayOutputStream bytes) {}

  public FactStorage(Durability durability, StorageErrors errors, SplittableRandom random) {
    this.durability = durability;
    this.errors = errors;
    this.random = random;
    nonce = random.nextLong();
  }

  @Override
  public Recovered open(Execution execution, Witness witness) {
    // Whoever relies on what it has read makes it last first.
    forced = journal.size();
    durable = 0;
    Recovered recovered = new Recovered(nonce, newestEnd());
    if (!snapshots.isEmpty()) {
      restore(newestEnd(), execution);
    }
    for (int index = 0; index < journal.size(); index++) {
      read(journal.get(index), "fact " + index, recovered, witness);
    }
    if (incomplete != null) {
      errors.incomplete(recovered, incomplete);
    }
    return recovered;
  }

  private void read(Record record, String place, Recovered recovered, Witness witness) {
    if (record.damaged) {
      Persisted.Voted vote = (Persisted.Voted) record.fact;
      witness.onDamaged(vote.slot());
      errors.damaged(recovered, vote.slot(), vote.view(), place);
      return;
    }
    record.fact.visit(witness);
    if (errors.isRecovered(record.fact)) {
      record.fact.visit(recovered);
    }
  }

  @Override
  public void append(Persisted fact) {
    queue.add(fact);
  }

  @Override
  public long commit() {
    while (!queue.isEmpty()) {
      write(queue.poll());
    }
    forced = journal.size();
    return durable;
  }

  @Override
  public void commitPartly() {
    for (int left = random.nextInt(1 + queue.size()); left > 0; left--) {
      write(queue.poll());
    }
    queue.clear();
  }

  private void write(Persisted fact) {
    if (fact instanceof Persisted.Joined joined && joined.standing() == Standing.RECOVERING) {
      // Whatever was there before counts no more, and so does what was lost of it.
      incomplete = null;
      journal.removeIf(record -> !(record.fact instanceof Persisted.Promised));
      forced = Math.min(forced, journal.size());
    }
    journal.add(new Record(fact));
    durable += fact instanceof Persisted.DecidedUpTo ? 0 : 1;
  }

  @Override
  public boolean isFull() {
    return full;
  }

  @Override
  public void cut(long slot) {
    neededEnd = Math.max(neededEnd, slot);
    Iterator<Record> records = journal.iterator();
    for (int left = forced; records.hasNext(); left--) {
      boolean needed = !isBefore(records.next().fact, errors.cut(slot, newestEnd()));
      if (!needed) {
        records.remove();
        forced -= left > 0 ? 1 : 0;
      }
    }
  }

  private static boolean isBefore(Persisted fact, long slot) {
    return fact instanceof Persisted.Voted voted && voted.slot() < slot
        || fact instanceof Persisted.Learnt learnt && learnt.slot() < slot;
  }

  @Override
  public boolean store(ExecutionSnapshot captured) {
    if (full) {
      return false;
    }
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try {
      captured.writeTo(bytes);
    } catch (IOException impossible) {
      throw new UncheckedIOException(impossible);
    }
    keep(new Stored(captured.end(), bytes.toByteArray()));
    return true;
  }

  private void keep(Stored snapshot) {
    snapshots.removeIf(kept -> kept.end == snapshot.end);
    boolean older = !snapshots.isEmpty() && snapshots.peek().end > snapshot.end;
    Stored newest = older ? snapshots.poll() : null;
    snapshots.push(snapshot);
    if (older) {
      snapshots.push(newest);
    }
    while (snapshots.size() > SNAPSHOTS_KEPT) {
      snapshots.removeLast();
    }
  }

  @Override
  public SnapshotPart part(FetchSnapshot request) {
    for (Stored snapshot : snapshots) {
      if (snapshot.end == request.end()) {
        return part(snapshot, request.offset(), request.bytesMax());
      }
    }
    return snapshots.isEmpty()
        ? new SnapshotPart(0, 0, 0, NOTHING)
        : part(snapshots.peek(), 0, request.bytesMax());
  }

  private static SnapshotPart part(Stored snapshot, long offset, int bytesMax) {
    int total = snapshot.bytes.length;
    if (offset >= total) {
      return new SnapshotPart(0, 0, 0, NOTHING);
    }
    int end = (int) Math.min(total, offset + bytesMax);
    byte[] bytes = Arrays.copyOfRange(snapshot.bytes, (int) offset, end);
    return new SnapshotPart(snapshot.end, total, offset, bytes);
  }

  @Override
  public Event.PartStored receive(SnapshotPart part) {
    if (part.offset() == 0) {
      incoming = new Incoming(part.end(), new ByteArrayOutputStream());
    }
    boolean continues =
        incoming != null && incoming.end == part.end() && incoming.bytes.size() == part.offset();
    if (full || !continues) {
      incoming = null;
      return new Event.PartStored(part.end(), -1, false);
    }
    incoming.bytes.writeBytes(part.bytes());
    int received = incoming.bytes.size();
    boolean complete = received == part.totalBytes();
    if (complete) {
      keep(new Stored(part.end(), incoming.bytes.toByteArray()));
      neededEnd = Math.max(neededEnd, part.end());
      incoming = null;
    }
    return new Event.PartStored(part.end(), received, complete);
  }

  @Override
  public void dropParts() {
    incoming = null;
  }

  @Override
  public void restore(long end, Execution execution) {
    for (Stored snapshot : snapshots) {
      if (snapshot.end == end) {
        try {
          execution.restore(new ByteArrayInputStream(snapshot.bytes));
        } catch (IOException unreadable) {
          throw new UncheckedIOException(unreadable);
        }
        return;
      }
    }
    Check.that(false, "snapshot %d is to be restored and is not kept", end);
  }

  @Override
  public void fill(boolean isFull) {
    full = isFull;
  }

  @Override
  public void killed() {
    queue.clear();
    incoming = null;
    if (durability == Durability.MEMORY) {
      lose();
    }
  }

  @Override
  public void powerCut() {
    int end = forced + random.nextInt(1 + journal.size() - forced);
    journal.subList(end, journal.size()).clear();
    killed();
  }

  @Override
  public void lose() {
    journal.clear();
    snapshots.clear();
    incoming = null;
    forced = 0;
    neededEnd = 0;
    incomplete = null;
    nonce = random.nextLong();
  }

  @Override
  public Loss damage(Part part) {
    return switch (part) {
      case VOTE -> damageVote();
      case RECORD -> damageRecord();
      case SNAPSHOT -> damageSnapshot();
    };
  }

  private Loss damageVote() {
    List<Record> votes = new ArrayList<>();
    for (Record record : journal) {
      if (record.fact instanceof Persisted.Voted) {
        votes.add(record);
      }
    }
    if (votes.isEmpty()) {
      return Loss.NOTHING;
    }
    // Mostly one that may matter still.
    int oldest = random.nextBoolean() ? 0 : Math.max(0, votes.size() - 3);
    votes.get(random.nextInt(oldest, votes.size())).damaged = true;
    return Loss.VOTE;
  }

  private Loss damageRecord() {
    if (!journal.isEmpty()) {
      journal.remove(random.nextInt(journal.size()));
      forced = journal.size();
    }
    incomplete = "a record cannot be read";
    return Loss.CERTAINLY;
  }

  private Loss damageSnapshot() {
    snapshots.poll();
    return newestEnd() < neededEnd ? Loss.PERHAPS : Loss.NOTHING;
  }

  @Override
  public Loss fail() {
    return Loss.NOTHING;
  }

  @Override
  public void mend() {}

  private long newestEnd() {
    return snapshots.isEmpty() ? 0 : snapshots.peek().end;
  }
}
