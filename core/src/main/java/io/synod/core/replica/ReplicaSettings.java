package io.synod.core.replica;

import io.synod.core.check.Range;
import io.synod.core.cluster.Quorums;
import io.synod.core.cluster.ReplicaSet;
import io.synod.core.learner.LearnerSettings;
import io.synod.core.recovery.RecoverySettings;
import io.synod.core.settings.CatchUpSettings;
import io.synod.core.settings.ElectionSettings;
import io.synod.core.settings.PipelineSettings;
import io.synod.core.settings.RelaySettings;
import io.synod.core.snapshot.SnapshotSettings;
import io.synod.core.time.FixedTimeouts;
import io.synod.core.time.Timeouts;

/**
 * The settings of one replica's core.
 *
 * @param self this replica's number, 0 to n-1
 */
public record ReplicaSettings(
    int self,
    Quorums quorums,
    ElectionSettings election,
    PipelineSettings pipeline,
    RelaySettings relay,
    CatchUpSettings catchUp,
    LearnerSettings learner,
    RecoverySettings recovery,
    SnapshotSettings snapshot,
    ClientBounds clients) {

  public ReplicaSettings {
    if (!quorums.members().contains(self)) {
      throw new IllegalArgumentException(
          "replica %d is not one of %s".formatted(self, quorums.members()));
    }
    relay.check(quorums);
    Range.atLeast(
        2 * pipeline.window(), learner.backlogSlots(), "slots of the backlog, of two windows");
  }

  /** As they are set. */
  public Timeouts timeouts() {
    return new FixedTimeouts(
        election.timeoutNanos(), pipeline.retransmitNanos(), catchUp.timeoutNanos());
  }

  /** All replicas but this one. */
  ReplicaSet others() {
    return quorums.members().without(ReplicaSet.of(self));
  }
}
