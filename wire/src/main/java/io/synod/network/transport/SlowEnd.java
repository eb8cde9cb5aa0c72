package io.synod.network.transport;

import io.netty.util.concurrent.EventExecutor;
import io.netty.util.concurrent.EventExecutorGroup;
import io.netty.util.concurrent.Future;
import io.netty.util.concurrent.SingleThreadEventExecutor;
import io.netty.util.concurrent.ThreadProperties;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Waits for the end of a thread, or of what it runs, however long that takes. Logs the thread and
 * its stack after half a second, and again each time after twice as long. Of one wait.
 */
public final class SlowEnd {
  private static final Logger LOG = LoggerFactory.getLogger(SlowEnd.class);

  // The command ends a process that has not closed after 1.7 s.
  private static final long FIRST_MILLIS = 500;

  private final long beganNanos = System.nanoTime();
  private long millis = FIRST_MILLIS;

  private SlowEnd() {}

  /** An interrupted thread waits too, and stays interrupted. */
  public static void join(Thread thread) {
    SlowEnd wait = new SlowEnd();
    boolean interrupted = false;
    while (thread.isAlive()) {
      try {
        thread.join(wait.millis);
        if (thread.isAlive()) {
          wait.log(thread.getName(), thread.getStackTrace());
          wait.millis *= 2;
        }
      } catch (InterruptedException later) {
        interrupted = true;
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }

  /** As {@link Sockets#sync}. */
  static void sync(EventExecutorGroup loops, Future<?> end) {
    SlowEnd wait = new SlowEnd();
    while (!Sockets.await(loops, end, wait.millis)) {
      for (EventExecutor loop : loops) {
        if (loop instanceof SingleThreadEventExecutor single && !single.isTerminated()) {
          ThreadProperties thread = single.threadProperties();
          wait.log(thread.name(), thread.stackTrace());
        }
      }
      wait.millis *= 2;
    }
    end.syncUninterruptibly();
  }

  private void log(String thread, StackTraceElement[] at) {
    StringBuilder frames = new StringBuilder();
    for (StackTraceElement frame : at) {
      frames.append("\n\tat ").append(frame);
    }
    LOG.warn(
        "close() has waited {} ms for the thread {}, which is here:{}",
        TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - beganNanos),
        thread,
        frames);
  }
}
