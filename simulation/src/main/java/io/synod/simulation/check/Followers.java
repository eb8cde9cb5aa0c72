package io.synod.simulation.check;

import io.synod.core.cluster.Quorums;
import java.util.Arrays;

/** Checks that a leader steps down if it has not received messages of a quorum for a long time. */
final class Followers {
  // One timeout of silence; two in which the leader itself was paused, which do not count; one for
  // its clock's skew and the heartbeat rounds before and after.
  private static final int PATIENCE_TIMEOUTS = 4;

  private final Quorums quorums;
  private final long patienceNanos;
  private final long[] ledSince;
  private final long[][] heard;

  Followers(Quorums quorums, long electionTimeoutNanos) {
    this.quorums = quorums;
    patienceNanos = PATIENCE_TIMEOUTS * electionTimeoutNanos;
    int replicas = quorums.replicas();
    ledSince = new long[replicas];
    heard = new long[replicas][replicas];
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

  /** {@code replica} still leads. */
  void leadsOn(int replica, long nowNanos) {
    if (nowNanos - ledSince[replica] <= patienceNanos) {
      return;
    }
    int lately = 0;
    for (long at : heard[replica]) {
      lately += nowNanos - at <= patienceNanos ? 1 : 0;
    }
    if (lately < quorums.phase2()) {
      throw new Violation(
          "replica %d still leads, with messages of %d replicas in %d ns: quorum of %d",
          replica, lately, patienceNanos, quorums.phase2());
    }
  }
}
