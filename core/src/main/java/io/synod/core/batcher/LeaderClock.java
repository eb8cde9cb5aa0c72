package io.synod.core.batcher;

/**
 * The leader time that a leader writes into its batches. It is the clock of the leader's machine.
 * If that clock is behind the last leader's, leader time continues from the last known value at the
 * speed of the machine's monotonic clock. For the batcher, which asks, and the service, which
 * learns of each leader time.
 */
public final class LeaderClock {
  private static final long NANOS_PER_MILLI = 1_000_000;

  // The latest known leader time, and when this replica executed its batch. While none is
  // known: 0, and when the time was asked for first.
  private long seenMillis;
  private long seenNanos;
  private boolean begun;

  /** A batch of this leader time was executed. */
  public synchronized void seen(long leaderTimeMillis, long nowNanos) {
    if (leaderTimeMillis > continued(nowNanos)) {
      seenMillis = leaderTimeMillis;
      seenNanos = nowNanos;
    }
  }

  /**
   * The leader time now.
   *
   * @param clockMillis this machine's clock, milliseconds since the epoch
   */
  public synchronized long millis(long nowNanos, long clockMillis) {
    return Math.max(clockMillis, continued(nowNanos));
  }

  private long continued(long nowNanos) {
    if (!begun) {
      begun = true;
      seenNanos = nowNanos;
    }
    return seenMillis + (nowNanos - seenNanos) / NANOS_PER_MILLI;
  }
}
