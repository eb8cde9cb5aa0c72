package io.synod.network.transport;

import io.netty.util.concurrent.EventExecutor;
import io.netty.util.concurrent.EventExecutorGroup;
import io.netty.util.concurrent.Future;
import io.netty.util.concurrent.SingleThreadEventExecutor;
import io.netty.util.concurrent.ThreadProperties;
import java.util.concurrent.CountDownLatch;
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
          wait.log("the thread " + thread.getName(), thread.getStackTrace());
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

  /**
   * Runs {@code task} on this thread. Another one logs where it is while that takes long; if no
   * thread can be started, nothing is logged.
   */
  public static void run(Runnable task) {
    Thread runs = Thread.currentThread();
    CountDownLatch ended = new CountDownLatch(1);
    Thread watcher = new Thread(() -> new SlowEnd().watch(runs, ended), runs.getName() + "-watch");
    watcher.setDaemon(true);
    try {
      watcher.start();
    } catch (OutOfMemoryError noThread) {
      LOG.debug("a part of close() runs unwatched", noThread);
    }
    try {
      task.run();
    } finally {
      ended.countDown();
    }
  }

  private void watch(Thread runs, CountDownLatch ended) {
    try {
      while (!ended.await(millis, TimeUnit.MILLISECONDS)) {
        log("the thread " + runs.getName(), runs.getStackTrace());
        millis *= 2;
      }
    } catch (InterruptedException nobodyDoes) {
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
          wait.log("the thread " + thread.name(), thread.stackTrace());
        }
      }
      wait.millis *= 2;
    }
    end.syncUninterruptibly();
  }

  private void log(String what, StackTraceElement[] at) {
    StringBuilder frames = new StringBuilder();
    for (StackTraceElement frame : at) {
      frames.append("\n\tat ").append(frame);
    }
    LOG.warn(
        "close() has waited {} ms for {}, which is here:{}",
        TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - beganNanos),
        what,
        frames);
  }
}
