package io.synod.chaos.hostile.attack;

import java.net.InetSocketAddress;
import java.util.List;

/**
 * The ports that attackers may connect to: those of the cluster that the run has started. Each list
 * has one address for each replica, by its number.
 *
 * @param cluster its name, without which replicas read no frame after the hello
 * @param terms the settings that replicas compare, as text
 * @param frameBytesMax {@code network.max-frame} of the replicas
 */
public record Targets(
    String cluster,
    String terms,
    List<InetSocketAddress> clients,
    List<InetSocketAddress> peers,
    List<InetSocketAddress> metrics,
    int frameBytesMax) {

  /** A replica's ports. */
  public enum Port {
    CLIENT,
    PEER,
    METRICS
  }

  /**
   * @throws IllegalArgumentException if an address is not a loopback address
   */
  public Targets {
    clients = List.copyOf(clients);
    peers = List.copyOf(peers);
    metrics = List.copyOf(metrics);
    for (List<InetSocketAddress> addresses : List.of(clients, peers, metrics)) {
      for (InetSocketAddress address : addresses) {
        if (address.isUnresolved() || !address.getAddress().isLoopbackAddress()) {
          throw new IllegalArgumentException(
              address + " is not a loopback address: only a cluster on this machine is attacked");
        }
      }
    }
  }

  int replicas() {
    return clients.size();
  }

  InetSocketAddress address(Port port, int replica) {
    return switch (port) {
      case CLIENT -> clients.get(replica);
      case PEER -> peers.get(replica);
      case METRICS -> metrics.get(replica);
    };
  }
}
