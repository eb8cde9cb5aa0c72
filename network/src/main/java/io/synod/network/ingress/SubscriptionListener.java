package io.synod.network.ingress;

import io.synod.core.message.FetchSnapshot;
import io.synod.core.message.QuorumRead;
import io.synod.network.wire.Subscribe;

/**
 * Receives what subscribers send; called on the event loop of the connection, so never waits. What
 * returns false is too much for now: the connection is closed, and the subscriber goes elsewhere or
 * comes again.
 */
public interface SubscriptionListener {

  /** What a subscriber that executes must have as well: as of {@link Subscribe#terms}. */
  String terms();

  /** {@code from} wants to be told what is decided, in place of what it wanted before. */
  boolean onSubscribe(ClientConnection from, Subscribe subscribe);

  /** A subscriber may be sent more. */
  boolean onCredit(ClientConnection from, long bytes);

  /** A subscriber asks for a part of a snapshot. */
  boolean onFetchSnapshot(ClientConnection from, FetchSnapshot request);

  /** A subscriber asks up to which slot a read must see; it asks again if it is not told. */
  boolean onQuorumRead(ClientConnection from, QuorumRead request);

  /** A subscriber is gone; told before its connection's end. Not for those that close ends. */
  void onUnsubscribed(ClientConnection from);
}
