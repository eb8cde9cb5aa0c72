package io.synod.chaos.hostile;

import java.util.concurrent.TimeUnit;

/** The times of answers to the well-behaved clients. Thread-safe. */
final class Progress {
  private long lastNanos = System.nanoTime();
  private long longestNanos;
  private long beginNanos = lastNanos;
  private long answers;

  synchronized void answered() {
    long now = System.nanoTime();
    longestNanos = Math.max(longestNanos, now - lastNanos);
    lastNanos = now;
    answers++;
  }

  /** Drops all earlier values. */
  synchronized void restart() {
    lastNanos = System.nanoTime();
    beginNanos = lastNanos;
    longestNanos = 0;
    answers = 0;
  }

  synchronized long answers() {
    return answers;
  }

  synchronized double answersPerSecond() {
    return answers * 1e9 / (System.nanoTime() - beginNanos);
  }

  /** The longest time without an answer, including the current one. */
  synchronized long longestGapMillis() {
    long open = System.nanoTime() - lastNanos;
    return TimeUnit.NANOSECONDS.toMillis(Math.max(longestNanos, open));
  }
}
