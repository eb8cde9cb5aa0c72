package io.synod.core.batcher;

/**
 * The leader time that a leader writes into its batches. It is the clock of the leader's machine.
 * If that clock is behind the last leader's, leader time continues from the last known value at the
 * speed of the machine's monotonic clock. Immutable.
 *
 * @param seenMillis the latest known leader time; 0 while none is known
 * @param seenNanos when this replica executed its batch, or when it began
 */
public record LeaderClock(long seenMillis, long seenNanos) {
  private static final long NANOS_PER_MILLI = 1_000_000;

  /** After a batch of this leader time was executed. */
  public LeaderClock seen(long leaderTimeMillis, long nowNanos) {
    return leaderTimeMillis > continued(nowNanos)
        ? new LeaderClock(leaderTimeMillis, nowNanos)
        : this;
  }

  /**
   * The leader time now.
   *
   * @param clockMillis this machine's clock, milliseconds since the epoch
   */
  public long millis(long nowNanos, long clockMillis) {
    return Math.max(clockMillis, continued(nowNanos));
  }

  private long continued(long nowNanos) {
    return seenMillis + (nowNanos - seenNanos) / NANOS_PER_MILLI;
  }
}
