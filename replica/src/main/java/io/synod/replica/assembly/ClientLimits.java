package io.synod.replica.assembly;

import io.synod.network.ingress.IngressLimits;
import io.synod.replica.config.MemoryPlan;
import io.synod.replica.config.NetworkConfig;
import io.synod.replica.config.SynodConfig;
import io.synod.replica.stage.ServiceStage;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Bounds of what the clients of a replica or a learner can make it hold, taken from the settings.
 */
final class ClientLimits {
  private static final Logger LOG = LoggerFactory.getLogger("io.synod.replica");

  // Files and sockets of a process that are no connections of clients: of the journal, snapshots,
  // peers, event loops and the JVM with its jars; and 320 that strangers may hold: 128 of the peer
  // port, 64 refused ones of each port until they have the reason, and 64 of the metrics.
  private static final int OTHER_FILES = 512;

  private static final int CONNECTIONS_MIN = 256;

  private ClientLimits() {}

  /**
   * @param who has the port, for log lines
   */
  static IngressLimits ofPort(SynodConfig config, Machine machine, String who) {
    NetworkConfig network = config.network();
    return new IngressLimits(
        network.frameBytes(),
        network.requestBytesMax(),
        network.clientBufferBytes(),
        network.repliesBytes(),
        network.unfinishedBytes(),
        connectionsMax(network.connectionsMax(), machine.openFilesMax(), who),
        IngressLimits.SESSIONS_MAX,
        IngressLimits.Times.idleAfter(network.idleNanos()));
  }

  /** So many that the journal can still open its files: otherwise clients could end a replica. */
  static int connectionsMax(int wanted, long openFilesMax, String who) {
    long possible = Math.max(CONNECTIONS_MIN, openFilesMax - OTHER_FILES);
    if (wanted <= possible) {
      return wanted;
    }
    LOG.warn(
        "{}: takes {} connections of clients at a time and not {}, because this process may have {}"
            + " files open; raise that limit (ulimit -n) or lower network.max-connections",
        who,
        possible,
        wanted,
        openFilesMax);
    return (int) possible;
  }

  static ServiceStage.ReadLimits ofReads(SynodConfig config) {
    return new ServiceStage.ReadLimits(config.limits().readsMax(), MemoryPlan.readBytesMax(config));
  }
}
