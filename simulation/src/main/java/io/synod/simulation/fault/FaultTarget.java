package io.synod.simulation.fault;

import io.synod.simulation.network.ClientNetwork;
import io.synod.simulation.network.PeerNetwork;
import io.synod.simulation.node.SimulatedNode;
import java.util.List;

/** What faults happen to. */
public record FaultTarget(List<SimulatedNode> nodes, PeerNetwork peers, ClientNetwork clients) {

  /** A replica that believes to lead; any replica if none does. */
  int leader(int otherwise) {
    for (int replica = 0; replica < nodes.size(); replica++) {
      if (nodes.get(replica).isAlive() && nodes.get(replica).leads()) {
        return replica;
      }
    }
    return otherwise;
  }

  SimulatedNode node(int replica) {
    return nodes.get(replica);
  }

  int replicas() {
    return nodes.size();
  }
}
