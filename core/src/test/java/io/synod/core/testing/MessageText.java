package io.synod.core.testing;

import io.synod.core.cluster.Incarnation;
import io.synod.core.cluster.Incarnations;
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
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/** A message in the words of docs/protocol.md. */
public final class MessageText implements Message.Visitor {
  private String text;

  private MessageText() {}

  public static String of(Message message) {
    MessageText visitor = new MessageText();
    message.visit(0, visitor);
    return message.getClass().getSimpleName() + " " + visitor.text;
  }

  /** Which incarnation each replica is in, by number. */
  static String incarnations(Incarnations incarnations) {
    List<Long> numbers = incarnations.byReplica().stream().map(Incarnation::number).toList();
    return "incarnations " + numbers;
  }

  private void text(String format, Object... values) {
    text = format.formatted(values);
  }

  @Override
  public void onPreVote(int from, PreVote message) {
    text("view %s, decided before %d", message.view(), message.decided());
  }

  @Override
  public void onPreVoteReply(int from, PreVoteReply message) {
    String answer = message.granted() ? "granted" : "refused";
    text("view %s, %s, promised view %s", message.view(), answer, message.promised());
  }

  @Override
  public void onPrepare(int from, Prepare message) {
    text("view %s from slot %d", message.view(), message.first());
  }

  @Override
  public void onPromise(int from, Promise message) {
    String votes =
        message.votes().stream().map(MessageText::vote).collect(Collectors.joining("; "));
    String part =
        message.end() < message.logEnd()
            ? " (to slot %d of %d)".formatted(message.end(), message.logEnd())
            : "";
    text(
        "view %s, votes from slot %d on%s: %s",
        message.view(), message.first(), part, votes.isEmpty() ? "none" : votes);
  }

  private static String vote(Vote vote) {
    String said = vote.decided() ? "decided" : "view " + vote.view();
    return "slot %d %s [%s]".formatted(vote.slot(), said, Batches.text(vote.batch()));
  }

  @Override
  public void onAccept(int from, Accept message) {
    text(
        "view %s slot %d [%s], commit %d",
        message.view(), message.slot(), Batches.text(message.batch()), message.decided());
  }

  @Override
  public void onAccepted(int from, Accepted message) {
    String slots = message.end() == message.first() + 1 ? "" : " to " + (message.end() - 1);
    text(
        "view %s slot %d%s, votes of %s", message.view(), message.first(), slots, message.voters());
  }

  @Override
  public void onRelay(int from, Relay message) {
    String relayed =
        message.messages().stream().map(MessageText::of).collect(Collectors.joining("; "));
    text("to %s, tell after %d: %s", message.members(), message.answers(), relayed);
  }

  @Override
  public void onPromises(int from, Promises message) {
    String promises =
        message.gathered().stream()
            .map(gathered -> "replica %d: %s".formatted(gathered.replica(), of(gathered.promise())))
            .collect(Collectors.joining("; "));
    text("%s", promises);
  }

  @Override
  public void onReject(int from, Reject message) {
    text("view %s, promised view %s", message.view(), message.promised());
  }

  @Override
  public void onHeartbeat(int from, Heartbeat message) {
    text(
        "view %s round %d, takes over up to %d, commit %d, executed by all %d",
        message.view(),
        message.round(),
        message.takeOverEnd(),
        message.decided(),
        message.executedByAll());
  }

  @Override
  public void onTransferLeadership(int from, TransferLeadership message) {
    text("view %s, decided before %d", message.view(), message.decided());
  }

  @Override
  public void onStandbyReport(int from, StandbyReport message) {
    text("decided %d", message.decided());
  }

  @Override
  public void onStateDigest(int from, StateDigest message) {
    text("digest before %d", message.end());
  }

  @Override
  public void onQuorumRead(int from, QuorumRead message) {
    text("round %d", message.round());
  }

  @Override
  public void onQuorumReadReply(int from, QuorumReadReply message) {
    text(
        "round %d, voted before %d, decided before %d%s",
        message.round(),
        message.end(),
        message.decided(),
        message.leads().equals(View.NONE) ? "" : ", leads view " + message.leads());
  }

  @Override
  public void onHeartbeatAck(int from, HeartbeatAck message) {
    text(
        "view %s round %d, decided before %d, executed before %d",
        message.view(), message.round(), message.decided(), message.executed());
  }

  @Override
  public void onCatchUp(int from, CatchUp message) {
    text("from slot %d", message.first());
  }

  @Override
  public void onDecided(int from, Decided message) {
    String batches =
        message.batches().stream().map(Batches::text).collect(Collectors.joining("; "));
    text("from slot %d: [%s], commit %d", message.first(), batches, message.decided());
  }

  @Override
  public void onJoin(int from, Join message) {
    long number = message.incarnation().number();
    text("incarnation %d%s", number, number == 0 ? ": what is known of me?" : "");
  }

  @Override
  public void onJoinReply(int from, JoinReply message) {
    text(
        "%s, %s, promised view %s%s%s",
        message.status().name().toLowerCase(Locale.ROOT),
        incarnations(message.incarnations()),
        message.promised(),
        message.leads() ? ", leads it, slots end at " + message.end() : "",
        message.origin().isNone() ? "" : ", of " + message.origin());
  }

  @Override
  public void onFetchSnapshot(int from, FetchSnapshot message) {
    String which = message.end() == 0 ? "the newest" : "before slot " + message.end();
    text("%s, at most %d bytes from %d", which, message.bytesMax(), message.offset());
  }

  @Override
  public void onSnapshotPart(int from, SnapshotPart message) {
    text(
        "before slot %d, bytes %d to %d of %d",
        message.end(),
        message.offset(),
        message.offset() + message.bytes().length,
        message.totalBytes());
  }
}
