package io.synod.simulation.check;

import io.synod.core.membership.Membership;
import io.synod.core.settings.PrioritySettings;

/** Checks that a leader transfers by itself only to a higher priority, and not too often. */
final class PriorityChecks {
  private static final long NEVER = Long.MIN_VALUE / 2;

  private final PrioritySettings settings;
  private final long settleNanos;
  private final long[] ledSince;

  // When the last attempt of the replica's present leadership began, and whether it has failed.
  private final long[] triedAt;
  private final boolean[] failed;

  PriorityChecks(int places, PrioritySettings settings) {
    this.settings = settings;
    // A replica's clock may be 2 % fast.
    settleNanos = settings.settleNanos() - settings.settleNanos() / 40;
    ledSince = new long[places];
    triedAt = new long[places];
    failed = new boolean[places];
  }

  void leads(int replica, long nowNanos) {
    ledSince[replica] = nowNanos;
    triedAt[replica] = NEVER;
    failed[replica] = false;
  }

  /**
   * @param membership in which it transfers
   */
  void transfers(int replica, int target, Membership membership, long nowNanos) {
    if (priority(target, membership) <= priority(replica, membership)) {
      throw new Violation(
          "replica %d of priority %d transfers to replica %d of priority %d",
          replica, priority(replica, membership), target, priority(target, membership));
    }
    long sinceNanos = nowNanos - Math.max(ledSince[replica], triedAt[replica]);
    long leastNanos = failed[replica] ? 2 * settleNanos : settleNanos;
    if (sinceNanos < leastNanos) {
      throw new Violation(
          "replica %d transfers by priority after %d ns, and should wait %d",
          replica, sinceNanos, leastNanos);
    }
    triedAt[replica] = nowNanos;
    failed[replica] = false;
  }

  private int priority(int replica, Membership membership) {
    return membership.number() == 0 ? settings.of(replica) : membership.member(replica).priority();
  }

  void transferFailed(int replica) {
    failed[replica] = triedAt[replica] != NEVER;
  }
}
