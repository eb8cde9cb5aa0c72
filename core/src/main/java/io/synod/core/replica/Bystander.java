package io.synod.core.replica;

import io.synod.core.catchup.CatchUps;
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

/**
 * Handles each message at a replica that is no member yet. It learns decisions, sends them to
 * others, and joins. It does not promise, vote or grant pre-votes.
 */
final class Bystander implements Message.Visitor {
  private final Step step;
  private final CurrentRole role;
  private final CatchUps catchUps;
  private final Member member;

  Bystander(Step step, CurrentRole role, CatchUps catchUps, Member member) {
    this.step = step;
    this.role = role;
    this.catchUps = catchUps;
    this.member = member;
  }

  @Override
  public void onPreVote(int from, PreVote message) {
    catchUps.onPeerDecided(from, message.decided());
    ignore(message);
  }

  @Override
  public void onPreVoteReply(int from, PreVoteReply message) {
    ignore(message);
  }

  @Override
  public void onPrepare(int from, Prepare message) {
    ignore(message);
  }

  @Override
  public void onPromise(int from, Promise message) {
    ignore(message);
  }

  @Override
  public void onPromises(int from, Promises message) {
    ignore(message);
  }

  @Override
  public void onAccept(int from, Accept message) {
    catchUps.onPeerDecided(from, message.decided());
    ignore(message);
  }

  @Override
  public void onAccepted(int from, Accepted message) {
    ignore(message);
  }

  @Override
  public void onRelay(int from, Relay message) {
    ignore(message);
  }

  @Override
  public void onReject(int from, Reject message) {
    ignore(message);
  }

  @Override
  public void onHeartbeat(int from, Heartbeat message) {
    catchUps.onPeerDecided(from, message.decided());
    ignore(message);
  }

  @Override
  public void onHeartbeatAck(int from, HeartbeatAck message) {
    ignore(message);
  }

  @Override
  public void onCatchUp(int from, CatchUp message) {
    if (role.state().servesDecisions()) {
      member.onCatchUp(from, message);
    } else {
      ignore(message);
    }
  }

  @Override
  public void onDecided(int from, Decided message) {
    member.onDecided(from, message);
  }

  @Override
  public void onFetchSnapshot(int from, FetchSnapshot message) {
    if (role.state().servesDecisions()) {
      member.onFetchSnapshot(from, message);
    } else {
      ignore(message);
    }
  }

  @Override
  public void onSnapshotPart(int from, SnapshotPart message) {
    member.onSnapshotPart(from, message);
  }

  @Override
  public void onJoin(int from, Join message) {
    member.onJoin(from, message);
  }

  @Override
  public void onJoinReply(int from, JoinReply message) {
    member.onJoinReply(from, message);
  }

  @Override
  public void onQuorumRead(int from, QuorumRead message) {
    ignore(message);
  }

  @Override
  public void onQuorumReadReply(int from, QuorumReadReply message) {
    ignore(message);
  }

  @Override
  public void onTransferLeadership(int from, TransferLeadership message) {
    ignore(message);
  }

  @Override
  public void onStandbyReport(int from, StandbyReport message) {
    member.onStandbyReport(from, message);
  }

  @Override
  public void onStateDigest(int from, StateDigest message) {
    member.onStateDigest(from, message);
  }

  private void ignore(Message message) {
    step.ignore(message, "not joined yet");
  }
}
