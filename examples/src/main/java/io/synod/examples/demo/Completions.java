package io.synod.examples.demo;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.HdrHistogram.ConcurrentHistogram;
import org.HdrHistogram.Histogram;

/** The times and latencies of answers. Thread-safe. */
final class Completions {
  private static final int DIGITS = 3;
  private static final long AWAIT_NANOS_MAX = TimeUnit.SECONDS.toNanos(90);

  private final Histogram latencies = new ConcurrentHistogram(DIGITS);
  private long lastNanos = System.nanoTime();
  private long longestGapNanos;
  private boolean watching;

  /** Records the answer to a request that began at {@code startNanos}. */
  void record(long startNanos) {
    long now = System.nanoTime();
    latencies.recordValue(Math.max(0, now - startNanos));
    update(now);
  }

  private synchronized void update(long now) {
    if (watching) {
      longestGapNanos = Math.max(longestGapNanos, now - lastNanos);
    }
    lastNanos = Math.max(lastNanos, now);
    notifyAll();
  }

  /**
   * Waits for {@code answers} further answers.
   *
   * @throws TimeoutException if they do not arrive within a minute and a half
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

  /** Starts to measure the longest time without an answer; the current one counts. */
  synchronized void watch() {
    watching = true;
    longestGapNanos = 0;
  }

  /** Stops measuring, and returns the longest time without an answer since {@link #watch}. */
  synchronized long longestGapMillis() {
    update(System.nanoTime());
    watching = false;
    return TimeUnit.NANOSECONDS.toMillis(longestGapNanos);
  }

  long count() {
    return latencies.getTotalCount();
  }

  /** The latency that {@code percent} of the answers did not exceed. */
  double percentileMillis(double percent) {
    return latencies.getValueAtPercentile(percent) / 1e6;
  }
}
