package io.synod.network.peer;

import io.synod.core.message.Message;

/** Told what happens between this replica and its peers; called on the network's event loop. */
public interface PeerListener {

  void onMessage(int from, Message message);

  /** Messages to {@code replica} are sent from now on. */
  void onConnected(int replica);

  /** Messages to {@code replica} are dropped from now on. */
  void onDisconnected(int replica);

  /** A read of a peer's socket was handled, or something was written to one. */
  default void onWorked() {}

  /**
   * This listener has thrown while it was told something: a bug. The connection is closed already.
   */
  default void onFailure(Throwable bug) {
    Thread thread = Thread.currentThread();
    thread.getUncaughtExceptionHandler().uncaughtException(thread, bug);
  }
}
