package io.synod.simulation.fault;

import io.synod.core.cluster.ReplicaSet;
import io.synod.simulation.check.ClusterChecks;
import io.synod.simulation.network.ClientPaths;
import io.synod.simulation.network.PeerNetwork;
import io.synod.simulation.node.Nodes;
import io.synod.simulation.node.SimulatedNode;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.BooleanSupplier;

/**
 * The parts of a simulation that faults affect.
 *
 * @param membersChange whether a change of the members may be under way
 */
public record FaultTarget(
    Nodes nodes,
    PeerNetwork peers,
    ClientPaths clients,
    ClusterChecks checks,
    BooleanSupplier membersChange) {

  /** The leader of the latest view; {@code otherwise} if there is none. */
  int leader(int otherwise) {
    int leader = -1;
    for (int replica : replicas()) {
      boolean leads = node(replica).isAlive() && node(replica).leads();
      if (leads && (leader < 0 || node(replica).view().isAfter(node(leader).view()))) {
        leader = replica;
      }
    }
    return leader < 0 ? otherwise : leader;
  }

  /** From now on a replica that cannot continue may stop. */
  void expectStops() {
    checks.members().tooManyAreLost();
  }

  /** Whether {@code replica} has stopped by itself, and would do so again. */
  boolean hasStopped(int replica) {
    return checks.members().hasStopped(replica);
  }

  /** All but two, in random order. */
  List<Integer> others(int one, int other, SplittableRandom random) {
    List<Integer> others = new ArrayList<>();
    for (int replica : replicas()) {
      if (replica != one && replica != other) {
        others.add(random.nextInt(1 + others.size()), replica);
      }
    }
    return others;
  }

  /** All others lose their connections to {@code replica}. */
  void disconnect(int replica) {
    for (int peer : replicas()) {
      if (peer != replica) {
        node(peer).disconnected(replica);
      }
    }
  }

  SimulatedNode node(int replica) {
    return nodes.of(replica);
  }

  /** The numbers of all replicas. */
  List<Integer> replicas() {
    return nodes.numbers();
  }

  int count() {
    return nodes.count();
  }

  /** The number of any replica. */
  int any(SplittableRandom random) {
    return nodes.any(random);
  }

  /** Any replicas, none and all included. */
  ReplicaSet some(SplittableRandom random) {
    int places = random.nextInt(1 << count());
    ReplicaSet some = ReplicaSet.EMPTY;
    for (int replica : replicas()) {
      some = (places & 1) == 1 ? some.with(replica) : some;
      places >>= 1;
    }
    return some;
  }
}
