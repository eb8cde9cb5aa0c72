package io.synod.client;

import java.util.SplittableRandom;

/**
 * When the next session may be opened: at once, but ever later while sessions end soon after each
 * other. What has ended them ends the next one too, as a service does that publishes more to each
 * session that opens than one may leave unread. Event loop.
 */
final class OpeningDelay {
  private static final long MILLIS = 1_000_000;

  private final long soonNanos;
  private final Backoff delays;
  private long begunAt;
  private long due = Long.MIN_VALUE;

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
