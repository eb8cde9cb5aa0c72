package io.synod.core.testing;

import io.synod.core.cluster.Incarnation;
import io.synod.core.cluster.Incarnations;
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
import java.util.stream.Collectors;

/** A message as one short line. */
final class MessageText implements Message.Visitor {
  private String text;

  private MessageText() {}

  static String of(Message message) {
    MessageText visitor = new MessageText();
    message.visit(0, visitor);
    return visitor.text;
  }

  @Override
  public void onPreVote(int from, PreVote message) {
    text = "pre-vote %s decided %d".formatted(message.view(), message.decided());
  }

  @Override
  public void onPreVoteReply(int from, PreVoteReply message) {
    text =
        "pre-vote-reply %s %s promised %s"
            .formatted(
                message.view(), message.granted() ? "granted" : "refused", message.promised());
  }

  @Override
  public void onPrepare(int from, Prepare message) {
    text = "prepare %s from #%d".formatted(message.view(), message.first());
  }

  @Override
  public void onPromise(int from, Promise message) {
    text =
        "promise %s #%d..%d of %d %s"
            .formatted(
                message.view(),
                message.first(),
                message.end(),
                message.logEnd(),
                message.votes().stream().map(MessageText::vote).collect(Collectors.toList()));
  }

  @Override
  public void onAccept(int from, Accept message) {
    text =
        "accept %s #%d %s decided %d"
            .formatted(
                message.view(), message.slot(), Batches.text(message.batch()), message.decided());
  }

  @Override
  public void onAccepted(int from, Accepted message) {
    String slots =
        message.end() == message.first() + 1
            ? "#" + message.first()
            : "#" + message.first() + ".." + message.end();
    text = "accepted %s %s %s".formatted(message.view(), slots, message.voters());
  }

  @Override
  public void onRelay(int from, Relay message) {
    text =
        "relay to %s, %d answers: %s"
            .formatted(
                message.members(),
                message.answers(),
                message.messages().stream().map(MessageText::of).toList());
  }

  @Override
  public void onPromises(int from, Promises message) {
    text =
        "promises %s"
            .formatted(
                message.gathered().stream()
                    .map(gathered -> gathered.replica() + ": " + of(gathered.promise()))
                    .toList());
  }

  @Override
  public void onReject(int from, Reject message) {
    text = "reject %s promised %s".formatted(message.view(), message.promised());
  }

  @Override
  public void onHeartbeat(int from, Heartbeat message) {
    text =
        "heartbeat %s round %d decided %d executed by all %d"
            .formatted(message.view(), message.round(), message.decided(), message.executedByAll());
  }

  @Override
  public void onTransferLeadership(int from, TransferLeadership message) {
    text = "transfer-leadership %s decided %d".formatted(message.view(), message.decided());
  }

  @Override
  public void onStandbyReport(int from, StandbyReport message) {
    text = "standby-report decided %d".formatted(message.decided());
  }

  @Override
  public void onStateDigest(int from, StateDigest message) {
    text = "state-digest end %d".formatted(message.end());
  }

  @Override
  public void onQuorumRead(int from, QuorumRead message) {
    text = "quorum-read round %d".formatted(message.round());
  }

  @Override
  public void onQuorumReadReply(int from, QuorumReadReply message) {
    text =
        "quorum-read-reply round %d leads %s decided %d end %d"
            .formatted(message.round(), message.leads(), message.decided(), message.end());
  }

  @Override
  public void onHeartbeatAck(int from, HeartbeatAck message) {
    text =
        "heartbeat-ack %s round %d decided %d executed %d"
            .formatted(message.view(), message.round(), message.decided(), message.executed());
  }

  @Override
  public void onCatchUp(int from, CatchUp message) {
    text = "catch-up from #" + message.first();
  }

  @Override
  public void onDecided(int from, Decided message) {
    text =
        "decided #%d of %d %s"
            .formatted(
                message.first(),
                message.decided(),
                message.batches().stream().map(Batches::text).collect(Collectors.toList()));
  }

  @Override
  public void onFetchSnapshot(int from, FetchSnapshot message) {
    text = "fetch snapshot #%d from %d".formatted(message.end(), message.offset());
  }

  @Override
  public void onSnapshotPart(int from, SnapshotPart message) {
    text =
        "snapshot #%d from %d, %d of %d bytes"
            .formatted(
                message.end(), message.offset(), message.bytes().length, message.totalBytes());
  }

  @Override
  public void onJoin(int from, Join message) {
    text = "join as incarnation " + message.incarnation().number();
  }

  @Override
  public void onJoinReply(int from, JoinReply message) {
    text =
        "join-reply %s %s promised %s%s%s"
            .formatted(
                message.status(),
                incarnations(message.incarnations()),
                message.promised(),
                message.leads() ? ", leads up to #" + message.end() : "",
                message.origin().isNone() ? "" : ", of " + message.origin());
  }

  /** The incarnations of a list of incarnations, in the order of the replicas. */
  static String incarnations(Incarnations incarnations) {
    return incarnations.byReplica().stream().map(Incarnation::number).toList().toString();
  }

  private static String vote(Vote vote) {
    return "#%d %s %s%s"
        .formatted(
            vote.slot(), vote.view(), Batches.text(vote.batch()), vote.decided() ? " decided" : "");
  }
}
