package io.synod.core.settings;

import java.net.InetSocketAddress;
import java.net.SocketAddress;

/** Whose connections may move the leader and skip requests. */
public enum AdminFrom {
  /** Nobody's. */
  NONE,
  /** Those of programs on the replica's machine. */
  LOOPBACK,
  /** Everybody's who reaches the clients' port. */
  ANY;

  /**
   * @param remote the address of the connection's other side
   */
  public boolean allows(SocketAddress remote) {
    boolean isLocal =
        remote instanceof InetSocketAddress address
            && address.getAddress() != null
            && address.getAddress().isLoopbackAddress();
    return this == ANY || this == LOOPBACK && isLocal;
  }
}
