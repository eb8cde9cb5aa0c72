package io.synod.simulation.node;

import io.synod.core.message.Message;
import io.synod.simulation.network.SubscriberConnection;

/** Whom a learner finds that dials a replica whose process is dead. */
final class NoSource implements SubscriberConnection.Port {

  @Override
  public void onDialled(SubscriberConnection from) {
    from.die(true);
  }

  @Override
  public void onSubscribe(
      SubscriberConnection from, long first, long creditBytes, long beatNanos) {}

  @Override
  public void onCredit(SubscriberConnection from, long bytes) {}

  @Override
  public void onMessage(SubscriberConnection from, Message message) {}

  @Override
  public void onClosed(SubscriberConnection from) {}
}
