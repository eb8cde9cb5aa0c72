package io.synod.simulation.scheduler;

import io.synod.core.cluster.Incarnation;
import io.synod.core.cluster.Incarnations;
import io.synod.core.cluster.View;
import io.synod.core.command.Batch;
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
import io.synod.core.message.Relayable;
import io.synod.core.message.SnapshotPart;
import io.synod.core.message.StandbyReport;
import io.synod.core.message.StateDigest;
import io.synod.core.message.TransferLeadership;
import io.synod.core.message.Vote;
import java.util.Arrays;

/** Adds every field of a message to the trace; a record's own hash code is not specified. */
final class MessageHash implements Message.Visitor {
  private final Trace trace;

  MessageHash(Trace trace) {
    this.trace = trace;
  }

  private void begin(int type, int from) {
    trace.add(type * 32L + from);
  }

  @Override
  public void onPreVote(int from, PreVote message) {
    begin(1, from);
    trace.add(message.view());
    trace.add(message.decided());
  }

  @Override
  public void onPreVoteReply(int from, PreVoteReply message) {
    begin(2, from);
    trace.add(message.view());
    trace.add(message.granted() ? 1 : 0);
    trace.add(message.promised());
  }

  @Override
  public void onPrepare(int from, Prepare message) {
    begin(3, from);
    trace.add(message.view());
    trace.add(message.first());
    if (!message.transferred().equals(View.NONE)) {
      trace.add(message.transferred());
    }
  }

  @Override
  public void onPromise(int from, Promise message) {
    begin(4, from);
    trace.add(message.view());
    trace.add(message.first());
    trace.add(message.end());
    trace.add(message.logEnd());
    add(message.incarnations());
    for (Vote vote : message.votes()) {
      trace.add(vote.slot());
      trace.add(vote.view());
      trace.add(vote.decided() ? 1 : 0);
      trace.add(vote.batch());
    }
  }

  @Override
  public void onAccept(int from, Accept message) {
    begin(5, from);
    trace.add(message.view());
    trace.add(message.slot());
    trace.add(message.decided());
    trace.add(message.batch());
  }

  @Override
  public void onAccepted(int from, Accepted message) {
    begin(6, from);
    trace.add(message.view());
    trace.add(message.first());
    trace.add(message.end());
    trace.add(message.voters().bits());
  }

  @Override
  public void onRelay(int from, Relay message) {
    begin(16, from);
    trace.add(message.members().bits());
    trace.add(message.answers());
    for (Relayable relayed : message.messages()) {
      relayed.visit(from, this);
    }
  }

  @Override
  public void onPromises(int from, Promises message) {
    begin(17, from);
    trace.add(message.view());
    for (Promises.Gathered gathered : message.gathered()) {
      onPromise(gathered.replica(), gathered.promise());
    }
  }

  @Override
  public void onReject(int from, Reject message) {
    begin(7, from);
    trace.add(message.view());
    trace.add(message.promised());
  }

  @Override
  public void onHeartbeat(int from, Heartbeat message) {
    begin(8, from);
    trace.add(message.view());
    trace.add(message.decided());
    trace.add(message.executedByAll());
    trace.add(message.takeOverEnd());
    trace.add(message.round());
  }

  @Override
  public void onTransferLeadership(int from, TransferLeadership message) {
    begin(23, from);
    trace.add(message.view());
    trace.add(message.round());
    trace.add(message.decided());
  }

  @Override
  public void onStandbyReport(int from, StandbyReport message) {
    begin(24, from);
    trace.add(message.incarnation().number());
    trace.add(message.incarnation().nonce());
    trace.add(message.decided());
  }

  @Override
  public void onStateDigest(int from, StateDigest message) {
    begin(22, from);
    trace.add(message.end());
    trace.add(message.digest());
  }

  @Override
  public void onQuorumRead(int from, QuorumRead message) {
    begin(20, from);
    trace.add(message.round());
  }

  @Override
  public void onQuorumReadReply(int from, QuorumReadReply message) {
    begin(21, from);
    trace.add(message.round());
    trace.add(message.leads());
    trace.add(message.decided());
    trace.add(message.end());
  }

  @Override
  public void onHeartbeatAck(int from, HeartbeatAck message) {
    begin(9, from);
    trace.add(message.view());
    trace.add(message.round());
    trace.add(message.decided());
    trace.add(message.executed());
    trace.add(message.snapshotEnd());
  }

  @Override
  public void onCatchUp(int from, CatchUp message) {
    begin(10, from);
    trace.add(message.first());
  }

  @Override
  public void onFetchSnapshot(int from, FetchSnapshot message) {
    begin(12, from);
    trace.add(message.end());
    trace.add(message.offset());
    trace.add(message.bytesMax());
  }

  @Override
  public void onSnapshotPart(int from, SnapshotPart message) {
    begin(13, from);
    trace.add(message.end());
    trace.add(message.totalBytes());
    trace.add(message.offset());
    trace.add(Arrays.hashCode(message.bytes()));
  }

  @Override
  public void onJoin(int from, Join message) {
    begin(14, from);
    add(message.incarnation());
  }

  @Override
  public void onJoinReply(int from, JoinReply message) {
    begin(15, from);
    add(message.to());
    trace.add(message.status().ordinal());
    add(message.incarnations());
    trace.add(message.promised());
    trace.add(message.leads() ? 1 : 0);
    trace.add(message.end());
    trace.add(message.decided());
    if (!message.origin().isNone()) {
      trace.add(message.origin().end());
      trace.add(message.origin().digest().hashCode());
    }
  }

  private void add(Incarnations roster) {
    roster.byReplica().forEach(this::add);
  }

  private void add(Incarnation incarnation) {
    trace.add(incarnation.number());
    trace.add(incarnation.nonce());
  }

  @Override
  public void onDecided(int from, Decided message) {
    begin(11, from);
    trace.add(message.first());
    trace.add(message.decided());
    for (Batch batch : message.batches()) {
      trace.add(batch);
    }
  }
}
