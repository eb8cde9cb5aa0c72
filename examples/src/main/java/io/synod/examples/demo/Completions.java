package io.synod.examples.demo;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.HdrHistogram.ConcurrentHistogram;
import org.HdrHistogram.Histogram;

/** When requests were answered, and how long they took. Thread-safe. */
final class Completions {
  private static final int DIGITS = 3;
  private static final long AWAIT_NANOS_MAX = TimeUnit.SECONDS.toNanos(90);

  private final Histogram latencies = new ConcurrentHistogram(DIGITS);
  private long lastNanos = System.nanoTime();
  private long longestGapNanos;
  private boolean watching;

  /** A request that began then was answered now. */
  void record(long startNanos) {
    long now = System.nanoTime();
    latencies.recordValue(Math.max(0, now - startNanos));
    tell(now);
  }

  private synchronized void tell(long now) {
    if (watching) {
      longestGapNanos = Math.max(longestGapNanos, now - lastNanos);
    }
    lastNanos = Math.max(lastNanos, now);
    notifyAll();
  }

  /**
   * Waits for so many more answers.
   *
   * @throws TimeoutException if they have not come after a minute and a half
   */
  synchronized void await(long answers) throws InterruptedException, TimeoutException {
    long goal = count() + answers;
    long deadline = System.nanoTime() + AWAIT_NANOS_MAX;
    while (count() < goal) {
      long restNanos = deadline - System.nanoTime();
      if (restNanos <= 0) {
        throw new TimeoutException("%d answers are missing".formatted(goal - count()));
      }
      TimeUnit.NANOSECONDS.timedWait(this, restNanos);
    }
  }

  /** Begins to look for the longest time without an answer; the one that is running counts. */
  synchronized void watch() {
    watching = true;
    longestGapNanos = 0;
  }

  /**
   * Ends looking, and tells the longest time since {@link #watch} in which nothing was answered.
   */
  synchronized long longestGapMillis() {
    tell(System.nanoTime());
    watching = false;
    return TimeUnit.NANOSECONDS.toMillis(longestGapNanos);
  }

  long count() {
    return latencies.getTotalCount();
  }

  /** The latency that so many percent of the answers did not exceed. */
  double percentileMillis(double percent) {
    return latencies.getValueAtPercentile(percent) / 1e6;
  }
}
