package io.synod.core.replica;

import io.synod.core.cluster.View;

/** Tries to become leader, and follows any replica that already leads. */
abstract sealed class Contender extends RoleState permits PreCandidate, Candidate {

  Contender(Step step, Transitions transitions) {
    super(step, transitions);
  }

  @Override
  final void onLeaderAlive(View leading) {
    transitions.becomeFollower().onLeaderAlive(leading);
  }

  @Override
  final void superseded(View by) {
    transitions.becomeFollower();
  }

  @Override
  final void onObstacle(String reason) {
    transitions.becomeFollower();
  }

  @Override
  final boolean hasLiveLeader() {
    return false;
  }
}
