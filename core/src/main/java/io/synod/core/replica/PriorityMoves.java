package io.synod.core.replica;

import io.synod.core.cluster.ReplicaSet;
import io.synod.core.settings.PrioritySettings;
import io.synod.core.time.Deadline;

/**
 * When this replica, while it leads, has a replica of higher priority lead: once it has led for the
 * time to settle. Each attempt doubles this time, so that a replica which fails again and again
 * seldom gets the leadership; an attempt that holds for the doubled time resets it. Lives as long
 * as the replica.
 */
final class PriorityMoves {
  static final long WAIT_NANOS_MAX = 3_600_000_000_000L;

  private final long settleNanos;
  private final ReplicaSet above;
  private long waitNanos;

  // When this replica last had another one lead for its priority; NEVER before the first time.
  private long triedNanos = Deadline.NEVER;

  /** Tries it. Runs: while this replica leads, if there is a replica of higher priority. */
  private final Deadline next = new Deadline();

  PriorityMoves(int self, ReplicaSet members, PrioritySettings settings) {
    above = settings.above(self, members);
    settleNanos = settings.settleNanos();
    waitNanos = settleNanos;
  }

  /** The replicas of higher priority. */
  ReplicaSet above() {
    return above;
  }

  void leads(long nowNanos) {
    if (triedNanos != Deadline.NEVER && nowNanos - triedNanos > waitNanos) {
      waitNanos = settleNanos;
    }
    next.set(nowNanos + waitNanos);
  }

  boolean isDue(long nowNanos) {
    return !above.isEmpty() && next.hasPassed(nowNanos);
  }

  void tried(long nowNanos) {
    triedNanos = nowNanos;
    waitNanos = Math.min(WAIT_NANOS_MAX, 2 * waitNanos);
    next.set(nowNanos + waitNanos);
  }
}
