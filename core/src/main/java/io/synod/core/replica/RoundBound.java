package io.synod.core.replica;

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
import io.synod.core.message.StateDigest;
import io.synod.core.message.TransferLeadership;
import io.synod.core.message.Vote;

/**
 * Recognizes messages with a view that no election can have led to. An election adds 1 to the
 * round, so a round that is 2^32 beyond the promised one is an error or forged. Promised once, it
 * is durable; a round near the end of its range would leave no view for later elections.
 */
final class RoundBound implements Message.Visitor {
  static final long ROUNDS_AHEAD_MAX = 1L << 32;

  // The highest round that the message names.
  private long round;

  /** Whether {@code message} names no round too far beyond {@code promised}. */
  boolean admits(int from, Message message, View promised) {
    round = 0;
    message.visit(from, this);
    return round - promised.round() <= ROUNDS_AHEAD_MAX;
  }

  private void see(View view) {
    round = Math.max(round, view.round());
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
    for (Vote vote : message.votes()) {
      see(vote.view());
    }
  }

  @Override
  public void onPromises(int from, Promises message) {
    see(message.view());
    for (Promises.Gathered gathered : message.gathered()) {
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
  }

  @Override
  public void onRelay(int from, Relay message) {
    // All of its messages are of one view.
    see(message.view());
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
    see(message.promised());
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
  public void onStateDigest(int from, StateDigest message) {
    // Names no view.
  }
}
