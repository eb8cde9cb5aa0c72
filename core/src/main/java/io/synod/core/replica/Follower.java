package io.synod.core.replica;

import io.synod.core.cluster.View;
import io.synod.core.time.Deadline;

/** Follows the leader of the highest view it has promised, if there is one. */
final class Follower extends RoleState {
  private static final long NEVER_HEARD = Long.MIN_VALUE;

  private long heardNanos = NEVER_HEARD;
  private View following;

  /** Canvasses. Runs: always. */
  private final Deadline election = new Deadline();

  /**
   * @param patienceNanos how long it waits for a leader first
   */
  Follower(Replica replica, long patienceNanos) {
    super(replica);
    election.set(replica.now() + patienceNanos);
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
    heardNanos = replica.now();
    following = leading;
    replica.obstacles().onLeaderAlive();
    election.set(replica.now() + replica.patienceNanos());
  }

  @Override
  void superseded(View by) {}

  @Override
  boolean hearsLeader() {
    // Who has promised a later view follows nobody until that view's leader shows itself.
    return heardNanos != NEVER_HEARD
        && replica.now() - heardNanos < replica.electionTimeoutNanos()
        && following.equals(replica.promised());
  }

  @Override
  void onPeerDisconnected(int peer) {
    if (hearsLeader() && peer == replica.promised().leader()) {
      heardNanos = NEVER_HEARD;
      long soon = replica.delays().soonNanos();
      election.set(replica.now() + soon);
    }
  }

  @Override
  void onDeadline() {
    if (election.hasPassed(replica.now())) {
      if (replica.obstacles().onNoLeader() == null) {
        replica.becomeCanvasser();
      } else {
        election.set(replica.now() + replica.patienceNanos());
      }
    }
  }

  @Override
  long nextWakeUpNanos() {
    return election.atNanos();
  }
}
