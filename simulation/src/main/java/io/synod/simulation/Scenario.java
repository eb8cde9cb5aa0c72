package io.synod.simulation;

import io.synod.replica.config.SynodConfig;
import io.synod.simulation.client.Workload;
import io.synod.simulation.fault.FaultPlan;
import io.synod.simulation.learner.LearnersPlan;
import io.synod.simulation.network.LinkConditions;
import io.synod.simulation.node.NodeSettings;
import io.synod.simulation.stranger.StrangersPlan;
import java.util.List;

/**
 * One cluster of replicas as they ship, its clients and its faults.
 *
 * @param config of all replicas
 * @param isByWire whether messages of replicas pass their connections by, so that each can be lost,
 *     late or repeated on its own; else faults strike the paths of the connections
 * @param peerLinks of messages that pass connections by
 * @param pathNanosMax that bytes are on their way from one machine to another
 * @param clients that write and read
 * @param readers clients that only read
 * @param calmNanosMax until a lone request is answered when there are no faults
 * @param threadNanosMax until a thread that was woken runs
 */
record Scenario(
    SynodConfig config,
    List<NodeSettings> nodes,
    boolean isByWire,
    LinkConditions peerLinks,
    long pathNanosMax,
    long threadNanosMax,
    int clients,
    int readers,
    Workload workload,
    int paddingBytesMax,
    long calmNanosMax,
    FaultPlan faults,
    LearnersPlan learners,
    StrangersPlan strangers) {

  int allClients() {
    return clients + readers;
  }

  /** What is equal on all replicas is taken from the first. */
  NodeSettings node() {
    return nodes.get(0);
  }
}
