package io.synod.core.replica;

import io.synod.core.catchup.CatchUpSettings;
import io.synod.core.cluster.Quorums;
import io.synod.core.election.ElectionSettings;
import io.synod.core.pipeline.PipelineSettings;

/**
 * What one replica's core is built from.
 *
 * @param self this replica's number, 0 to n-1
 * @param logBytes decided batches kept for peers that lag, in bytes
 * @param backlogSlots decided slots that may wait for the service; beyond them the replica neither
 *     opens nor accepts slots
 * @param readsMax reads that may wait for their round or slot
 */
public record ReplicaSettings(
    int self,
    Quorums quorums,
    ElectionSettings election,
    PipelineSettings pipeline,
    CatchUpSettings catchUp,
    long logBytes,
    int backlogSlots,
    int readsMax) {

  public ReplicaSettings {
    if (self < 0 || self >= quorums.replicas()) {
      throw new IllegalArgumentException(
          "replica %d is not one of %d".formatted(self, quorums.replicas()));
    }
    if (logBytes < 1 || readsMax < 1) {
      throw new IllegalArgumentException("log of %d bytes, %d reads".formatted(logBytes, readsMax));
    }
    if (backlogSlots < 2 * pipeline.window()) {
      throw new IllegalArgumentException(
          "backlog of %d slots is less than two windows of %d"
              .formatted(backlogSlots, pipeline.window()));
    }
  }
}
