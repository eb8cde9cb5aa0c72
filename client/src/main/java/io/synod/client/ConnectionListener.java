package io.synod.client;

import java.net.InetSocketAddress;

/**
 * Is notified of the connection to the leader. All methods are called on the client's event loop
 * and must not block. The client goes on whatever they throw, also an Error, and logs some of it.
 */
public interface ConnectionListener {

  /**
   * The client is connected to the leader.
   *
   * @param replica the leader's number
   */
  default void onConnected(int replica, InetSocketAddress address) {}

  /** The connection to the leader has ended, it leads no more, or the client is closed. */
  default void onDisconnected() {}
}
