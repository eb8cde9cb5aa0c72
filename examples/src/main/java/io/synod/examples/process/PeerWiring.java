package io.synod.examples.process;

/** How the replicas of a cluster connect to each other, and clients to them. */
@FunctionalInterface
public interface PeerWiring {
  /** Each replica dials the peer's own port. */
  PeerWiring DIRECT = (from, to, peerPort) -> peerPort;

  /**
   * The port on this machine that replica {@code from} dials to reach replica {@code to}. Called
   * once for each pair, before any replica runs.
   *
   * @param peerPort where {@code to} will listen
   */
  int port(int from, int to, int peerPort);

  /**
   * The port on this machine at which clients reach replica {@code to}, and which the other
   * replicas report while it leads. Called once for each replica, before any replica runs.
   *
   * @param clientPort where {@code to} will listen
   */
  default int clientPort(int to, int clientPort) {
    return clientPort;
  }
}
