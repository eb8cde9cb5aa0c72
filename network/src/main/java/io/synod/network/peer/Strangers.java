package io.synod.network.peer;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Connections that were accepted and have not introduced themselves. A new one always gets in, so
 * that peers do. If one address has too many, its oldest one ends. If there are too many in all,
 * the oldest one of the address with the most ends; of several such addresses, of the one that came
 * first. Confined to the event loop.
 */
final class Strangers {
  static final int MAX = 128;
  static final int OF_ONE_ADDRESS_MAX = 64;

  // Of each address the oldest first, and of the addresses the one that came first; no set is
  // empty. Invariant: size is the sum of theirs.
  private final Map<InetAddress, Set<PeerConnection>> byAddress = new LinkedHashMap<>();
  private int size;

  /** {@code connection} was accepted; another one may be ended for it. */
  void add(PeerConnection connection, SocketAddress from) {
    InetAddress address = address(from);
    Set<PeerConnection> same = byAddress.get(address);
    if (same != null && same.size() == OF_ONE_ADDRESS_MAX) {
      endOldest(same);
    } else if (size == MAX) {
      endOldest(most());
    }
    byAddress.computeIfAbsent(address, none -> new LinkedHashSet<>()).add(connection);
    size++;
  }

  /** {@code connection} has introduced itself or ended. */
  void remove(PeerConnection connection, SocketAddress from) {
    InetAddress address = address(from);
    Set<PeerConnection> same = byAddress.get(address);
    if (same == null || !same.remove(connection)) {
      return;
    }
    size--;
    if (same.isEmpty()) {
      byAddress.remove(address);
    }
  }

  List<PeerConnection> all() {
    List<PeerConnection> all = new ArrayList<>(size);
    byAddress.values().forEach(all::addAll);
    return all;
  }

  private Set<PeerConnection> most() {
    Set<PeerConnection> most = Set.of();
    for (Set<PeerConnection> same : byAddress.values()) {
      if (same.size() > most.size()) {
        most = same;
      }
    }
    return most;
  }

  private static void endOldest(Set<PeerConnection> same) {
    same.iterator().next().close("it sent no handshake, and a newer connection needs its place");
  }

  private static InetAddress address(SocketAddress from) {
    return from instanceof InetSocketAddress inet ? inet.getAddress() : null;
  }
}
