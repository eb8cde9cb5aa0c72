package io.synod.core.settings;

import io.synod.core.check.Range;

/**
 * Whether a leader may answer reads by a lease, without a round of heartbeats.
 *
 * @param driftPpm by how many millionths the rate of a replica's steady clock may differ from true
 *     time
 */
public record LeaseSettings(boolean on, int driftPpm) {
  private static final int DRIFT_PPM_MAX = 200_000;
  private static final int MILLION = 1_000_000;

  /** No leases: no replica vows anything, and each read waits for a round. */
  public static final LeaseSettings OFF = new LeaseSettings(false, 10_000);

  public LeaseSettings {
    Range.within(1, DRIFT_PPM_MAX, driftPpm, "millionths of clock drift");
  }

  /**
   * How long a lease holds by the leader's clock while a vow holds for {@code vowNanos} by the
   * clock of the replica that gives it. The leader's clock may be slow by the drift and the other
   * one fast: (1 - 2 d) / (1 - d) is at most 1 / (1 + d).
   */
  public long leaseNanos(long vowNanos) {
    return vowNanos * (MILLION - 2 * driftPpm) / MILLION;
  }
}
