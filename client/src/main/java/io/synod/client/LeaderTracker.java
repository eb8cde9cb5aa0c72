package io.synod.client;

import io.synod.core.check.Check;
import io.synod.core.cluster.View;
import io.synod.network.transport.KnownAddresses;
import io.synod.network.wire.Leadership;
import java.net.InetSocketAddress;
import java.util.HashMap;
import java.util.Map;

/**
 * Chooses the replica to connect to. It believes the replica that names the leader of the newest
 * view. While no replica names a reachable leader, it tries the known replicas one after the other.
 */
final class LeaderTracker {

  /** What to do with the connection after a replica has reported the leader. */
  enum Verdict {
    /** Its replica leads. */
    SERVE,
    /** Another one leads, and {@link #next} is its address. */
    FOLLOW,
    /** No known leader can be reached: this replica will report when that changes. */
    WAIT
  }

  /** For how long an address that failed is not tried when there is another. */
  static final long AVOID_NANOS = 1_000_000_000;

  private final KnownAddresses replicas;
  private final Map<Integer, InetSocketAddress> met = new HashMap<>();
  private final Map<InetSocketAddress, Long> avoidedUntil = new HashMap<>();
  private int next;
  private int failedTries;

  private View view = View.NONE;
  private int leader = Leadership.UNKNOWN;

  // Null while the leader of the view, or its address, is not known.
  private InetSocketAddress leaderAddress;

  /**
   * @param first index of the replica that is tried first
   */
  LeaderTracker(KnownAddresses replicas, int first) {
    this.replicas = replicas;
    this.next = first;
  }

  /** The address to connect to. */
  InetSocketAddress next(long now) {
    if (hasReachableLeader(now)) {
      return leaderAddress;
    }
    forgetAfterARound();
    InetSocketAddress candidate = replicas.at(next);
    for (int tried = 1; tried < replicas.size() && isAvoided(candidate, now); tried++) {
      next = (next + 1) % replicas.size();
      candidate = replicas.at(next);
    }
    next = (next + 1) % replicas.size();
    return candidate;
  }

  /** After a restart of the whole cluster views begin anew, below the one known here. */
  private void forgetAfterARound() {
    failedTries++;
    if (failedTries > replicas.size()) {
      failedTries = 0;
      replicas.onRoundInVain();
      view = View.NONE;
      leader = Leadership.UNKNOWN;
      leaderAddress = null;
    }
  }

  /** {@code address} could not be reached or has closed the connection. */
  void failed(InetSocketAddress address, long now) {
    avoid(address, AVOID_NANOS, now);
  }

  /**
   * The leader at {@code address} is connected and does not answer.
   *
   * @param retryNanos for how long it is avoided, but no longer than after a failure
   */
  void silent(InetSocketAddress address, long retryNanos, long now) {
    avoid(address, Math.min(retryNanos, AVOID_NANOS), now);
  }

  private void avoid(InetSocketAddress address, long nanos, long now) {
    avoidedUntil.put(address, now + nanos);
    avoidedUntil.values().removeIf(until -> until <= now);
  }

  /** The replica {@code at} this address reports the leader. */
  Verdict onLeadership(InetSocketAddress at, int replica, Leadership reported, long now) {
    met.put(replica, at);
    if (reported.leader() == replica
        && (!reported.view().isBefore(view) || !hasReachableLeader(now))) {
      believe(reported.view(), replica, at, now);
      failedTries = 0;
      return Verdict.SERVE;
    }
    if (isNews(reported)) {
      believe(reported.view(), reported.leader(), addressOf(reported), now);
    }
    if (leaderAddress == null || leader == replica) {
      return Verdict.WAIT;
    }
    if (leaderAddress.equals(at)) {
      // The reported address of the leader leads to this replica, not to the leader.
      failed(at, now);
    }
    return isAvoided(leaderAddress, now) ? Verdict.WAIT : Verdict.FOLLOW;
  }

  /**
   * A replica that is not connected for requests reports the leader. Says whether to connect to
   * {@link #next}. A view that is over, or whose leader the client knows, changes nothing.
   */
  boolean onHint(Leadership reported, long now) {
    InetSocketAddress its = isNews(reported) ? addressOf(reported) : null;
    if (its == null) {
      return false;
    }
    believe(reported.view(), reported.leader(), its, now);
    return !isAvoided(its, now);
  }

  private boolean isNews(Leadership reported) {
    return reported.view().isAfter(view)
        || leaderAddress == null && !reported.view().isBefore(view);
  }

  /**
   * Without a known leader, any replica that says it leads is asked: an old leader gives no answer,
   * but never a wrong one.
   */
  private boolean hasReachableLeader(long now) {
    return leaderAddress != null && !isAvoided(leaderAddress, now);
  }

  private void believe(View newest, int itsLeader, InetSocketAddress itsAddress, long now) {
    Check.that(
        !newest.isBefore(view) || !hasReachableLeader(now), "view %s after %s", newest, view);
    view = newest;
    leader = itsLeader;
    leaderAddress = itsAddress;
  }

  private InetSocketAddress addressOf(Leadership reported) {
    if (reported.leader() == Leadership.UNKNOWN) {
      return null;
    }
    if (reported.leaderAddress().isEmpty()) {
      return met.get(reported.leader());
    }
    try {
      return ReplicaAddresses.parse(reported.leaderAddress());
    } catch (IllegalArgumentException notAnAddress) {
      throw new ProtocolViolation("a leader whose address is " + notAnAddress.getMessage());
    }
  }

  private boolean isAvoided(InetSocketAddress address, long now) {
    Long until = avoidedUntil.get(address);
    return until != null && until > now;
  }
}
