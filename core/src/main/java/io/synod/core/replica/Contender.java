package io.synod.core.replica;

import io.synod.core.cluster.View;

/** Wants to lead, and follows whoever turns out to lead already. */
abstract sealed class Contender extends RoleState permits Canvasser, Candidate {

  Contender(Replica replica) {
    super(replica);
  }

  @Override
  final void onLeaderAlive(View leading) {
    replica.becomeFollower(replica.patienceNanos());
    replica.role().onLeaderAlive(leading);
  }

  @Override
  final void superseded(View by) {
    replica.becomeFollower(replica.patienceNanos());
  }

  @Override
  final void onObstacle(String reason) {
    replica.becomeFollower(replica.patienceNanos());
  }

  @Override
  final boolean hearsLeader() {
    return false;
  }
}
