package io.synod.client;

import io.synod.core.command.BatchEntry;
import io.synod.network.transport.ClusterNames;
import java.net.InetSocketAddress;
import java.util.List;

/**
 * The settings of a client.
 *
 * @param cluster the name that the replicas must have, too
 * @param replicas client addresses, not resolved
 * @param proxies addresses for queries that need no leader, at least one
 * @param outstandingMax requests that are sent and not answered
 * @param heldBytesMax bytes of all requests that are not settled, with their overhead
 * @param frameBytesMax the largest frame body that is accepted from a replica
 * @param leaderHints whether a second connection reports the next leader
 * @param session the name of the client's sessions, and the listeners
 */
record ClientSettings(
    String cluster,
    List<InetSocketAddress> replicas,
    List<InetSocketAddress> proxies,
    int outstandingMax,
    long heldBytesMax,
    int frameBytesMax,
    ClientTiming timing,
    boolean leaderHints,
    SessionUse session) {

  private static final int OUTSTANDING_LIMIT = 1 << 18;
  private static final long BYTES_LIMIT = 1L << 36;
  private static final int FRAME_BYTES_MIN = 4096;
  private static final int WAITING_PER_OUTSTANDING = 16;

  /**
   * @param name of the session, for the service
   * @param listener of its events; null if there is none
   * @param connections is notified of the connection to the leader; null if there is none
   */
  record SessionUse(byte[] name, SessionListener listener, ConnectionListener connections) {}

  ClientSettings {
    replicas = List.copyOf(replicas);
    proxies = List.copyOf(proxies);
    if (cluster.isEmpty()) {
      throw new IllegalArgumentException(
          "the cluster's name is missing: call cluster(name) on the builder");
    }
    ClusterNames.check(cluster);
    if (replicas.isEmpty()) {
      throw new IllegalArgumentException(
          "the replicas' addresses are missing: call replicas(addresses) on the builder");
    }
    checkRange("outstanding requests", outstandingMax, 1, OUTSTANDING_LIMIT);
    checkRange("bytes of waiting requests", heldBytesMax, 1, BYTES_LIMIT);
    checkRange("bytes of a session's name", session.name().length, 0, BatchEntry.NAME_BYTES_MAX);
    checkRange("bytes of a frame", frameBytesMax, FRAME_BYTES_MIN, Integer.MAX_VALUE);
  }

  private static void checkRange(String what, long value, long min, long max) {
    if (value < min || value > max) {
      throw new IllegalArgumentException(
          "%d %s are out of range: use %d to %d".formatted(value, what, min, max));
    }
  }

  /** Whether there is a replica beside the leader to get hints from, and they are wanted. */
  boolean keepsHints() {
    return leaderHints && replicas.size() > 1;
  }

  /** Whether queries that need no leader go to learners, whose addresses no replica reports. */
  boolean asksLearners() {
    return !proxies.equals(replicas);
  }

  /** Requests and queries that are not settled: sent ones, and those that wait. */
  int heldMax() {
    return (WAITING_PER_OUTSTANDING + 1) * outstandingMax;
  }
}
