package io.synod.core.effect;

import io.synod.core.cluster.Incarnation;
import io.synod.core.cluster.Origin;
import io.synod.core.cluster.View;
import io.synod.core.membership.Membership;
import io.synod.core.message.MemberStatus;

/**
 * A protocol event that the core reports to its observers: logs, metrics, tests. The core does not
 * log. Protocol thread.
 */
public sealed interface ProtocolEvent {

  /** This replica now follows {@code view}; its leader may not be known to lead yet. */
  record Following(View view) implements ProtocolEvent {}

  /** This replica asks whether it could win {@code view}. */
  record PreVoting(View view) implements ProtocolEvent {}

  /** This replica runs Phase 1 of {@code view}. */
  record Preparing(View view) implements ProtocolEvent {}

  /** Phase 1a messages of {@code view} were sent again: too few promises came in time. */
  record PreparingAgain(View view) implements ProtocolEvent {}

  /**
   * This replica leads {@code view}.
   *
   * @param takenOver slots from earlier views that it proposes again
   */
  record Leading(View view, long takenOver) implements ProtocolEvent {}

  /** This replica has given up {@code view}. */
  record SteppedDown(View view, String reason) implements ProtocolEvent {}

  /**
   * A leader stops to propose, so that {@code target} can lead.
   *
   * @param reason why that one should
   */
  record Transferring(View view, int target, TransferReason reason) implements ProtocolEvent {}

  /** Why a leader has another replica lead. */
  enum TransferReason {
    /** An operator has asked for it, or the leader is to be removed. */
    ASKED,
    /** The target has a higher priority. */
    PRIORITY,
    /** The service here does not return, and the target's has executed more. */
    SERVICE_HANGS
  }

  /** The target does not lead; this leader proposes again. */
  record TransferFailed(View view, int target) implements ProtocolEvent {}

  /**
   * This replica has entered a membership, or was started in it.
   *
   * @param standing its part in it, in words
   */
  record EnteredMembership(Membership membership, String standing) implements ProtocolEvent {}

  /** The leader proposes the next membership. */
  record ChangingMembership(View view, Membership next) implements ProtocolEvent {}

  /** Every slot before {@code decided} is decided, as far as this replica knows. */
  record DecidedUpTo(long decided) implements ProtocolEvent {}

  /** Phase 2a messages of undecided slots were sent again. */
  record Retransmitted(int slots) implements ProtocolEvent {}

  /** A stale, repeated or foreign message was ignored. */
  record Ignored(Class<?> message, String reason) implements ProtocolEvent {}

  /** This replica asks {@code peer} for decided slots from {@code first} on. */
  record CatchingUp(long first, int peer) implements ProtocolEvent {}

  /**
   * No peer keeps slot {@code missing} any more, or this replica has no space for it while its
   * service has halted: it fetches a snapshot of {@code peer}.
   */
  record FetchingSnapshot(long missing, int peer) implements ProtocolEvent {}

  /** The snapshot with this end was fetched; the service goes on from it. */
  record SnapshotFetched(long end) implements ProtocolEvent {}

  /** This replica is no member yet: it does not promise, vote or lead until it has joined. */
  record Joining(MemberStatus status, Incarnation as) implements ProtocolEvent {}

  /** A peer reports that this replica was a member before; its directory has no record of it. */
  record DurableStateLost(int reportedBy, Incarnation known) implements ProtocolEvent {}

  /**
   * Too many members have lost their durable state for this replica to recover.
   *
   * @param patienceNanos it stops after this time if that has not changed
   */
  record TooManyLost(long patienceNanos) implements ProtocolEvent {}

  /**
   * This replica has been in membership {@code entered}, and knows the decisions only up to {@code
   * decided}, in an earlier one. So it neither votes nor leads, and no replica has sent it more.
   *
   * @param nanos for how long
   */
  record LacksDecisions(long entered, long decided, long nanos) implements ProtocolEvent {}

  /** A new peer was restored from another backup than this replica: they form no cluster. */
  record OtherOrigin(int peer, Origin ofPeer, Origin own) implements ProtocolEvent {}

  /** A peer reports that another process became a member under this replica's number since. */
  record Replaced(int reportedBy, Incarnation known) implements ProtocolEvent {}

  /** This replica is a member: its promises and votes count. */
  record Joined(Incarnation as) implements ProtocolEvent {}

  /** {@code replica} has lost its promises and votes and recovers as a new incarnation. */
  record PeerJoins(int replica, Incarnation as) implements ProtocolEvent {}

  /** A peer sent the decision of a slot whose vote is damaged on disk; the slot is repaired. */
  record Repaired(long slot) implements ProtocolEvent {}

  /**
   * Another member has executed something else than this replica, which does not stop: no majority
   * is known to differ from it.
   *
   * @param other is reported once, until it agrees again
   * @param first they parted in this slot or a later one
   * @param last the first slot after which they are known to differ
   */
  record StateDiffers(int other, long first, long last) implements ProtocolEvent {}

  /** Whether the disk is full; a replica with a full disk does not vote or lead. */
  record StorageFull(boolean full) implements ProtocolEvent {}

  /**
   * Whether the garbage collector takes most of the time; the replica then does not lead while
   * another one can.
   */
  record CollectorBusy(boolean busy) implements ProtocolEvent {}
}
