package io.synod.simulation.check;

import io.synod.core.cluster.ReplicaSet;
import io.synod.core.cluster.View;
import java.util.Arrays;

/** Checks that a leader steps down if it has not received messages of a quorum for a long time. */
final class Followers {
  // One timeout of silence; two in which the leader itself was paused, which do not count; one for
  // its clock's skew and the heartbeat rounds before and after.
  private static final int PATIENCE_TIMEOUTS = 4;

  private final ChosenMemberships memberships;
  private final long patienceNanos;
  private final long[] ledSince;
  private final long[][] heard;

  Followers(int places, ChosenMemberships memberships, long electionTimeoutNanos) {
    this.memberships = memberships;
    patienceNanos = PATIENCE_TIMEOUTS * electionTimeoutNanos;
    ledSince = new long[places];
    heard = new long[places][places];
    for (long[] row : heard) {
      Arrays.fill(row, Long.MIN_VALUE / 2);
    }
  }

  void leads(int replica, long nowNanos) {
    ledSince[replica] = nowNanos;
  }

  void receives(int replica, int from, long nowNanos) {
    heard[replica][from] = nowNanos;
  }

  /** {@code replica} still leads {@code view}. */
  void leadsOn(int replica, View view, long nowNanos) {
    if (nowNanos - ledSince[replica] <= patienceNanos) {
      return;
    }
    ReplicaSet lately = ReplicaSet.EMPTY;
    for (int peer : memberships.members(view).numbers()) {
      lately = nowNanos - heard[replica][peer] <= patienceNanos ? lately.with(peer) : lately;
    }
    int quorum = memberships.quorums(view).phase2();
    if (lately.size() < quorum) {
      throw new Violation(
          "replica %d still leads, with messages of %d replicas in %d ns: quorum of %d",
          replica, lately.size(), patienceNanos, quorum);
    }
  }
}
