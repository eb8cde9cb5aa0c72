package io.synod.replica.assembly;

import io.synod.network.transport.Sockets;
import io.synod.replica.config.JvmMemory;
import io.synod.replica.config.SynodConfig;
import io.synod.replica.executor.StageExecutor;
import io.synod.replica.stage.ReplicaWatch;
import io.synod.storage.directory.DirectoryIdentity;
import io.synod.storage.snapshot.ScratchStore;
import io.synod.storage.snapshot.SnapshotIdentity;
import java.nio.file.Path;

/**
 * Everything that a replica or a learner takes from the machine that it runs on: {@link
 * ThisMachine}, or a simulated one. Any thread.
 */
public interface Machine {

  /**
   * The sockets of {@code network.transport}.
   *
   * @throws StartFailure if that is not available here
   */
  Sockets sockets(SynodConfig config);

  /** A thread of its own for a stage. */
  StageExecutor executor(String threadName);

  /** Runs {@code task} on a thread that none of the replica's threads waits for. */
  void runApart(String threadName, Runnable task);

  /** Runs {@code task} on this thread, and logs where it is if that takes long. */
  default void runWatched(Runnable task) {
    task.run();
  }

  /**
   * Opens the directory of a replica or a learner.
   *
   * @param bytesMax of all its files
   * @throws StartFailure if it cannot be used, saying why and what to do
   */
  DataDirectory open(Path directory, DirectoryIdentity identity, long bytesMax);

  /**
   * For the level that keeps nothing.
   *
   * @throws StartFailure if the directory holds durable state that was written at another level
   */
  void requireNone(SynodConfig config, int id);

  /** Where a replica or a learner that keeps nothing puts its snapshots. */
  ScratchStore scratch(SnapshotIdentity identity);

  /** Observes the replica or the learner. */
  default ReplicaWatch watch() {
    return ReplicaWatch.NONE;
  }

  /** The memory that this process may use. */
  JvmMemory memory();

  /** Sockets and files that this process may have open; the largest number if that is unknown. */
  long openFilesMax();

  /** For how long the garbage collector has stood in the way, since the start. */
  long collectorMillis();

  /** A clock for intervals, as {@link System#nanoTime}. */
  long nanoTime();

  /** The time of day in milliseconds since the epoch. */
  long currentTimeMillis();

  /** A random number, of which no other replica has the same. */
  long draw();
}
