package io.synod.core.replica;

import io.synod.core.acceptor.Acceptor;
import io.synod.core.cluster.View;
import io.synod.core.election.ElectionDelays;
import io.synod.core.time.Deadline;

/** Follows the leader of the highest view it has promised, if there is one. */
final class Follower extends RoleState {
  private static final long NEVER_HEARD = Long.MIN_VALUE;
  private static final int ROUNDS_LATE_MAX = 2;

  private final Acceptor acceptor;
  private final ElectionDelays delays;
  private final Obstacles obstacles;
  private long heardNanos = NEVER_HEARD;

  // In nanoseconds, as drawn last.
  private long patience;
  private View following;
  private long heardRound;

  /** Asks for pre-votes. Runs: always. */
  private final Deadline election = new Deadline();

  /**
   * @param patienceNanos how long it waits for a leader first
   */
  Follower(
      Step step,
      Transitions transitions,
      Acceptor acceptor,
      ElectionDelays delays,
      Obstacles obstacles,
      long patienceNanos) {
    super(step, transitions);
    this.acceptor = acceptor;
    this.delays = delays;
    this.obstacles = obstacles;
    patience = patienceNanos;
    election.set(step.now() + patienceNanos);
  }

  @Override
  Role role() {
    return Role.FOLLOWER;
  }

  @Override
  View view() {
    return null;
  }

  @Override
  void onLeaderAlive(View leading) {
    heardNanos = step.now();
    heardRound = leading.equals(following) ? heardRound : 0;
    following = leading;
    obstacles.onLeaderAlive();
    patience = delays.patienceNanos();
    election.set(step.now() + patience);
  }

  @Override
  void onLeaderRound(long round) {
    heardRound = Math.max(heardRound, round);
  }

  @Override
  boolean follows(View view, long round) {
    return hasLiveLeader() && view.equals(following) && heardRound - round <= ROUNDS_LATE_MAX;
  }

  /**
   * Waits as long again as it did last: a Phase 1 of many votes may take longer than an election
   * timeout, and another candidate would end it and begin the same anew.
   */
  @Override
  void onCandidateAlive() {
    election.set(Math.max(election.atNanos(), step.now() + patience));
  }

  @Override
  void superseded(View by) {}

  @Override
  boolean hasLiveLeader() {
    // A replica that has promised a later view follows no leader until that view's leader sends a
    // message.
    return heardNanos != NEVER_HEARD
        && step.now() - heardNanos < delays.timeoutNanos()
        && following.equals(acceptor.promised());
  }

  @Override
  void onPeerDisconnected(int peer) {
    if (hasLiveLeader() && peer == acceptor.promised().leader()) {
      heardNanos = NEVER_HEARD;
      long soon = delays.soonNanos();
      election.set(step.now() + soon);
    }
  }

  @Override
  void onDeadline() {
    if (election.hasPassed(step.now())) {
      if (obstacles.onNoLeader() == null) {
        transitions.becomePreCandidate();
      } else {
        election.set(step.now() + delays.patienceNanos());
      }
    }
  }

  @Override
  long nextWakeUpNanos() {
    return election.atNanos();
  }
}
