package io.synod.network.peer;

import io.synod.core.cluster.ReplicaSet;
import java.net.InetSocketAddress;
import java.util.Map;
import java.util.TreeMap;

/** The members that this replica knows, with their addresses. Confined to the event loop. */
final class PeerMembers {
  private final int self;
  private long membership;
  private ReplicaSet numbers;
  private Map<Integer, InetSocketAddress> addresses;

  PeerMembers(PeerSettings settings) {
    self = settings.self();
    addresses = new TreeMap<>(settings.addresses());
    if (settings.joins()) {
      addresses.remove(self);
    }
    numbers = ReplicaSet.of(addresses.keySet());
  }

  void enter(long number, ReplicaSet members, Map<Integer, InetSocketAddress> known) {
    membership = number;
    numbers = members;
    addresses = known;
  }

  /** Their numbers. */
  ReplicaSet numbers() {
    return numbers;
  }

  /** The number of their membership. */
  long membership() {
    return membership;
  }

  /** Whether this replica is none of them. */
  boolean isStandby() {
    return !numbers.contains(self);
  }

  /** Where to dial {@code replica}, which is another one; null if that is unknown. */
  InetSocketAddress address(int replica) {
    return addresses.get(replica);
  }
}
