package io.synod.network.peer;

import io.synod.core.message.Message;

/** Told what happens between this replica and its peers; called on the network's event loop. */
public interface PeerListener {

  /**
   * @param bytes of the frame that brought it
   */
  void onMessage(int from, Message message, int bytes);

  /** Messages to {@code replica} are sent from now on. */
  void onConnected(int replica);

  /** Messages to {@code replica} are dropped from now on. */
  void onDisconnected(int replica);

  /** A read of a peer's socket was handled, or something was written to one. */
  default void onWorked() {}

  /**
   * An exception that nobody has expected, of the network or of this listener: a bug. It has cost
   * the connection that brought it, which is closed and was logged, or a datagram.
   */
  default void onBug(Throwable bug) {}
}
