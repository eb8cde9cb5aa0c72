package io.synod.simulation.node;

import io.synod.core.cluster.ReplicaSet;
import io.synod.core.message.Message;
import io.synod.replica.config.SynodConfig;
import io.synod.simulation.host.SimulatedNet;
import io.synod.simulation.host.Threads;
import java.util.function.IntFunction;

/**
 * The common environment of one cluster's processes.
 *
 * @param config of the replicas with which the cluster forms
 * @param ofReplica the configuration of a replica, by its number
 * @param replicas the numbers of all of them, standbys included
 * @param threads of all processes
 * @param net between their machines
 */
public record Deployment(
    SynodConfig config,
    IntFunction<SynodConfig> ofReplica,
    ReplicaSet replicas,
    Threads threads,
    SimulatedNet net,
    Peers peers) {

  /** The transport between replicas. */
  public interface Peers {

    /**
     * A replica sends a message.
     *
     * @return whether it goes over the connections that ship; otherwise this object delivers it
     */
    boolean send(int from, int to, Message message);
  }

  /** The machine on which a replica runs. */
  public String address(int replica) {
    return ofReplica.apply(replica).cluster().replica(replica).client().getHostString();
  }
}
