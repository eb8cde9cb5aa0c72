package io.synod.network.transport;

import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A task that a timer repeats, also after it has thrown: the timer itself would drop it for good.
 * An exception is a bug: it is reported each time, and logged once in ten seconds at most. Runs on
 * the timer's thread.
 */
public final class RepeatedTask implements Runnable {
  private static final Logger LOG = LoggerFactory.getLogger(RepeatedTask.class);
  private static final long PERIOD_NANOS = TimeUnit.SECONDS.toNanos(10);

  private final String what;
  private final LongSupplier nanoClock;
  private final Consumer<Throwable> onBug;
  private final Runnable task;
  private final LogLimit limit = new LogLimit(1, PERIOD_NANOS);

  /**
   * @param what the task does, for the log, beginning with its replica
   * @param onBug receives what the task throws
   */
  public RepeatedTask(
      String what, LongSupplier nanoClock, Consumer<Throwable> onBug, Runnable task) {
    this.what = what;
    this.nanoClock = nanoClock;
    this.onBug = onBug;
    this.task = task;
  }

  @Override
  public void run() {
    try {
      task.run();
    } catch (RuntimeException | Error bug) {
      String leftOut = limit.admit(nanoClock.getAsLong());
      if (leftOut != null) {
        LOG.error(
            "{} failed because of a bug; it runs again at its next time; please report it{}",
            what,
            leftOut,
            bug);
      }
      onBug.accept(bug);
    }
  }
}
