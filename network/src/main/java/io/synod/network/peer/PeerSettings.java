package io.synod.network.peer;

import io.synod.network.wire.Levels;
import java.net.InetSocketAddress;
import java.util.Map;

/**
 * How replicas reach each other.
 *
 * @param clusterName peers of another name are refused
 * @param terms the settings that must be equal on all replicas that form a cluster, as text; peers
 *     with others are refused
 * @param lastingTerms those of them that must be equal whatever the members are
 * @param self this replica's number, one of those of {@code addresses}
 * @param joins whether this replica begins as a standby of the other ones
 * @param addresses of every replica's peer port, by number, as its file has them; resolved anew for
 *     each dial
 * @param maxFrameBytes longest body of a frame, in both directions
 * @param bufferBytes messages for a peer are dropped while more than this waits for its socket
 * @param handshakeNanos a connection that is not greeted by then is closed
 * @param seed of the jitter between dials: different on each replica, so that they do not dial in
 *     step
 * @param datagrams which messages travel beside the connections
 * @param levels and versions of the service that this replica knows
 */
public record PeerSettings(
    String clusterName,
    String terms,
    String lastingTerms,
    int self,
    boolean joins,
    Map<Integer, InetSocketAddress> addresses,
    int maxFrameBytes,
    int bufferBytes,
    long handshakeNanos,
    long seed,
    DatagramSettings datagrams,
    Levels levels) {

  /** Time enough for every peer that means well. */
  public static final long HANDSHAKE_NANOS = 5_000_000_000L;

  private static final int FRAME_BYTES_MIN = 1 << 10;

  public PeerSettings {
    addresses = Map.copyOf(addresses);
    if (!addresses.containsKey(self)) {
      throw new IllegalArgumentException(
          "replica %d is not one of %s".formatted(self, addresses.keySet()));
    }
    if (clusterName.isEmpty() || clusterName.chars().anyMatch(Character::isISOControl)) {
      throw new IllegalArgumentException("cluster name '" + clusterName + "'");
    }
    if (maxFrameBytes < FRAME_BYTES_MIN || bufferBytes < 1 || handshakeNanos < 1) {
      throw new IllegalArgumentException(
          "frames of %d bytes, buffers of %d, handshake in %d ns"
              .formatted(maxFrameBytes, bufferBytes, handshakeNanos));
    }
  }

  /** Count of the replicas of the file. */
  public int replicas() {
    return addresses.size();
  }
}
