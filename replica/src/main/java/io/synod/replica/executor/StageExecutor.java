package io.synod.replica.executor;

import java.util.concurrent.locks.LockSupport;

/**
 * A thread that runs stages. Several stages may share one; each runs on one only, so a stage needs
 * no lock.
 */
public interface StageExecutor extends AutoCloseable {

  /** Begins to run {@code only} this stage. Any thread, once. */
  void start(Stage only);

  /** Ends the stage, and waits for that unless called on the executor. Any thread. */
  @Override
  void close();

  /** Makes {@code stage} take its cycle soon. Any thread. */
  void wake(Stage stage);

  /**
   * What the executor's thread did since its last piece of work is {@code stage}'s: another's
   * follows, within the same cycle. On the executor.
   */
  void worked(Stage stage);

  /** Whether the caller runs on this executor. */
  boolean isCurrent();

  /** The clock of its stages, as {@link System#nanoTime}. Any thread. */
  default long nanoTime() {
    return System.nanoTime();
  }

  /** The time of day, as {@link System#currentTimeMillis}. Any thread. */
  default long currentTimeMillis() {
    return System.currentTimeMillis();
  }

  /**
   * Stands still for so long, or less; on the executor, by a stage that has a thread of its own.
   */
  default void sleep(long nanos) {
    LockSupport.parkNanos(this, nanos);
  }
}
