package io.synod.core.election;

import io.synod.core.settings.ElectionSettings;
import io.synod.core.time.Deadline;

/**
 * Compares this machine's steady clock, by which leases are counted, with its wall clock. A steady
 * clock that stands still while the machine is suspended cannot be trusted; a wall clock that jumps
 * cannot be told from that. If they disagree there is no lease for ten election timeouts. Without
 * leases no reading comes.
 */
public final class ClockComparison {
  private static final int TOLERATED_SHARE = 10;
  private static final int DISTRUSTED_TIMEOUTS = 10;

  private final long toleranceNanos;
  private final long distrustedNanos;
  private final long renewNanos;

  // Invariant: while it has begun, sinceNanos <= steadyNanos.
  private boolean begun;
  private long sinceNanos;
  private long steadyNanos;
  private long wallNanos;

  /** Trusts the clocks again. Runs: after they have disagreed. */
  private final Deadline distrusted = new Deadline();

  public ClockComparison(ElectionSettings settings) {
    toleranceNanos = settings.timeoutNanos() / TOLERATED_SHARE;
    distrustedNanos = DISTRUSTED_TIMEOUTS * settings.timeoutNanos();
    renewNanos = settings.heartbeatNanos();
  }

  /** A leadership begins: what the clocks did before it does not matter. */
  public void begin() {
    begun = false;
  }

  /**
   * Both clocks were read.
   *
   * @return by how many nanoseconds they disagree; 0 if they agree, or if this is the first reading
   */
  public long compare(long nowNanos, long wallNowNanos) {
    if (!begun) {
      begun = true;
      sinceNanos = nowNanos;
      renew(nowNanos, wallNowNanos);
      return 0;
    }
    long byNanos = (wallNowNanos - wallNanos) - (nowNanos - steadyNanos);
    boolean isTolerated = byNanos >= -toleranceNanos && byNanos <= toleranceNanos;
    if (!isTolerated) {
      distrusted.set(nowNanos + distrustedNanos);
    }
    if (!isTolerated || nowNanos - steadyNanos >= renewNanos) {
      renew(nowNanos, wallNowNanos);
    }
    return isTolerated ? 0 : byNanos;
  }

  private void renew(long nowNanos, long wallNowNanos) {
    steadyNanos = nowNanos;
    wallNanos = wallNowNanos;
  }

  /** Whether the clocks were compared from {@code fromNanos} on, and can be trusted. */
  public boolean agreeSince(long fromNanos, long nowNanos) {
    boolean isTrusted = !distrusted.isSet() || distrusted.hasPassed(nowNanos);
    return begun && sinceNanos - fromNanos <= 0 && isTrusted;
  }
}
