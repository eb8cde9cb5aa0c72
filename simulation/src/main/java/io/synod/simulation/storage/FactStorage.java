package io.synod.simulation.storage;

import io.synod.core.command.Batch;
import io.synod.core.effect.DecisionsWanted;
import io.synod.core.effect.Persisted;
import io.synod.core.event.Event;
import io.synod.core.execution.Execution;
import io.synod.core.execution.ExecutionSnapshot;
import io.synod.core.message.FetchSnapshot;
import io.synod.core.message.SnapshotPart;
import io.synod.core.message.Standing;
import io.synod.core.recovery.Recovered;
import io.synod.core.settings.Durability;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.SplittableRandom;

/** A disk of facts instead of bytes: what it keeps it keeps whole. */
public final class FactStorage implements Storage {
  private final Durability durability;
  private final StorageErrors errors;
  private final SplittableRandom random;
  private final List<Record> journal = new ArrayList<>();
  private final WholeSnapshots snapshots = new WholeSnapshots();
  private final ArrayDeque<Persisted> queue = new ArrayDeque<>();
  private int forced;
  // Facts of this process.
  private long durable;
  // What is before this slot, only a snapshot holds.
  private long neededEnd;
  private long nonce;
  private String incomplete;
  private boolean full;

  private static final class Record {
    final Persisted fact;
    boolean damaged;

    Record(Persisted fact) {
      this.fact = fact;
    }

    /** What is left of it when its slot does not count any more: a vote promises its view too. */
    Record asPromise() {
      return fact instanceof Persisted.Voted vote
          ? new Record(new Persisted.Promised(vote.view()))
          : this;
    }
  }

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
    Recovered recovered = new Recovered(nonce, snapshots.newestEnd());
    if (snapshots.newestEnd() > 0) {
      restore(snapshots.newestEnd(), execution);
    }
    for (int index = 0; index < journal.size(); index++) {
      read(journal.get(index), "fact " + index, recovered, witness);
    }
    if (incomplete != null) {
      errors.incomplete(recovered, incomplete);
    }
    if (snapshots.newestEnd() < neededEnd) {
      errors.incomplete(recovered, "cut below " + neededEnd + ", the snapshots of that are gone");
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
  public void commitPartly(Runnable rest) {
    rest.run();
    for (int left = random.nextInt(1 + queue.size()); left > 0; left--) {
      write(queue.poll());
    }
    queue.clear();
  }

  private void write(Persisted fact) {
    if (fact instanceof Persisted.Joined joined && joined.standing() == Standing.RECOVERING) {
      // Whatever was there before counts no more, and so does what was lost of it; a vote promises.
      incomplete = null;
      journal.replaceAll(Record::asPromise);
      journal.removeIf(record -> !(record.fact instanceof Persisted.Promised));
      forced = Math.min(forced, journal.size());
      neededEnd = snapshots.newestEnd();
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
      boolean needed = !isBefore(records.next().fact, errors.cut(slot, snapshots.newestEnd()));
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
    return !full && snapshots.store(captured);
  }

  @Override
  public SnapshotPart part(FetchSnapshot request, long nowNanos) {
    return snapshots.part(request);
  }

  @Override
  public List<Batch> decisions(DecisionsWanted wanted) {
    return wanted.collect(this::latest);
  }

  /** What the latest record of {@code slot} holds; null if it is damaged or there is none. */
  private Batch latest(long slot) {
    for (int index = journal.size() - 1; index >= 0; index--) {
      Record record = journal.get(index);
      if (record.fact instanceof Persisted.Voted vote && vote.slot() == slot) {
        return record.damaged ? null : vote.batch();
      }
      if (record.fact instanceof Persisted.Learnt learnt && learnt.slot() == slot) {
        return learnt.batch();
      }
    }
    return null;
  }

  @Override
  public Event.PartStored receive(SnapshotPart part) {
    if (full) {
      snapshots.dropParts();
      return new Event.PartStored(part.end(), -1, false);
    }
    Event.PartStored stored = snapshots.receive(part);
    neededEnd = stored.complete() ? Math.max(neededEnd, part.end()) : neededEnd;
    return stored;
  }

  @Override
  public void dropParts() {
    snapshots.dropParts();
  }

  @Override
  public void restore(long end, Execution execution) {
    snapshots.restore(end, execution);
  }

  @Override
  public void fill(boolean isFull) {
    full = isFull;
  }

  @Override
  public void killed() {
    queue.clear();
    snapshots.dropParts();
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
    snapshots.loseNewest();
    if (random.nextInt(3) == 0) {
      snapshots.loseNewest();
    }
    return snapshots.newestEnd() < neededEnd ? Loss.PERHAPS : Loss.NOTHING;
  }

  @Override
  public Loss fail() {
    return Loss.NOTHING;
  }

  @Override
  public void failForce() {}

  @Override
  public boolean mayLoseNames() {
    return false;
  }

  @Override
  public void mend() {}
}
