package io.synod.chaos.hostile;

import java.util.concurrent.TimeUnit;

/** When the well-behaved clients were answered. Thread-safe. */
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

  /** Forgets everything so far. */
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

  /** The longest time without an answer, the one that lasts now included. */
  synchronized long longestGapMillis() {
    long open = System.nanoTime() - lastNanos;
    return TimeUnit.NANOSECONDS.toMillis(Math.max(longestNanos, open));
  }
}
