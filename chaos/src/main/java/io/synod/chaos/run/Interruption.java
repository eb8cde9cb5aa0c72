package io.synod.chaos.run;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * Lets a run finish in order when it is interrupted (Ctrl-C): ends the waits of its thread, and
 * blocks the end of the process until the run has reported its results.
 */
public final class Interruption implements AutoCloseable {
  private static final long END_SECONDS_MAX = 60;

  private final Thread driver = Thread.currentThread();
  private final CountDownLatch done = new CountDownLatch(1);
  private final Thread hook = new Thread(this::interrupt, "chaos-shutdown");
  private volatile boolean isInterrupted;

  /** Called on the thread that drives the run. */
  public Interruption() {
    Runtime.getRuntime().addShutdownHook(hook);
  }

  private void interrupt() {
    isInterrupted = true;
    driver.interrupt();
    try {
      done.await(END_SECONDS_MAX, TimeUnit.SECONDS);
    } catch (InterruptedException atOnce) {
      Thread.currentThread().interrupt();
    }
  }

  /** Whether this process was interrupted. Any thread. */
  public boolean isInterrupted() {
    return isInterrupted;
  }

  /** Called when the report is complete and nothing runs any more. */
  @Override
  public void close() {
    done.countDown();
    if (!isInterrupted) {
      try {
        Runtime.getRuntime().removeShutdownHook(hook);
      } catch (IllegalStateException endingAnyway) {
        isInterrupted = true;
      }
    }
  }
}
