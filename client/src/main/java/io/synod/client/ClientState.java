package io.synod.client;

import java.net.InetSocketAddress;

/**
 * What a client does at one moment.
 *
 * @param leader the leader's number; -1 if it is not connected
 * @param address of the leader; null if it is not connected
 * @param unanswered requests and queries that wait in the client or were sent
 */
public record ClientState(int leader, InetSocketAddress address, long unanswered) {

  /** Whether the client is connected to the leader. */
  public boolean isReady() {
    return address != null;
  }
}
