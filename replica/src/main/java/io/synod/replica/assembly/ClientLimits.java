package io.synod.replica.assembly;

import io.synod.network.ingress.IngressLimits;
import io.synod.replica.config.MemoryPlan;
import io.synod.replica.config.NetworkConfig;
import io.synod.replica.config.SynodConfig;
import io.synod.replica.stage.ServiceStage;

/**
 * Bounds of what the clients of a replica or a learner can make it hold, taken from the settings.
 */
final class ClientLimits {
  private ClientLimits() {}

  static IngressLimits ofPort(SynodConfig config) {
    NetworkConfig network = config.network();
    return new IngressLimits(
        network.frameBytes(),
        network.requestBytesMax(),
        network.clientBufferBytes(),
        network.repliesBytes(),
        network.unfinishedBytes(),
        network.connectionsMax(),
        IngressLimits.SESSIONS_MAX,
        IngressLimits.Times.idleAfter(network.idleNanos()));
  }

  static ServiceStage.ReadLimits ofReads(SynodConfig config) {
    return new ServiceStage.ReadLimits(config.limits().readsMax(), MemoryPlan.readBytesMax(config));
  }
}
