package io.synod.simulation.node;

import io.synod.core.cluster.ReplicaSet;
import io.synod.core.message.Message;
import io.synod.simulation.check.ClusterChecks;
import io.synod.simulation.network.ClientNetwork;
import io.synod.simulation.network.PeerNetwork;
import io.synod.simulation.scheduler.Scheduler;
import io.synod.simulation.scheduler.Trace;
import io.synod.simulation.storage.StorageErrors;

/** What all replicas of one simulation share. */
public record World(
    Scheduler scheduler,
    Trace trace,
    ClusterChecks checks,
    PeerNetwork peers,
    ClientNetwork clients,
    StorageErrors errors) {

  /** A message leaves {@code replica}, whose word it is from now on. */
  void tell(int replica, ReplicaSet to, Message message) {
    checks.tells(replica, message);
    peers.send(replica, to, message);
  }
}
