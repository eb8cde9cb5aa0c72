package io.synod.simulation.storage;

import io.synod.core.command.Batch;
import io.synod.core.effect.DecisionsWanted;
import io.synod.core.effect.Persisted;
import io.synod.core.event.Event;
import io.synod.core.execution.Execution;
import io.synod.core.execution.ExecutionSnapshot;
import io.synod.core.message.FetchSnapshot;
import io.synod.core.message.SnapshotPart;
import io.synod.core.recovery.Recovered;
import io.synod.storage.journal.JournalFailure;
import java.io.IOException;
import java.util.List;
import java.util.SplittableRandom;

/** The journal and the snapshots that ship, on disks in memory that fail as real ones do. */
public final class DiskStorage implements Storage {
  private final int replica;
  private final boolean alone;
  private final long segmentBytes;
  private final StorageErrors errors;
  private final ReplicaDisks disks;
  private JournalFiles journal;
  private SnapshotFiles snapshots;

  /**
   * @param alone there is nobody who could make up for what this replica has lost
   */
  public DiskStorage(
      int replica,
      boolean alone,
      long segmentBytes,
      StorageErrors errors,
      SplittableRandom random) {
    this.replica = replica;
    this.alone = alone;
    this.segmentBytes = segmentBytes;
    this.errors = errors;
    disks = new ReplicaDisks("replica " + replica, segmentBytes, random);
    makeFiles();
  }

  private void makeFiles() {
    journal = new JournalFiles(replica, segmentBytes, errors);
    snapshots = new SnapshotFiles(replica);
  }

  private interface Call<T> {
    T run() throws IOException;
  }

  /** A disk that fails ends its process. */
  private static <T> T tried(Call<T> call) {
    try {
      return call.run();
    } catch (IOException | JournalFailure failure) {
      throw new StorageFailed(failure);
    }
  }

  @Override
  public Recovered open(Execution execution, Witness witness) {
    return tried(
        () -> {
          long end = snapshots.open(disks.snapshots(), execution);
          Recovered recovered = new Recovered(disks.nonce(), end);
          journal.open(disks.journal(), disks.nonce(), recovered, witness);
          if (snapshots.hasLostOne() && !alone) {
            errors.incomplete(recovered, "the newest snapshot is damaged");
          }
          return recovered;
        });
  }

  @Override
  public void append(Persisted fact) {
    tried(
        () -> {
          journal.append(fact);
          return null;
        });
  }

  @Override
  public long commit() {
    return tried(journal::commit);
  }

  @Override
  public void commitPartly(Runnable rest) {
    disks.halt(
        () -> {
          try {
            rest.run();
            commit();
          } catch (StorageFailed died) {
            // Somewhere in the middle, as it was to.
          }
        });
  }

  @Override
  public boolean isFull() {
    return journal.isFull();
  }

  @Override
  public void cut(long slot) {
    long cut = Math.min(errors.cut(slot, snapshots.newestEnd()), snapshots.firstPinned());
    tried(
        () -> {
          journal.cut(cut);
          return null;
        });
  }

  @Override
  public boolean store(ExecutionSnapshot captured) {
    return tried(() -> hadSpace(snapshots.store(captured)));
  }

  /** As a replica does where a snapshot finds no space: the journal gives back what it keeps. */
  private boolean hadSpace(boolean stored) throws IOException {
    if (!stored) {
      snapshots.unpin();
      journal.giveBack();
    }
    return stored;
  }

  @Override
  public SnapshotPart part(FetchSnapshot request, long nowNanos) {
    return tried(() -> snapshots.part(request, nowNanos));
  }

  @Override
  public List<Batch> decisions(DecisionsWanted wanted) {
    return journal.decisions(wanted);
  }

  @Override
  public Event.PartStored receive(SnapshotPart part) {
    return tried(
        () -> {
          Event.PartStored stored = snapshots.receive(part);
          hadSpace(stored.received() >= 0);
          return stored;
        });
  }

  @Override
  public void dropParts() {
    tried(
        () -> {
          snapshots.dropParts();
          return null;
        });
  }

  @Override
  public void restore(long end, Execution execution) {
    tried(
        () -> {
          snapshots.restore(end, execution);
          return null;
        });
  }

  @Override
  public void killed() {
    disks.killed();
  }

  @Override
  public void powerCut() {
    disks.powerCut();
  }

  @Override
  public void fill(boolean full) {
    disks.fill(full);
  }

  @Override
  public void lose() {
    disks.lose();
    makeFiles();
  }

  @Override
  public Loss damage(Part part) {
    return disks.damage(part);
  }

  @Override
  public Loss fail() {
    return disks.fail();
  }

  @Override
  public void failForce() {
    disks.failForce();
  }

  @Override
  public boolean mayLoseNames() {
    return disks.mayLoseNames();
  }

  @Override
  public void mend() {
    disks.mend();
  }
}
