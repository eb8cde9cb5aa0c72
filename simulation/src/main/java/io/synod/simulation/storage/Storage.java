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
import java.util.List;

/**
 * One replica's journal and snapshots. How long each call takes is the caller's matter. What a
 * process calls throws {@link StorageFailed} if the disk fails, and the process ends.
 */
public interface Storage extends Fragile {

  /**
   * A process starts.
   *
   * @param execution is restored from the newest snapshot that can be read
   * @param witness is told what has survived
   */
  Recovered open(Execution execution, Witness witness);

  /** Queues {@code fact} to be written. */
  void append(Persisted fact);

  /**
   * Writes what is queued and waits for the disk.
   *
   * @return how many of all facts that this process has appended are durable; not all if there is
   *     no space
   */
  long commit();

  /**
   * The process dies while it writes.
   *
   * @param rest queues what it had still to queue; that may write too
   */
  void commitPartly(Runnable rest);

  /** Whether there is no space for the journal, as far as was noticed. */
  boolean isFull();

  /** No slot before {@code slot} is needed any more. */
  void cut(long slot);

  /** Stores a snapshot durably; false if there is no space. */
  boolean store(ExecutionSnapshot captured);

  /** What {@code request} asks for, as far as it is kept; its snapshot stays for a while. */
  SnapshotPart part(FetchSnapshot request, long nowNanos);

  /** The decisions of {@code wanted} that are in the journal, as far as they follow each other. */
  List<Batch> decisions(DecisionsWanted wanted);

  /** Stores a part of a peer's snapshot. */
  Event.PartStored receive(SnapshotPart part);

  /** What was received of a peer's snapshot is of no use. */
  void dropParts();

  /** The stored snapshot with this end becomes the state of {@code execution}. */
  void restore(long end, Execution execution);

  /** Is told what a new process finds. */
  interface Witness extends Persisted.Visitor {
    /** A record of this slot cannot be read. */
    void onDamaged(long slot);
  }
}
