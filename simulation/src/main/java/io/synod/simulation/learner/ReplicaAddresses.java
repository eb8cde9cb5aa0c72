package io.synod.simulation.learner;

import io.synod.core.cluster.ReplicaSet;
import io.synod.replica.config.SynodConfig;
import io.synod.simulation.node.Deployment;

/** The addresses at which replicas take subscribers, which change when a member moves. */
final class ReplicaAddresses {
  private final Deployment deployment;

  // By number: the configuration of a replica when its address was last read, and that address.
  private final SynodConfig[] configs = new SynodConfig[ReplicaSet.NUMBERS];
  private final String[] addresses = new String[ReplicaSet.NUMBERS];

  ReplicaAddresses(Deployment deployment) {
    this.deployment = deployment;
  }

  /**
   * The number of the first replica with this address; -1 if there is none.
   *
   * @param address null for none
   */
  int replicaAt(String address) {
    if (address == null) {
      return -1;
    }
    ReplicaSet replicas = deployment.replicas();
    int replica = replicas.first();
    while (replica < ReplicaSet.NUMBERS && !address.equals(address(replica))) {
      replica = replicas.after(replica);
    }
    return replica < ReplicaSet.NUMBERS ? replica : -1;
  }

  private String address(int replica) {
    SynodConfig config = deployment.ofReplica().apply(replica);
    if (configs[replica] != config) {
      configs[replica] = config;
      addresses[replica] = config.cluster().replica(replica).clientText();
    }
    return addresses[replica];
  }
}
