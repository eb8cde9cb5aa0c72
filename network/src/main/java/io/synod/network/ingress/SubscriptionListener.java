package io.synod.network.ingress;

import io.synod.core.message.QuorumRead;
import io.synod.network.wire.Subscribe;

/**
 * Receives what subscribers send; called on the event loop of the connection, so never waits. False
 * means that the replica is overloaded: the connection is closed, and the subscriber connects to
 * another replica or again.
 */
public interface SubscriptionListener {

  /** What a subscriber that executes must have as well: as of {@link Subscribe#terms}. */
  String terms();

  /** {@code from} subscribes to decisions; this replaces its earlier subscription. */
  boolean onSubscribe(ClientConnection from, Subscribe subscribe);

  /** A subscriber may be sent more. */
  boolean onCredit(ClientConnection from, long bytes);

  /** A subscriber asks up to which slot a read must see; it asks again if no answer comes. */
  boolean onQuorumRead(ClientConnection from, QuorumRead request);

  /**
   * A subscriber has left; called before its connection's end is reported. Not called for
   * connections that {@code close} ends.
   */
  void onUnsubscribed(ClientConnection from);
}
