package io.synod.replica.executor;

import io.synod.core.time.Deadline;

/**
 * The loop of an executor that has a thread for one stage, a step at a time: cycles, until there is
 * nothing to do; then {@link #announcePark}, {@link #parkNanos}, and, after the thread has parked
 * or not, {@link #endPark}. Other threads call {@link #wake} between any two steps. Steps belong to
 * the stage's thread.
 */
public final class StageLoop {
  /** What {@link #parkNanos} returns where the thread parks until it is woken. */
  public static final long UNTIL_WOKEN = Long.MAX_VALUE;

  private final Stage stage;
  private volatile boolean parked;

  public StageLoop(Stage stage) {
    this.stage = stage;
  }

  /** Takes a cycle; returns whether more work waits. */
  public boolean runCycle() {
    stage.openCycle();
    return stage.runCycle();
  }

  /** From here on {@link #wake} says that the thread is to be unparked. */
  public void announcePark() {
    parked = true;
  }

  /**
   * After {@link #announcePark}: a thread that hands over after this check sees the announcement.
   *
   * @return for how long the thread parks unless it is woken; 0 if it does not
   */
  public long parkNanos() {
    if (stage.isWoken()) {
      return 0;
    }
    long wakeUp = stage.wakeUpNanos();
    return wakeUp == Deadline.NEVER ? UNTIL_WOKEN : Math.max(1, wakeUp - stage.nanoTime());
  }

  public void endPark() {
    parked = false;
  }

  /** Asks for a cycle. Any thread. Returns whether the thread is to be unparked. */
  public boolean wake() {
    stage.claimCycle();
    if (parked) {
      parked = false;
      return true;
    }
    return false;
  }

  /** Ends the stage, after its last cycle. */
  public void stop() {
    stage.stop();
  }
}
