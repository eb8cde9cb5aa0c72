package io.synod.core.replica;

import io.synod.core.check.Range;
import io.synod.core.cluster.Quorums;
import io.synod.core.cluster.ReplicaSet;
import io.synod.core.learner.LearnerSettings;
import io.synod.core.membership.Membership;
import io.synod.core.recovery.RecoverySettings;
import io.synod.core.settings.CatchUpSettings;
import io.synod.core.settings.ElectionSettings;
import io.synod.core.settings.PipelineSettings;
import io.synod.core.settings.PrioritySettings;
import io.synod.core.settings.RelaySettings;
import io.synod.core.settings.StandbySettings;
import io.synod.core.snapshot.SnapshotSettings;
import io.synod.core.time.FixedTimeouts;
import io.synod.core.time.Timeouts;
import io.synod.core.version.KnownVersions;
import java.util.HashMap;
import java.util.Map;

/**
 * The settings of one replica's core.
 *
 * @param self this replica's number, 0 to 31; if it is none of the members it begins as a standby
 * @param membership the first membership, that of the properties file; later ones are in the log
 * @param standby what matters while a replica is no member
 * @param relay as the properties file says; its groups may not fit the members
 * @param known what this process knows; the first leader of an empty log begins it with the newest
 */
public record ReplicaSettings(
    int self,
    Membership membership,
    StandbySettings standby,
    ElectionSettings election,
    PipelineSettings pipeline,
    RelaySettings relay,
    CatchUpSettings catchUp,
    LearnerSettings learner,
    RecoverySettings recovery,
    SnapshotSettings snapshot,
    ClientBounds clients,
    KnownVersions known) {

  public ReplicaSettings {
    Range.within(0, ReplicaSet.NUMBERS - 1, self, "number of a replica");
    Range.atLeast(
        2 * pipeline.window(), learner.backlogSlots(), "slots of the backlog, of two windows");
  }

  /** As they are set. */
  public Timeouts timeouts() {
    return new FixedTimeouts(
        election.timeoutNanos(), pipeline.retransmitNanos(), catchUp.timeoutNanos());
  }

  /** How many of the members must agree in each phase. */
  public Quorums quorums() {
    return membership.quorums();
  }

  /** The same in a later membership, with its priorities. */
  ReplicaSettings in(Membership later) {
    Map<Integer, Integer> priorities = new HashMap<>();
    later.members().forEach(member -> priorities.put(member.number(), member.priority()));
    ElectionSettings elections =
        new ElectionSettings(
            election.timeoutNanos(),
            election.heartbeatNanos(),
            new PrioritySettings(priorities, election.priorities().settleNanos()),
            election.lease());
    return new ReplicaSettings(
        self, later, standby, elections, pipeline, relay, catchUp, learner, recovery, snapshot,
        clients, known);
  }

  /** All replicas but this one. */
  ReplicaSet others() {
    return quorums().members().without(ReplicaSet.of(self));
  }
}
