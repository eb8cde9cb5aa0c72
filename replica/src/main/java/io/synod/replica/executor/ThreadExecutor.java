package io.synod.replica.executor;

import io.synod.network.transport.SlowEnd;
import java.util.concurrent.locks.LockSupport;

/** One stage on a thread of its own, which parks when there is nothing to do. */
public final class ThreadExecutor implements StageExecutor {
  private final Thread thread;

  // Null until it starts, before which cycles are asked for too.
  private volatile StageLoop loop;
  private volatile boolean closed;

  public ThreadExecutor(String threadName) {
    thread = new Thread(this::run, threadName);
    thread.setDaemon(true);
  }

  @Override
  public void start(Stage only) {
    loop = new StageLoop(only);
    thread.start();
  }

  @Override
  public void wake(Stage woken) {
    StageLoop started = loop;
    // Before the start there is nothing to wake: the first cycle handles all that was offered.
    if (started != null && started.wake()) {
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

  /** Lets the cycle that runs end, and waits for the thread unless called on it. */
  @Override
  public void close() {
    closed = true;
    LockSupport.unpark(thread);
    if (!isCurrent() && loop != null) {
      SlowEnd.join(thread);
    }
  }

  private void run() {
    StageLoop steps = loop;
    while (!closed) {
      boolean moreWaits = steps.runCycle();
      // Nobody interrupts this thread to stop it; a service may, and with the flag set it could
      // neither park nor read a file.
      Thread.interrupted();
      if (!moreWaits) {
        steps.announcePark();
        park(steps.parkNanos());
        steps.endPark();
      }
    }
    steps.stop();
  }

  private void park(long nanos) {
    if (closed || nanos == 0) {
      return;
    }
    if (nanos == StageLoop.UNTIL_WOKEN) {
      LockSupport.park(this);
    } else {
      LockSupport.parkNanos(this, nanos);
    }
  }
}
