package io.synod.chaos.hostile;

import java.util.concurrent.TimeUnit;

/** When the well-behaved clients were answered. Thread-safe. */
final class Progress {
  private long lastNanos = System.nanoTime();
  private long longestNanos;

  synchronized void answered() {
    long now = System.nanoTime();
    longestNanos = Math.max(longestNanos, now - lastNanos);
    lastNanos = now;
  }

  /** Forgets the gaps so far. */
  synchronized void restart() {
    lastNanos = System.nanoTime();
    longestNanos = 0;
  }

  /** The longest time without an answer, the one that lasts now included. */
  synchronized long longestGapMillis() {
    long open = System.nanoTime() - lastNanos;
    return TimeUnit.NANOSECONDS.toMillis(Math.max(longestNanos, open));
  }
}
