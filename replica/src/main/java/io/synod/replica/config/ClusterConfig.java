package io.synod.replica.config;

import io.synod.core.cluster.Quorums;
import java.net.InetSocketAddress;
import java.util.List;

/**
 * The replicas of the cluster. Equal on every replica except for the addresses.
 *
 * @param name a replica refuses peers and clients with another name
 * @param replicas addresses, in the order of the replicas' numbers
 * @param quorums how many must agree in each phase
 */
public record ClusterConfig(String name, List<ReplicaAddress> replicas, Quorums quorums) {

  public ClusterConfig {
    replicas = List.copyOf(replicas);
    if (replicas.size() != quorums.replicas()) {
      throw new IllegalArgumentException(
          "%d replicas, quorums of %d".formatted(replicas.size(), quorums.replicas()));
    }
  }

  public int size() {
    return replicas.size();
  }

  /** The ports for clients, in the order of the numbers. */
  public List<InetSocketAddress> clientAddresses() {
    return replicas.stream().map(ReplicaAddress::client).toList();
  }

  /** The numbers of the replicas, ascending. */
  public List<Integer> ids() {
    return quorums.members().numbers();
  }

  /**
   * @throws IllegalArgumentException if there is no replica of this number
   */
  public ReplicaAddress replica(int id) {
    int place = ids().indexOf(id);
    if (place < 0) {
      throw new IllegalArgumentException(
          "replica %d is not configured: cluster %s has the replicas %s"
              .formatted(id, name, quorums.members()));
    }
    return replicas.get(place);
  }
}
