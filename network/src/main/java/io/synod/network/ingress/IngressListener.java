package io.synod.network.ingress;

import io.synod.core.batcher.Requests;
import io.synod.network.wire.Leadership;

/** Receives what clients send; called on the event loop of the connection, so never waits. */
public interface IngressListener {

  /**
   * @param requests the listener's own if it answers {@link Admission#ADMITTED}, else not to be
   *     kept
   */
  Admission admit(ClientConnection from, long session, Requests requests);

  /**
   * @param queries the listener's own if it answers {@link Admission#ADMITTED}, else not to be kept
   */
  Admission admitQueries(Queries queries);

  /** Who leads, as far as this replica knows. */
  Leadership leadership();

  /** What this replica tells about itself. */
  String statusJson();

  /** This replica is to measure the bandwidth of its links; what it tells has the results later. */
  void measureLinks();

  /**
   * The first frame of {@code session} on this connection: replies go there from now on. Called
   * before its requests are admitted.
   */
  void onSession(ClientConnection from, long session);

  /** Who is told of subscribers; null if this port takes none. */
  SubscriptionListener subscriptions();

  /** {@code connection} has ended; it takes no replies. Not called for those that close ends. */
  void onClosed(ClientConnection connection);

  /** A read of a client's socket was handled, or something was written to one. */
  default void onWorked() {}

  /**
   * This listener has thrown while it was told something: a bug. The connection is closed already.
   */
  default void onFailure(Throwable bug) {
    Thread thread = Thread.currentThread();
    thread.getUncaughtExceptionHandler().uncaughtException(thread, bug);
  }
}
