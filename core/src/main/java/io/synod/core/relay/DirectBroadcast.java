package io.synod.core.relay;

import io.synod.core.cluster.ReplicaSet;
import io.synod.core.effect.Effects;
import io.synod.core.message.Accept;

/** Carries Phase 2a straight from the leader to every replica, itself included. */
public final class DirectBroadcast {
  private final ReplicaSet everyone;

  public DirectBroadcast(int replicas) {
    everyone = ReplicaSet.all(replicas);
  }

  public void send(Accept message, Effects out) {
    out.send(everyone, message);
  }

  /** Sends again to those who have not voted. */
  public void resend(Accept message, ReplicaSet voted, Effects out) {
    out.send(everyone.without(voted), message);
  }
}
