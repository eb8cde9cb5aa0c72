package io.synod.core.election;

import io.synod.core.settings.ElectionSettings;
import io.synod.core.time.BothClocks;

/**
 * A leader's lease: until it ends no later leader can be elected, so a read needs no round of its
 * own. It is counted from the sending of the last round that enough replicas have acknowledged to
 * meet every Phase 1 quorum. Each of them has received it later, and keeps its {@link Vow} for
 * longer than the lease. It ends when its length has passed by the steady clock or by the wall
 * clock. State of one leadership.
 */
public final class Lease {
  // A lease is shorter than an election timeout; rounds are at least that many times as frequent.
  private static final int ROUNDS = 64;

  private final boolean on;
  private final long lengthNanos;
  private final BothClocks clocks;
  private final long[] sentNanos = new long[ROUNDS];
  private final long[] sentAheadNanos = new long[ROUNDS];
  private long round;
  private long confirmedRound;
  private boolean renounced;

  public Lease(ElectionSettings settings, BothClocks clocks) {
    on = settings.lease().on();
    lengthNanos = settings.lease().leaseNanos(settings.timeoutNanos());
    this.clocks = clocks;
    clocks.begin();
  }

  /** The round is sent now. Rounds come in order. */
  public void sent(long newRound, long nowNanos) {
    round = newRound;
    sentNanos[(int) (newRound % ROUNDS)] = nowNanos;
    sentAheadNanos[(int) (newRound % ROUNDS)] = clocks.aheadNanos();
  }

  /** The last round that enough members have acknowledged. */
  public void confirmed(long newRound) {
    confirmedRound = newRound;
  }

  /** The leadership is transferred, so vows to this view no longer bind: there is no more lease. */
  public void renounce() {
    renounced = true;
  }

  public boolean holds(long nowNanos) {
    boolean isKnown = confirmedRound > round - ROUNDS && confirmedRound > 0;
    if (!on || renounced || !isKnown || confirmedRound > round) {
      return false;
    }
    int sent = (int) (confirmedRound % ROUNDS);
    long passedNanos = nowNanos - sentNanos[sent];
    long wallPassedNanos = passedNanos + clocks.aheadNanos() - sentAheadNanos[sent];
    return passedNanos < lengthNanos
        && wallPassedNanos < lengthNanos - BothClocks.WALL_STEP_NANOS
        && clocks.isReadSince(sentNanos[sent]);
  }
}
