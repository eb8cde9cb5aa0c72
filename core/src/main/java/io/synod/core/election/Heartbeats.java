package io.synod.core.election;

import io.synod.core.cluster.Quorums;
import io.synod.core.cluster.ReplicaSet;
import io.synod.core.message.HeartbeatAck;
import io.synod.core.time.Deadline;
import io.synod.core.time.Timeouts;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * A leader's heartbeats, in numbered rounds. A replica that answers a round still followed the
 * leader after the round was sent. So an answered round serves reads, and a leader without answers
 * steps down.
 */
public final class Heartbeats {
  // So long that answers have come, had they been sent.
  private static final int SILENT_HEARTBEATS = 3;

  // A power of two. Reads may bring a round for each round trip to the nearest replicas, so the
  // answer of a far one is to a round that is hundreds of rounds old.
  private static final int ROUNDS_KEPT = 1 << 12;

  private final Quorums quorums;
  private final ReplicaSet members;
  private final long heartbeatNanos;
  private final Timeouts timeouts;
  private final long[] heardNanos;
  private final long[] ackedRound;
  private final long[] executed;
  private final long[] decided;
  private final boolean[] cannotLead;

  // Of what this leader knew to be decided when it sent the round that a replica has answered last:
  // the slots that the replica did not know, and those that it had not executed.
  private final long[] missing;
  private final long[] unexecuted;

  // What was known to be decided when a round was sent, of the last rounds.
  private final long[] decidedAtRound = new long[ROUNDS_KEPT];
  // Those whose connection was lost after their last answer.
  private ReplicaSet lost = ReplicaSet.EMPTY;
  private long round;
  private long confirmedRound;

  // When this leader last noticed that no round had left for two intervals.
  private long lateNanos;

  // When it last began to wait for the quorum anew.
  private long resumedNanos;

  /** Sends the next round. Runs: always. */
  private final Deadline heartbeat = new Deadline();

  public Heartbeats(Quorums quorums, long heartbeatNanos, Timeouts timeouts, long nowNanos) {
    this.quorums = quorums;
    this.heartbeatNanos = heartbeatNanos;
    this.timeouts = timeouts;
    members = quorums.members();
    int end = members.end();
    heardNanos = new long[end];
    Arrays.fill(heardNanos, nowNanos);
    ackedRound = new long[end];
    executed = new long[end];
    decided = new long[end];
    cannotLead = new boolean[end];
    missing = new long[end];
    unexecuted = new long[end];
    lateNanos = nowNanos;
    resumedNanos = nowNanos - 1;
    heartbeat.set(nowNanos);
  }

  /** The round that was sent last; 0 before the first. */
  public long round() {
    return round;
  }

  public boolean isDue(long nowNanos) {
    return heartbeat.hasPassed(nowNanos);
  }

  /**
   * Whether this leader itself was held up, paused or starved: too long for answers to have come in
   * time, but not for so long that every follower has lost its patience. Once only without an
   * answer: a leader that is held up again and again may have no quorum any more.
   */
  public boolean wasHeldUp(long nowNanos) {
    return quorumHeardNanos() - resumedNanos > 0
        && stoodStill(nowNanos)
        && nowNanos - heartbeat.atNanos() < timeouts.electionNanos() * 5 / 4;
  }

  /** Whether this leader has not come to send a round for half of an election timeout. */
  private boolean stoodStill(long nowNanos) {
    return nowNanos - heartbeat.atNanos() > timeouts.electionNanos() / 2;
  }

  /**
   * Begins to wait anew for all that had answered within an election timeout before: silence while
   * this leader was held up means nothing.
   */
  public void resume(long nowNanos) {
    long sinceNanos = heartbeat.atNanos() - timeouts.electionNanos();
    for (int peer = members.first(); peer < ReplicaSet.NUMBERS; peer = members.after(peer)) {
      heardNanos[peer] = heardNanos[peer] - sinceNanos < 0 ? heardNanos[peer] : nowNanos;
    }
    resumedNanos = nowNanos;
  }

  /**
   * Counts a new round as sent now.
   *
   * @param decidedNow the leader knows every slot before this one to be decided
   */
  public long nextRound(long nowNanos, long decidedNow) {
    heartbeat.set(nowNanos + heartbeatNanos);
    round++;
    decidedAtRound[place(round)] = decidedNow;
    return round;
  }

  private static int place(long round) {
    return (int) (round & ROUNDS_KEPT - 1);
  }

  /** The connection with {@code peer} is lost: its process may have ended. */
  public void onDisconnected(int peer) {
    lost = lost.with(peer);
  }

  public void onAck(int from, HeartbeatAck message, long nowNanos) {
    lost = lost.without(ReplicaSet.of(from));
    timeouts.quorumHeard(nowNanos - quorumHeardNanos(), nowNanos);
    heardNanos[from] = nowNanos;
    boolean isKept = message.round() <= round && round - message.round() < ROUNDS_KEPT;
    boolean isLate = message.round() < ackedRound[from];
    if (isKept && !isLate) {
      long then = decidedAtRound[place(message.round())];
      missing[from] = then - message.decided();
      unexecuted[from] = then - message.executed();
    }
    ackedRound[from] = Math.max(ackedRound[from], message.round());
    executed[from] = Math.max(executed[from], message.executed());
    // A replica that has started again may know less than before.
    decided[from] = isLate ? decided[from] : message.decided();
    cannotLead[from] = message.cannotLead();
    confirmedRound = members.reachedBy(quorums.blocking(), ackedRound);
  }

