package io.synod.simulation;

import io.synod.core.cluster.Quorums;
import io.synod.core.replica.ReplicaSettings;
import io.synod.core.settings.Durability;
import io.synod.simulation.client.Workload;
import io.synod.simulation.fault.FaultPlan;
import io.synod.simulation.learner.LearnersPlan;
import io.synod.simulation.network.LinkConditions;
import io.synod.simulation.node.NodeSettings;
import java.util.List;

/**
 * One cluster, its clients and its faults.
 *
 * @param segmentBytes of the journals; 0 for disks that keep facts instead of bytes
 */
record Scenario(
    List<NodeSettings> nodes,
    long segmentBytes,
    LinkConditions peerLinks,
    LinkConditions clientLinks,
    int clients,
    Workload workload,
    FaultPlan faults,
    LearnersPlan learners) {

  Quorums quorums() {
    return replica().quorums();
  }

  int window() {
    return replica().pipeline().window();
  }

  int backlogSlots() {
    return replica().learner().backlogSlots();
  }

  long electionTimeoutNanos() {
    return replica().election().timeoutNanos();
  }

  Durability durability() {
    return replica().recovery().durability();
  }

  /** How long a replica waits for peers that could mend what it has lost. */
  long patienceNanos() {
    return replica().recovery().patienceNanos();
  }

  /** What is equal on all replicas is taken from the first. */
  private ReplicaSettings replica() {
    return nodes.get(0).replica();
  }
}
