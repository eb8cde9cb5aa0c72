package io.synod.core.relay;

import io.synod.core.cluster.ReplicaSet;
import io.synod.core.effect.Effects;
import io.synod.core.message.Accept;
import io.synod.core.message.Prepare;

/** Straight from the leader to every replica, itself included. */
public final class DirectBroadcast implements Dissemination {
  private final ReplicaSet everyone;

  public DirectBroadcast(ReplicaSet everyone) {
    this.everyone = everyone;
  }

  @Override
  public void send(Prepare message, long nowNanos, Effects out) {
    out.sendWhenDurable(everyone, message);
  }

  @Override
  public void send(Accept message, long nowNanos, Effects out) {
    out.send(everyone, message);
  }

  @Override
  public void resend(Accept message, ReplicaSet voted, long nowNanos, Effects out) {
    out.send(everyone.without(voted), message);
  }

  @Override
  public void suspect(int replica, long nowNanos) {}

  @Override
  public boolean wentBy(int replica, long slot) {
    return false;
  }

  @Override
  public void onDecided(long sentNanos, long nowNanos) {}

  @Override
  public void endCycle(long nowNanos, Effects out) {}
}