  /**
   * The replicas that have answered since {@code sinceNanos}, without those whose connection was
   * lost since their last answer.
   */
  public ReplicaSet heard(long sinceNanos) {
    ReplicaSet heard = ReplicaSet.EMPTY;
    for (int peer = members.first(); peer < ReplicaSet.NUMBERS; peer = members.after(peer)) {
      heard = ackedRound[peer] > 0 && heardNanos[peer] - sinceNanos >= 0 ? heard.with(peer) : heard;
    }
    return heard.without(lost);
  }

  /** Since then enough replicas for a decision have answered. */
  private long quorumHeardNanos() {
    return members.reachedBy(quorums.phase2(), heardNanos);
  }

  /** The last round that as many have answered as every Phase 1 quorum must meet. */
  public long confirmedRound() {
    return confirmedRound;
  }

  /** Every replica has executed all slots before this one. */
  public long executedByAll() {
    long least = Long.MAX_VALUE;
    for (int peer = members.first(); peer < ReplicaSet.NUMBERS; peer = members.after(peer)) {
      least = Math.min(least, executed[peer]);
    }
    return least;
  }

  /** The replicas that have executed more than all slots before {@code end}. */
  public ReplicaSet executedMore(long end) {
    ReplicaSet more = ReplicaSet.EMPTY;
    for (int peer = members.first(); peer < ReplicaSet.NUMBERS; peer = members.after(peer)) {
      more = executed[peer] > end ? more.with(peer) : more;
    }
    return more;
  }

  /** The replica knows every slot before this one to be decided, by its last answer. */
  public long decided(int replica) {
    return decided[replica];
  }

  /** Whether the replica has answered any round. */
  public boolean hasAnsweredOnce(int replica) {
    return ackedRound[replica] > 0;
  }

  /** Whether the replica has answered the last round. */
  public boolean hasAnswered(int replica) {
    return ackedRound[replica] == round;
  }

  /**
   * Why the replica should not be asked to lead, as the end of a sentence about it; null if it may,
   * or if it has not had the time to answer. Without its leader a cluster waits for a Phase 1
   * quorum, which may be more replicas than decide.
   *
   * @param missingMax the most slots that it may lack of those that were decided when it was asked
   * @param unexecutedMax the most of them that it may have to execute
   */
  public String obstacleToLeading(int replica, long missingMax, long unexecutedMax, long nowNanos) {
    if (lost.contains(replica)) {
      return "has lost its connection to the leader";
    }
    if (nowNanos - heardNanos[replica] > SILENT_HEARTBEATS * heartbeatNanos) {
      return "has not answered the last heartbeats: it is paused or slow, or its disk is full (see"
          + " its status)";
    }
    // If the election failed, no replica would lead, although this one still decides.
    if (answering(members.without(lost), nowNanos) < quorums.phase1()) {
      return ("cannot be elected: that takes %d members, and fewer answer the leader; start the"
              + " others")
          .formatted(quorums.phase1());
    }
    if (ackedRound[replica] == 0) {
      return null;
    }
    if (cannotLead[replica]) {
      return "cannot lead for now, its status says why";
    }
    if (missing[replica] > missingMax) {
      return "lacks too many decided slots";
    }
    return unexecuted[replica] > unexecutedMax ? "has too many decided slots to execute" : null;
  }

  /** Whether enough replicas for a decision have answered within the election timeout. */
  public boolean hasQuorum(long nowNanos) {
    return answering(members, nowNanos) >= quorums.phase2();
  }

  /** How many of these have answered within the election timeout. */
  private int answering(ReplicaSet among, long nowNanos) {
    int heard = 0;
    for (int peer = among.first(); peer < ReplicaSet.NUMBERS; peer = among.after(peer)) {
      heard += nowNanos - heardNanos[peer] <= timeouts.electionNanos() ? 1 : 0;
    }
    return heard;
  }

  /**
   * Why no quorum has answered, in words. Its own answer is missing only if no heartbeat has left.
   */
  public String silence(int self, long nowNanos) {
    if (stoodStill(nowNanos)) {
      return "this process stood still for an election timeout: paused, or without a processor";
    }
    return nowNanos - heardNanos[self] > timeouts.electionNanos()
        ? "its disk has stalled, so that it has sent no heartbeat for one election timeout"
        : "no quorum has answered for one election timeout";
  }

  /** Whether this leader runs late by a round: what has come meanwhile is not read yet. */
  public boolean runsLate(long nowNanos) {
    return nowNanos - heartbeat.atNanos() > heartbeatNanos;
  }

  /**
   * Replicas that have answered none of the last rounds. Called before each round. While this
   * leader runs late itself, or its disk holds its rounds up so that it has not answered the last
   * one either, no replica was asked, so silence means nothing.
   */
  public List<Integer> silent(int self, long nowNanos) {
    boolean isUnasked = nowNanos - heardNanos[self] > 2 * heartbeatNanos;
    if (runsLate(nowNanos) || isUnasked) {
      lateNanos = nowNanos;
    }
    List<Integer> silent = List.of();
    for (int peer = members.first(); peer < ReplicaSet.NUMBERS; peer = members.after(peer)) {
      long sinceNanos = Math.max(heardNanos[peer], lateNanos);
      if (nowNanos - sinceNanos > SILENT_HEARTBEATS * heartbeatNanos) {
        silent = silent.isEmpty() ? new ArrayList<>() : silent;
        silent.add(peer);
      }
    }
    return silent;
  }

  public long nextWakeUpNanos() {
    return heartbeat.atNanos();
  }
}
