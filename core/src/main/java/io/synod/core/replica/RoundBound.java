package io.synod.core.replica;

import io.synod.core.cluster.Incarnations;
import io.synod.core.cluster.ReplicaSet;
import io.synod.core.cluster.View;
import io.synod.core.message.Accept;
import io.synod.core.message.Accepted;
import io.synod.core.message.CatchUp;
import io.synod.core.message.Decided;
import io.synod.core.message.FetchSnapshot;
import io.synod.core.message.Heartbeat;
import io.synod.core.message.HeartbeatAck;
import io.synod.core.message.Join;
import io.synod.core.message.JoinReply;
import io.synod.core.message.Message;
import io.synod.core.message.PreVote;
import io.synod.core.message.PreVoteReply;
import io.synod.core.message.Prepare;
import io.synod.core.message.Promise;
import io.synod.core.message.Promises;
import io.synod.core.message.QuorumRead;
import io.synod.core.message.QuorumReadReply;
import io.synod.core.message.Reject;
import io.synod.core.message.Relay;
import io.synod.core.message.SnapshotPart;
import io.synod.core.message.StandbyReport;
import io.synod.core.message.StateDigest;
import io.synod.core.message.TransferLeadership;
import io.synod.core.message.Vote;

/**
 * Recognizes messages that no correct replica of the same membership sends. One names a view that
 * no election can have led to: an election adds 1 to the round, so a round that is 2^32 beyond the
 * promised one is an error or forged. Promised once, it is durable; a round near the end of its
 * range would leave no view for later elections. Another names replicas that are no members.
 */
final class RoundBound implements Message.Visitor {
  static final long ROUNDS_AHEAD_MAX = 1L << 32;

  private final ReplicaSet members;

  // The highest round that the message names, and all replicas.
  private long round;
  private ReplicaSet named;
  private boolean fits;

  RoundBound(ReplicaSet members) {
    this.members = members;
  }

  /** The highest round that {@code message} names; 0 if it names none. */
  long highest(int from, Message message) {
    round = 0;
    named = ReplicaSet.EMPTY;
    fits = true;
    message.visit(from, this);
    return round;
  }

  /**
   * Whether the round of the message that {@link #highest} was asked of is not too far ahead.
   *
   * @param promised by this replica
   */
  boolean admits(View promised) {
    return round - promised.round() <= ROUNDS_AHEAD_MAX;
  }

  /** Whether all replicas that the message names are members. */
  boolean namesMembers() {
    return fits && members.contains(named);
  }

  private void see(View view) {
    round = Math.max(round, view.round());
    // Before the first election of a membership there is no leader.
    named = view.hasLeader() ? named.with(view.leader()) : named;
  }

  private void see(Incarnations incarnations) {
    fits &= incarnations.end() == members.end();
  }

  @Override
  public void onPreVote(int from, PreVote message) {
    see(message.view());
  }

  @Override
  public void onPreVoteReply(int from, PreVoteReply message) {
    see(message.view());
    see(message.promised());
  }

  @Override
  public void onPrepare(int from, Prepare message) {
    see(message.view());
  }

  @Override
  public void onPromise(int from, Promise message) {
    see(message.view());
    see(message.incarnations());
    for (Vote vote : message.votes()) {
      round = Math.max(round, vote.view().round());
    }
  }

  @Override
  public void onPromises(int from, Promises message) {
    see(message.view());
    for (Promises.Gathered gathered : message.gathered()) {
      named = named.with(gathered.replica());
      onPromise(gathered.replica(), gathered.promise());
    }
  }

  @Override
  public void onAccept(int from, Accept message) {
    see(message.view());
  }

  @Override
  public void onAccepted(int from, Accepted message) {
    see(message.view());
    named = named.with(message.voters());
  }

  @Override
  public void onRelay(int from, Relay message) {
    // All of its messages are of one view.
    see(message.view());
    named = named.with(message.members());
  }

  @Override
  public void onReject(int from, Reject message) {
    see(message.view());
    see(message.promised());
  }

  @Override
  public void onHeartbeat(int from, Heartbeat message) {
    see(message.view());
  }

  @Override
  public void onHeartbeatAck(int from, HeartbeatAck message) {
    see(message.view());
  }

  @Override
  public void onCatchUp(int from, CatchUp message) {
    // Names no view.
  }

  @Override
  public void onDecided(int from, Decided message) {
    // Names no view.
  }

  @Override
  public void onFetchSnapshot(int from, FetchSnapshot message) {
    // Names no view.
  }

  @Override
  public void onSnapshotPart(int from, SnapshotPart message) {
    // Names no view.
  }

  @Override
  public void onJoin(int from, Join message) {
    // Names no view.
  }

  @Override
  public void onJoinReply(int from, JoinReply message) {
    // Read by replicas of every membership, which compare it.
    if (message.promised().membership() == message.membership()) {
      see(message.promised());
      see(message.incarnations());
    }
  }

  @Override
  public void onQuorumRead(int from, QuorumRead message) {
    // Names no view; its round is one of reads.
  }

  @Override
  public void onQuorumReadReply(int from, QuorumReadReply message) {
    see(message.leads());
  }

  @Override
  public void onTransferLeadership(int from, TransferLeadership message) {
    see(message.view());
  }

  @Override
  public void onStandbyReport(int from, StandbyReport message) {
    // Names no view.
  }

  @Override
  public void onStateDigest(int from, StateDigest message) {
    // Names no view.
  }
}
