package io.synod.client;

import java.util.SplittableRandom;

/**
 * When a session sends its requests again: after a back-off when the leader replied BUSY, and soon,
 * but not for every copy, when the session expects an earlier sequence. Event loop.
 */
final class ResendPolicy {
  static final long NEVER = RetryTimer.NEVER;

  private static final long MILLIS = 1_000_000;

  private final Backoff busyDelays;
  private final Backoff rewindDelays;

  /** Ends the back-off after BUSY. Runs: at the leader, after BUSY. */
  private long resumeAt = NEVER;

  /** Resends for an OUT_OF_ORDER that came too soon after a resend. Runs: at the leader. */
  private long rewindAt = NEVER;

  // Before this time replies to the copies that the last resend has replaced still arrive.
  private long rewindAllowedAt;

  private long expectedByServer;
  private long refusedFrom;

  ResendPolicy(long retryNanos, SplittableRandom random) {
    busyDelays = new Backoff(2 * MILLIS, 200 * MILLIS, random);
    rewindDelays = new Backoff(20 * MILLIS, Math.max(20 * MILLIS, retryNanos), random);
  }

  /** On a fresh connection, and in a fresh session. */
  void reset(long now) {
    resumeAt = NEVER;
    rewindAt = NEVER;
    rewindAllowedAt = now;
    expectedByServer = 0;
    refusedFrom = 0;
    busyDelays.reset();
    rewindDelays.reset();
  }

  /** Whether nothing may be sent for now. */
  boolean isPaused() {
    return resumeAt != NEVER;
  }

  /** The leader was BUSY for {@code from} and everything behind it. */
  void refused(long from, long now) {
    refusedFrom = Math.max(refusedFrom, from);
    if (resumeAt == NEVER) {
      resumeAt = now + busyDelays.next();
    }
  }

  /** The session expects {@code sequence}; says whether to resend at once. */
  boolean expects(long sequence, long now) {
    expectedByServer = sequence;
    if (now < rewindAllowedAt) {
      rewindAt = rewindAllowedAt;
      return false;
    }
    rewound(now);
    return true;
  }

  void answered(long sequence) {
    if (sequence >= refusedFrom) {
      busyDelays.reset();
    }
    if (sequence >= expectedByServer) {
      rewindDelays.reset();
    }
  }

  void resume() {
    resumeAt = NEVER;
  }

  /** Ends what has waited for {@code now}; says whether to resend from {@code first} on. */
  boolean tick(long first, long now) {
    if (resumeAt <= now) {
      resumeAt = NEVER;
    }
    if (rewindAt > now) {
      return false;
    }
    rewindAt = NEVER;
    if (first > expectedByServer) {
      return false;
    }
    rewound(now);
    return true;
  }

  long nextNanos() {
    return Math.min(resumeAt, rewindAt);
  }

  private void rewound(long now) {
    rewindAt = NEVER;
    rewindAllowedAt = now + rewindDelays.next();
  }
}
