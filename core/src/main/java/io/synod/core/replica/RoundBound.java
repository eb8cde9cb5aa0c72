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

  private final long membership;
  private final ReplicaSet members;

  // The highest view that the message names, and all replicas that it names in this membership.
  private View highest;
  private ReplicaSet named;
  private boolean namesViews;
  private boolean asks;
  private boolean fits;

  /**
   * @param membership of this replica
   */
  RoundBound(long membership, ReplicaSet members) {
    this.membership = membership;
    this.members = members;
  }

  /** The highest round that {@code message} names; 0 if it names none. */
  long highest(int from, Message message) {
    highest = View.NONE;
    named = ReplicaSet.EMPTY;
    namesViews = false;
    asks = false;
    fits = true;
    message.visit(from, this);
    return highest.round();
  }

  /** The view with the highest round that the message names. */
  View view() {
    return highest;
  }

  /** Whether the message belongs to views, and so to the membership of the highest one. */
  boolean namesViews() {
    return namesViews;
  }

  /** Whether the message asks for a promise, a vote or another answer. */
  boolean asks() {
    return asks;
  }

  /**
   * Whether the round of the message that {@link #highest} was asked of is not too far ahead.
   *
   * @param promised by this replica
   */
  boolean admits(View promised) {
    return highest.round() - promised.round() <= ROUNDS_AHEAD_MAX;
  }

  /** Whether all replicas that the message names are members. */
  boolean namesMembers() {
    return fits && members.contains(named);
  }

  private void see(View view) {
    namesViews = true;
    highest = view.round() > highest.round() ? view : highest;
    // Before the first election of a membership there is no leader.
    if (view.membership() == membership && !view.equals(View.first(membership))) {
      named = named.with(view.leader());
    }
  }

  private void ask(View view) {
    asks = true;
    see(view);
  }

  private void see(View view, Incarnations incarnations) {
    fits &= view.membership() != membership || incarnations.end() == members.end();
  }

  private void see(View view, ReplicaSet replicas) {
    named = view.membership() == membership ? named.with(replicas) : named;
  }

  @Override
  public void onPreVote(int from, PreVote message) {
    ask(message.view());
  }

  @Override
  public void onPreVoteReply(int from, PreVoteReply message) {
    see(message.view());
    see(message.promised());
  }

  @Override
  public void onPrepare(int from, Prepare message) {
    ask(message.view());
  }

  @Override
  public void onPromise(int from, Promise message) {
    see(message.view());
    see(message.view(), message.incarnations());
    for (Vote vote : message.votes()) {
      highest = vote.view().round() > highest.round() ? vote.view() : highest;
    }
  }

  @Override
  public void onPromises(int from, Promises message) {
    see(message.view());
    for (Promises.Gathered gathered : message.gathered()) {
      see(message.view(), ReplicaSet.of(gathered.replica()));
      onPromise(gathered.replica(), gathered.promise());
    }
  }

  @Override
  public void onAccept(int from, Accept message) {
    ask(message.view());
  }

  @Override
  public void onAccepted(int from, Accepted message) {
    see(message.view());
    see(message.view(), message.voters());
  }

  @Override
  public void onRelay(int from, Relay message) {
    // All of its messages are of one view.
    ask(message.view());
    see(message.view(), message.members());
  }

  @Override
  public void onReject(int from, Reject message) {
    see(message.view());
    see(message.promised());
  }

  @Override
  public void onHeartbeat(int from, Heartbeat message) {
    ask(message.view());
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
    if (message.membership() == membership) {
      fits &= message.promised().membership() == membership;
      fits &= message.incarnations().end() == members.end();
      boolean isFirst = message.promised().equals(View.first(membership));
      named = isFirst ? named : named.with(message.promised().leader());
      highest = fits ? message.promised() : highest;
    }
  }

  @Override
  public void onQuorumRead(int from, QuorumRead message) {
    // Names no view; its round is one of reads.
  }

  @Override
  public void onQuorumReadReply(int from, QuorumReadReply message) {
    // Of a round of reads, which names its membership itself.
    highest = message.leads();
    if (message.leads().hasLeader()) {
      see(message.leads(), ReplicaSet.of(message.leads().leader()));
    }
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
