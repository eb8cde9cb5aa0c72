package io.synod.chaos.run;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * Lets a run that is told to end (Ctrl-C) come to its end: ends what its thread waits for, and
 * waits until that has told what it saw.
 */
public final class Interruption implements AutoCloseable {
  private static final long END_SECONDS_MAX = 60;

  private final Thread driver = Thread.currentThread();
  private final CountDownLatch done = new CountDownLatch(1);
  private final Thread hook = new Thread(this::interrupt, "chaos-shutdown");
  private volatile boolean isInterrupted;

  /** On the thread that drives. */
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

  /** All is told and nothing runs any more. */
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
