package io.synod.replica.lane;

import io.synod.core.check.Check;
import io.synod.core.time.Deadline;
import java.util.concurrent.locks.LockSupport;

/** One stage on a thread of its own, which parks when there is nothing to do. */
public final class ThreadLane implements Lane, AutoCloseable {
  private final Thread thread;
  private Stage stage;
  private volatile boolean parked;
  private volatile boolean closed;

  public ThreadLane(String threadName) {
    thread = new Thread(this::run, threadName);
    thread.setDaemon(true);
  }

  /** Starts the thread, for {@code only} this stage. */
  public void start(Stage only) {
    stage = only;
    thread.start();
  }

  @Override
  public void wake(Stage woken) {
    woken.claimTurn();
    if (parked) {
      parked = false;
      LockSupport.unpark(thread);
    }
  }

  /** The thread that will run the stage. */
  public Thread thread() {
    return thread;
  }

  /** All that this thread does is one stage's. */
  @Override
  public void worked(Stage worked) {}

  @Override
  public boolean isCurrent() {
    return Thread.currentThread() == thread;
  }

  /** Lets the turn that runs end, and waits for the thread unless called on it. */
  @Override
  public void close() {
    closed = true;
    LockSupport.unpark(thread);
    if (!isCurrent() && stage != null) {
      join();
    }
  }

  private void join() {
    boolean interrupted = false;
    while (thread.isAlive()) {
      try {
        thread.join();
      } catch (InterruptedException e) {
        interrupted = true;
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }

  private void run() {
    Check.that(stage != null, "a lane was started without a stage");
    while (!closed) {
      stage.openTurn();
      if (!stage.turn()) {
        park();
      }
    }
    stage.stop();
  }

  private void park() {
    parked = true;
    // Whoever hands over after this check sees the flag.
    if (!stage.isWoken() && !closed) {
      long wakeUp = stage.wakeUpNanos();
      if (wakeUp == Deadline.NEVER) {
        LockSupport.park(this);
      } else {
        LockSupport.parkNanos(this, Math.max(1, wakeUp - System.nanoTime()));
      }
    }
    parked = false;
  }
}
