package io.synod.simulation;

import io.synod.core.cluster.ReplicaSet;
import io.synod.core.settings.AdminFrom;
import io.synod.replica.config.SynodConfig;
import io.synod.simulation.client.Workload;
import io.synod.simulation.fault.FaultPlan;
import io.synod.simulation.learner.LearnersPlan;
import io.synod.simulation.network.LinkConditions;
import io.synod.simulation.node.NodeSettings;
import io.synod.simulation.stranger.IntruderPlan;
import io.synod.simulation.stranger.StrangersPlan;
import java.util.List;

/**
 * One cluster of production replicas, its clients and its faults.
 *
 * @param config of all replicas but the standbys
 * @param standbys of each replica that begins as a standby; an operator changes the members if
 *     there is one
 * @param nodes the first members, then the standbys
 * @param isByWire whether replicas' messages bypass their connections, so that each can be lost,
 *     late or repeated individually; otherwise faults affect the paths of the connections
 * @param peerLinks of messages that bypass connections
 * @param pathNanosMax the longest delay of bytes from one machine to another
 * @param clients that write and read
 * @param readers clients that only read
 * @param calmNanosMax the longest time until a lone request is answered without faults
 * @param threadNanosMax the longest time until a woken thread runs
 * @param intruder null if there is none
 */
record Scenario(
    SynodConfig config,
    List<SynodConfig> standbys,
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
    StrangersPlan strangers,
    IntruderPlan intruder) {
  // One with the leader and one for its queries.
  private static final int CONNECTIONS_OF_CLIENT = 2;
  private static final int OPERATORS = 5;

  int allClients() {
    return clients + readers;
  }

  /** With one replica, without strangers. */
  int connectionsMax() {
    int learners = learners().learners().size();
    return CONNECTIONS_OF_CLIENT * (allClients() + learners) + OPERATORS;
  }

  /** The numbers of all replicas, standbys included. */
  ReplicaSet replicas() {
    return ReplicaSet.of(numbers());
  }

  private List<Integer> numbers() {
    return nodes.stream().map(NodeSettings::self).toList();
  }

  /** Of one replica. */
  SynodConfig config(int replica) {
    for (int standby = 0; standby < standbys.size(); standby++) {
      if (nodes.get(config.cluster().size() + standby).self() == replica) {
        return standbys.get(standby);
      }
    }
    return config;
  }

  /** Of any replica, if it waits until an operator makes it a member. */
  SynodConfig joining() {
    return standbys.get(standbys.size() - 1);
  }

  /** With the addresses of all replicas. */
  SynodConfig ofAll() {
    return standbys.isEmpty() ? config : joining();
  }

  /** The longest election timeout of a replica. */
  long electionNanosMax() {
    return config.timeouts().election().mostNanos();
  }

  /** Whether replicas take the commands of operators on any machine. */
  boolean mayOperate() {
    return config.adminFrom() == AdminFrom.ANY;
  }

  /** Whether nobody that there is may send a replica an operator's commands. */
  boolean isWithoutOperators() {
    return !mayOperate() && intruder.replica() < 0;
  }

  /** Takes the common settings from the first member. */
  NodeSettings node() {
    return nodes.get(0);
  }
}
