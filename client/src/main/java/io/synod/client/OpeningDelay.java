package io.synod.client;

import java.util.SplittableRandom;

/**
 * When the next session may be opened: at once, or after growing delays while sessions end soon
 * after they begin. The next one often ends for the same reason, such as a service that publishes
 * too much to each new session. Event loop.
 */
final class OpeningDelay {
  private static final long MILLIS = 1_000_000;

  private final long soonNanos;
  private final Backoff delays;
  private long begunAt;
  private long due;

  // Whether the last session that has ended did so soon.
  private boolean endedSoon;

  /**
   * @param retryNanos a session that ends earlier ends soon; also the longest delay
   */
  OpeningDelay(long retryNanos, SplittableRandom random) {
    soonNanos = retryNanos;
    delays = new Backoff(20 * MILLIS, Math.max(20 * MILLIS, retryNanos), random);
  }

  /** A session begins. */
  void begun(long now) {
    begunAt = now;
  }

  /** It has ended. */
  void ended(long now) {
    boolean isSoon = now - begunAt < soonNanos;
    if (!isSoon) {
      delays.reset();
    }
    due = isSoon && endedSoon ? now + delays.next() : now;
    endedSoon = isSoon;
  }

  /** When the next one may begin. */
  long due() {
    return due;
  }
}
