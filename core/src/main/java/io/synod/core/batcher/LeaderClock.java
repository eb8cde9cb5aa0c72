package io.synod.core.batcher;

/**
 * What a leader writes into its batches as the time. Its machine's clock, unless that is behind the
 * leader before it: then time goes on from there, as fast as elsewhere, and does not stand still
 * until the clock has caught up. Confined to one thread.
 */
public final class LeaderClock {
  private static final long NANOS_PER_MILLI = 1_000_000;

  // The latest leader time that this replica knows, and when it heard of it.
  private long seenMillis;
  private long seenNanos;

  /** A batch of this leader time was executed. */
  public void seen(long leaderTimeMillis, long nowNanos) {
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
  public long millis(long nowNanos, long clockMillis) {
    return Math.max(clockMillis, continued(nowNanos));
  }

  private long continued(long nowNanos) {
    return seenMillis == 0 ? 0 : seenMillis + (nowNanos - seenNanos) / NANOS_PER_MILLI;
  }
}
