package io.synod.client;

import io.synod.core.cluster.View;
import io.synod.network.wire.Leadership;
import java.net.InetSocketAddress;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Which replica to talk to. Believes whoever names the leader of the newest view; while nobody
 * names one that can be reached, goes through the known replicas in turn.
 */
final class LeaderTracker {

  /** What to do with the connection after hearing who leads. */
  enum Verdict {
    /** Its replica leads. */
    SERVE,
    /** Another one leads, and {@link #next} is its address. */
    FOLLOW,
    /** Nobody known to lead can be reached: this replica will tell when that changes. */
    WAIT
  }

  /** For how long an address that failed is not tried when there is another. */
  static final long AVOID_NANOS = 1_000_000_000;

  private final List<InetSocketAddress> replicas;
  private final Map<Integer, InetSocketAddress> met = new HashMap<>();
  private final Map<InetSocketAddress, Long> avoidedUntil = new HashMap<>();
  private int turn;
  private int inVain;

  private View view = View.NONE;
  private int leader = Leadership.UNKNOWN;

  // Null while the leader of the view, or its address, is not known.
  private InetSocketAddress leaderAddress;

  /**
   * @param first index of the replica that is tried first
   */
  LeaderTracker(List<InetSocketAddress> replicas, int first) {
    this.replicas = replicas;
    this.turn = first;
  }

  /** The address to connect to. */
  InetSocketAddress next(long now) {
    if (hasReachableLeader(now)) {
      return leaderAddress;
    }
    forgetAfterARound();
    InetSocketAddress candidate = replicas.get(turn);
    for (int tried = 1; tried < replicas.size() && isAvoided(candidate, now); tried++) {
      turn = (turn + 1) % replicas.size();
      candidate = replicas.get(turn);
    }
    turn = (turn + 1) % replicas.size();
    return candidate;
  }

  /** After a restart of the whole cluster views begin anew, below the one known here. */
  private void forgetAfterARound() {
    inVain++;
    if (inVain > replicas.size()) {
      inVain = 0;
      view = View.NONE;
      leader = Leadership.UNKNOWN;
      leaderAddress = null;
    }
  }

  /** {@code address} could not be reached, has closed the connection, or does not answer. */
  void failed(InetSocketAddress address, long now) {
    avoidedUntil.put(address, now + AVOID_NANOS);
    avoidedUntil.values().removeIf(until -> until <= now);
  }

  /** The replica {@code at} this address says who leads. */
  Verdict heard(InetSocketAddress at, int replica, Leadership told, long now) {
    met.put(replica, at);
    if (told.leader() == replica && (!told.view().isBefore(view) || !hasReachableLeader(now))) {
      believe(told.view(), replica, at);
      inVain = 0;
      return Verdict.SERVE;
    }
    boolean news = told.view().isAfter(view) || leaderAddress == null;
    if (news && !told.view().isBefore(view)) {
      believe(told.view(), told.leader(), addressOf(told));
    }
    if (leaderAddress == null || leader == replica) {
      return Verdict.WAIT;
    }
    if (leaderAddress.equals(at)) {
      // The address that is told for the leader leads here, not to the leader.
      failed(at, now);
    }
    return isAvoided(leaderAddress, now) ? Verdict.WAIT : Verdict.FOLLOW;
  }

  /** Without one, whoever says it leads is asked: an old leader can only be in vain, not wrong. */
  private boolean hasReachableLeader(long now) {
    return leaderAddress != null && !isAvoided(leaderAddress, now);
  }

  private void believe(View newest, int itsLeader, InetSocketAddress itsAddress) {
    view = newest;
    leader = itsLeader;
    leaderAddress = itsAddress;
  }

  private InetSocketAddress addressOf(Leadership told) {
    if (told.leader() == Leadership.UNKNOWN) {
      return null;
    }
    if (told.leaderAddress().isEmpty()) {
      return met.get(told.leader());
    }
    try {
      return ReplicaAddresses.parse(told.leaderAddress());
    } catch (IllegalArgumentException notAnAddress) {
      throw new ProtocolViolation("a leader whose address is " + notAnAddress.getMessage());
    }
  }

  private boolean isAvoided(InetSocketAddress address, long now) {
    Long until = avoidedUntil.get(address);
    return until != null && until > now;
  }
}
