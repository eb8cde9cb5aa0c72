package io.synod.core.replica;

import io.synod.core.cluster.View;

/** A role of a replica that has no vote: no leader concerns it, and it works for no view. */
abstract sealed class NonMember extends RoleState permits RecoveringReplica, Standby {
  NonMember(Step step, Transitions transitions) {
    super(step, transitions);
  }

  @Override
  final View view() {
    return null;
  }

  @Override
  final boolean isMember() {
    return false;
  }

  @Override
  final void onLeaderAlive(View leading) {}

  @Override
  final void superseded(View by) {}

  @Override
  final boolean hasLiveLeader() {
    return false;
  }
}
