package io.synod.simulation.timed;

import io.synod.simulation.check.Violation;
import io.synod.simulation.scheduler.Seeds;
import java.util.List;
import java.util.Set;

/**
 * One seed: leaders are paused, cut off from all machines, or their services hang, one after the
 * other. No client may wait for the next leader much longer than its election takes, and none may
 * connect to leaders without a reason.
 */
public final class FailoverRun {
  private static final double FIRST_SECONDS = 2;
  private static final double EACH_SECONDS = 4;
  private static final int FAULTS = 3;
  private static final double END_SECONDS = FIRST_SECONDS + FAULTS * EACH_SECONDS;

  // Longer than a client may wait.
  private static final double SHORTEST_SECONDS = 1.5;
  private static final double LONGEST_SECONDS = 3;

  private static final double HANGING_SECONDS = 3.8;

  private static final int ELECTION_MILLIS = 300;

  // A follower waits 5/4 timeouts at most; then it is elected, and clients connect to it.
  private static final long WAIT_NANOS_MAX = (ELECTION_MILLIS + 100) * 1_000_000L;

  // A leader whose service hangs in a thread of its own has another one lead by then.
  private static final long HANGING_NANOS_MAX = WAIT_NANOS_MAX + 10 * ELECTION_MILLIS * 1_000_000L;

  /** What happens to a leader. */
  private enum Kind {
    PAUSE,
    CUT,
    HANG
  }

  private final Seeds seeds;
  private final TimedCluster cluster;
  private long longestNanos;

  public FailoverRun(long seed) {
    seeds = new Seeds(seed);
    Conditions conditions = Conditions.near(seeds.random("conditions"));
    cluster = TimedCluster.ofHinted(seeds, conditions, "8", ELECTION_MILLIS + "ms");
  }

  /**
   * Runs it.
   *
   * @return the longest that a client has waited for an answer, in nanoseconds
   * @throws Violation if that is too long
   */
  public long run() {
    cluster.at(FIRST_SECONDS / 2, this::begin);
    for (int fault = 0; fault < FAULTS; fault++) {
      double begins = FIRST_SECONDS + fault * EACH_SECONDS;
      double lasts = seeds.random("length", fault).nextDouble(SHORTEST_SECONDS, LONGEST_SECONDS);
      int drawn = seeds.random("kind", fault).nextInt(Kind.values().length);
      Kind kind = Kind.values()[drawn];
      cluster.at(begins, () -> fault(kind, begins + lasts));
      long most = kind == Kind.HANG ? HANGING_NANOS_MAX : WAIT_NANOS_MAX;
      cluster.at(begins + EACH_SECONDS - 1e-3, () -> check(most));
    }
    cluster.run(END_SECONDS);
    return longestNanos;
  }

  private void begin() {
    cluster.clients().forEach(LoadClient::takeLongestNanos);
    cluster.clients().forEach(LoadClient::takeConnections);
  }

  private void fault(Kind kind, double endSeconds) {
    TimedReplica leader = cluster.leader();
    switch (kind) {
      case PAUSE -> {
        leader.pause();
        cluster.at(endSeconds, leader::resume);
      }
      case CUT -> {
        cluster.cut(leader);
        cluster.at(endSeconds, () -> cluster.mend(leader));
      }
      case HANG -> leader.hang((long) (HANGING_SECONDS * 1e9));
    }
  }

  /**
   * What the last fault has done to each client: it connects to each leader once. Two followers
   * whose patience ends at the same time may lead one after the other.
   */
  private void check(long waitNanosMax) {
    for (LoadClient client : cluster.clients()) {
      long waited = client.takeLongestNanos();
      longestNanos = Math.max(longestNanos, waited);
      if (waited > waitNanosMax) {
        throw new Violation("a client waits %d ms for the next leader", waited / 1_000_000);
      }
      List<Integer> leaders = client.takeConnections();
      if (leaders.isEmpty() || Set.copyOf(leaders).size() < leaders.size()) {
        throw new Violation("a client connects to the leaders %s", leaders);
      }
    }
  }
}
