package io.synod.core.replica;

import io.synod.core.cluster.Incarnations;
import io.synod.core.cluster.View;
import io.synod.core.command.Batch;
import io.synod.core.membership.MembershipRequest;
import io.synod.core.message.Accepted;
import io.synod.core.message.HeartbeatAck;
import io.synod.core.message.JoinReply;
import io.synod.core.message.Message;
import io.synod.core.message.PreVoteReply;
import io.synod.core.message.Promise;
import io.synod.core.message.StandbyReport;

/**
 * The state of a replica that exists only in one role. A role ignores every message that it does
 * not expect.
 */
abstract sealed class RoleState permits NonMember, Follower, Contender, Leader {
  final Step step;
  final Transitions transitions;

  RoleState(Step step, Transitions transitions) {
    this.step = step;
    this.transitions = transitions;
  }

  abstract Role role();

  /** The view that this role works for; null if it only follows. */
  abstract View view();

  abstract void onDeadline();

  abstract long nextWakeUpNanos();

  /** A message has come from a leader whose view is not before any promise of this replica. */
  abstract void onLeaderAlive(View leading);

  /** The leader has sent the heartbeat of that round. */
  void onLeaderRound(long round) {}

  /**
   * Whether it follows the leader of that view, and the last heartbeat that came was of that round
   * or one shortly after.
   */
  boolean follows(View view, long round) {
    return false;
  }

  /** This replica has answered a candidate whose view is the highest that it has promised. */
  void onCandidateAlive() {}

  /** A promise or a peer's Reject has overtaken {@link #view}. */
  abstract void superseded(View by);

  /** Whether a pre-vote must be refused because a leader is at work. */
  abstract boolean hasLiveLeader();

  /** Whether this replica is a member: it promises, votes and may lead. */
  boolean isMember() {
    return true;
  }

  /** Whether decisions that this replica missed are to be fetched. */
  boolean learns() {
    return true;
  }

  /** Whether its decisions are those of the cluster, so that others may learn from it. */
  boolean servesDecisions() {
    return true;
  }

  /** The role ends. */
  void leave() {}

  void onPeerDisconnected(int peer) {}

  void onPreVoteReply(int from, PreVoteReply message) {
    ignore(message);
  }

  void onPromise(int from, Promise message) {
    ignore(message);
  }

  void onAccepted(int from, Accepted message) {
    ignore(message);
  }

  void onHeartbeatAck(int from, HeartbeatAck message) {
    ignore(message);
  }

  void onJoinReply(int from, JoinReply message) {
    ignore(message);
  }

  /** A replica recovers as a new incarnation. */
  void onPeerJoins(Incarnations incarnations) {}

  /** This replica must not lead for now. */
  void onObstacle(String reason) {}

  void onProposed(View view, Batch batch) {}

  void onRead(Object ticket) {
    step.out().refuseRead(ticket, false);
  }

  /** A read by lease; without a lease it is served as any other. */
  void onLeaseRead(Object ticket) {
    onRead(ticket);
  }

  void onTransferAsked(Object ticket, int to) {
    step.out().operatorAnswered(ticket, "this replica does not lead");
  }

  void onMembershipAsked(Object ticket, MembershipRequest request) {
    step.out().operatorAnswered(ticket, "this replica does not lead");
  }

  /** A replica has shown itself that is in a later membership. */
  void onBehind() {}

  /** A standby has shown itself. */
  void onStandbyReport(int from, StandbyReport message) {}

  /** More slots are decided or executed, so slots may be free to open and reads ready to serve. */
  void onProgress() {}

  void onDecided(long slot) {}

  void invariants() {}

  final void ignore(Message message) {
    step.ignore(message, "not expected by a " + role());
  }
}
