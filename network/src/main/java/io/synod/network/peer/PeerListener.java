package io.synod.network.peer;

import io.synod.core.message.Message;

/** Receives messages and events of the peers; called on the network's event loop. */
public interface PeerListener {

  /**
   * @param bytes of the frame that brought it
   */
  void onMessage(int from, Message message, int bytes);

  /** Messages to {@code replica} are sent from now on. */
  default void onConnected(int replica) {}

  /** Messages to {@code replica} are dropped from now on. */
  default void onDisconnected(int replica) {}

  /** A read of a peer's socket was handled, or something was written to one. */
  default void onWorked() {}

  /**
   * An unexpected exception of the network or of this listener: a bug, which was logged. The
   * connection that caused it is closed, or the datagram is lost, or the task runs again later.
   */
  default void onBug(Throwable bug) {}
}
