package io.synod.simulation.storage;

import io.synod.core.effect.Persisted;
import io.synod.core.event.Event;
import io.synod.core.execution.Execution;
import io.synod.core.execution.ExecutionSnapshot;
import io.synod.core.message.FetchSnapshot;
import io.synod.core.message.SnapshotPart;
import io.synod.core.recovery.Recovered;

/** One replica's journal and snapshots. How long each call takes is the caller's matter. */
public interface Storage {

  /**
   * A process starts.
   *
   * @param execution is restored from the newest snapshot that can be read
   * @param witness is told every fact that has survived, in order
   */
  Recovered open(Execution execution, Persisted.Visitor witness);

  /** Writes {@code fact}, which survives the process, and the machine too once it is forced. */
  void append(Persisted fact);

  /** Everything that was appended survives a power cut from now on. */
  void force();

  /** No slot before {@code slot} is needed any more. */
  void cut(long slot);

  /** Stores a snapshot durably; false if there is no space. */
  boolean store(ExecutionSnapshot captured);

  /** What {@code request} asks for, as far as it is kept. */
  SnapshotPart part(FetchSnapshot request);

  /** Stores a part of a peer's snapshot. */
  Event.PartStored receive(SnapshotPart part);

  /** What was received of a peer's snapshot is of no use. */
  void dropParts();

  /** The stored snapshot with this end becomes the state of {@code execution}. */
  void restore(long end, Execution execution);

  /** There is no more space for snapshots, or there is again. */
  void full(boolean full);

  /** The process has died. */
  void killed();

  /** The machine has lost its power, and the process with it. */
  void powerCut();

  /** Everything is gone: somebody has emptied the directory. Between two processes. */
  void lose();

  /** A vote cannot be read any more, but its slot can. False if there is no vote. Likewise. */
  boolean damageVote();

  /** Something of the journal is lost that cannot be named. Likewise. */
  void damageUnknown();

  /**
   * The newest snapshot cannot be read any more. Whether something may be missing then, because
   * nothing else holds what was before its end. Likewise.
   */
  boolean damageSnapshot();
}
