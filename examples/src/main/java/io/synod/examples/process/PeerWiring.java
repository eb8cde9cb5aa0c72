package io.synod.examples.process;

/** How the replicas of a cluster find each other. */
@FunctionalInterface
public interface PeerWiring {
  /** Each is found where it listens. */
  PeerWiring DIRECT = (from, to, peerPort) -> peerPort;

  /**
   * Where replica {@code from} dials to reach replica {@code to}, on this machine. Asked once for
   * each, before anything runs.
   *
   * @param peerPort where {@code to} will listen
   */
  int port(int from, int to, int peerPort);
}
