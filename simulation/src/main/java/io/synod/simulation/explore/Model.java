package io.synod.simulation.explore;

import io.synod.core.cluster.Incarnation;
import io.synod.core.cluster.Incarnations;
import io.synod.core.cluster.Quorums;
import io.synod.core.cluster.ReplicaSet;
import io.synod.core.command.Batch;
import io.synod.core.command.BatchEntry;
import io.synod.core.effect.JournalRecord;
import io.synod.core.learner.LearnerSettings;
import io.synod.core.membership.ChangeEntry;
import io.synod.core.membership.Membership;
import io.synod.core.membership.MembershipRequest;
import io.synod.core.message.MemberStatus;
import io.synod.core.recovery.RecoverySettings;
import io.synod.core.replica.ClientBounds;
import io.synod.core.replica.ReplicaSettings;
import io.synod.core.settings.CatchUpSettings;
import io.synod.core.settings.Durability;
import io.synod.core.settings.ElectionSettings;
import io.synod.core.settings.PipelineSettings;
import io.synod.core.settings.RelaySettings;
import io.synod.core.settings.StandbySettings;
import io.synod.core.snapshot.SnapshotSettings;
import io.synod.core.version.KnownVersions;
import io.synod.simulation.check.ClusterChecks;
import java.util.ArrayList;
import java.util.List;

/** The common parts of all replays of one exploration: the bound, settings and numbers. */
final class Model {
  // Few ticks, so that few moments differ. The election timeout is the least that a broken
  // connection shortens; resent messages leave with a heartbeat.
  private static final long ELECTION_TICKS = 4;
  private static final long HEARTBEAT_TICKS = 2;
  private static final long CATCH_UP_TICKS = 1;
  private static final int BACKLOG_SLOTS = 64;
  private static final int LOG_BYTES = 1 << 20;
  private static final long NEVER = SnapshotSettings.NEVER;
  private static final int NOBODY = -1;

  private final Bound bound;
  private final Quorums quorums;
  private final Messages messages = new Messages();
  private final List<Batch> batches = new ArrayList<>();

  Model(Bound bound) {
    this.bound = bound;
    quorums = Quorums.majority(bound.replicas());
    batches.add(Batch.NOOP);
    for (int request = 1; request <= bound.requests() + 2; request++) {
      // Printed batches are distinguished by their lengths.
      byte[] bytes = new byte[Batch.HEADER_BYTES + BatchEntry.HEADER_BYTES + request];
      BatchEntry.putHeader(bytes, Batch.HEADER_BYTES, request, 1, request, 1);
      batches.add(Batch.close(bytes, 0, 1));
    }
  }

  Bound bound() {
    return bound;
  }

  Quorums quorums() {
    return quorums;
  }

  /** The number of replicas, the standby included. */
  int replicas() {
    return bound.replicas() + (bound.changes() > 0 ? 1 : 0);
  }

  /** The replica that the change makes a member; -1 if there is none. */
  int standby() {
    return bound.changes() > 0 ? bound.replicas() : NOBODY;
  }

  /** The member that the change replaces by the standby. */
  int replaced() {
    return bound.replicas() - 1;
  }

  /** The members of the first membership and of the next one; both have quorums of one size. */
  ReplicaSet members(long membership) {
    ReplicaSet first = quorums.members();
    return membership == 0
        ? first
        : first.without(ReplicaSet.of(replaced())).with(ReplicaSet.of(standby()));
  }

  /** Slots from the first undecided one on that may be open. */
  int openSlots() {
    return Math.max(bound.window(), bound.alpha());
  }

  /** What the operator asks for. */
  MembershipRequest change() {
    return MembershipRequest.NONE
        .numbered(1)
        .adding(ReplicaSet.of(standby()))
        .removing(ReplicaSet.of(replaced()));
  }

  /** Whether the batch with this number changes the membership. */
  boolean isChange(int batch) {
    return ChangeEntry.is(batches.get(batch));
  }

  Messages messages() {
    return messages;
  }

  /** The batch of the request with this number, from 1 on. */
  Batch batch(int request) {
    return batches.get(request);
  }

  /** 0 for a no-op, else the number of its request; a batch that no batcher closed has its own. */
  int number(Batch batch) {
    int known = batches.indexOf(batch);
    if (known < 0) {
      batches.add(batch);
      return batches.size() - 1;
    }
    return known;
  }

  ClusterChecks checks() {
    // Clocks are not comparable here, so the check of overdue leaders is off.
    return ClusterChecks.of(settings(0), ReplicaSet.all(replicas()), NEVER, 0);
  }

  /** The record of each member when the cluster has formed. */
  JournalRecord.Joined formed() {
    Incarnations roster = Incarnations.unknown(ReplicaSet.all(bound.replicas()));
    for (int replica = 0; replica < bound.replicas(); replica++) {
      roster = roster.with(replica, new Incarnation(1, nonce(replica)));
    }
    return new JournalRecord.Joined(roster, MemberStatus.MEMBER);
  }

  static long nonce(int replica) {
    return 1 + replica;
  }

  ReplicaSettings settings(int self) {
    return new ReplicaSettings(
        self,
        Membership.of(quorums, bound.alpha()),
        new StandbySettings("", "", BACKLOG_SLOTS, NEVER),
        new ElectionSettings(ELECTION_TICKS, HEARTBEAT_TICKS),
        new PipelineSettings(bound.window(), HEARTBEAT_TICKS),
        RelaySettings.DIRECT,
        new CatchUpSettings(LOG_BYTES, CATCH_UP_TICKS),
        new LearnerSettings(BACKLOG_SLOTS, LOG_BYTES, LOG_BYTES),
        new RecoverySettings(Durability.SYNC, NEVER),
        new SnapshotSettings(NEVER, NEVER, NEVER, LOG_BYTES, LOG_BYTES, NEVER),
        new ClientBounds(1, LOG_BYTES),
        KnownVersions.FIRST);
  }
}
