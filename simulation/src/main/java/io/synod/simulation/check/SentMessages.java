package io.synod.simulation.check;

import io.synod.core.cluster.ReplicaSet;
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
import io.synod.core.message.MemberStatus;
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

/** Checks that every message that leaves a replica is true and durable. */
final class SentMessages {
  private final Acceptors acceptors;
  private final Proposals proposals;
  private final Decisions decisions;
  private final Executions executions;
  private final Members members;
  private final ChosenMemberships memberships;
  private final Truth truth = new Truth();
  private boolean whenDurable;

  SentMessages(
      Acceptors acceptors,
      Proposals proposals,
      Decisions decisions,
      Executions executions,
      Members members,
      ChosenMemberships memberships) {
    this.memberships = memberships;
    this.acceptors = acceptors;
    this.proposals = proposals;
    this.decisions = decisions;
    this.executions = executions;
    this.members = members;
  }

  void check(int replica, Message message, boolean whenDurable) {
    this.whenDurable = whenDurable;
    message.visit(replica, truth);
  }

  private void checkWaits(int replica, Message message) {
    if (!whenDurable) {
      throw new Violation("replica %d sends %s without waiting for its disk", replica, message);
    }
  }

  /** Members that have promised no view after {@code view}. */
  private ReplicaSet mayVote(View view) {
    ReplicaSet voting = ReplicaSet.EMPTY;
    for (int replica : memberships.members(view).numbers()) {
      boolean may = members.isMember(replica) && !acceptors.promised(replica).isAfter(view);
      voting = may ? voting.with(replica) : voting;
    }
    return voting;
  }

  private final class Truth implements Message.Visitor {

    @Override
    public void onPreVote(int replica, PreVote message) {
      decisions.decidedUpTo(replica, message.decided());
    }

    @Override
    public void onPreVoteReply(int replica, PreVoteReply message) {
      if (message.granted()) {
        members.checkTakesPart(replica, message);
      }
    }

    @Override
    public void onPrepare(int replica, Prepare message) {
      members.checkTakesPart(replica, message);
      if (message.view().leader() == replica) {
        checkWaits(replica, message);
        acceptors.sends(replica, message);
      } else {
        acceptors.relays(replica, message);
      }
    }

    @Override
    public void onPromise(int replica, Promise message) {
      checkWaits(replica, message);
      members.checkTakesPart(replica, message);
      acceptors.sends(replica, message);
    }

    /** A relay may be the only replica that still reports old promises, so they must be true. */
    @Override
    public void onPromises(int replica, Promises message) {
      acceptors.relays(replica, message);
    }

    @Override
    public void onRelay(int replica, Relay message) {
      if (message.members().contains(replica)) {
        throw new Violation("replica %d sends %s, and is a member itself", replica, message);
      }
      for (Relayable relayed : message.messages()) {
        relayed.visit(replica, this);
      }
    }

    @Override
    public void onAccept(int replica, Accept message) {
      if (message.view().leader() != replica) {
        members.checkTakesPart(replica, message);
        proposals.relays(replica, message);
        return;
      }
      decisions.decidedUpTo(replica, message.decided());
      decisions.proposes(replica, message, SentMessages.this::mayVote);
      proposals.sends(replica, message);
    }

    @Override
    public void onAccepted(int replica, Accepted message) {
      if (!whenDurable) {
        acceptors.relays(replica, message);
        return;
      }
      members.checkTakesPart(replica, message);
      acceptors.sends(replica, message, executions.executed(replica));
    }

    @Override
    public void onReject(int replica, Reject message) {
      checkWaits(replica, message);
      if (members.isMember(replica)) {
        acceptors.sends(replica, message);
      }
    }

    @Override
    public void onHeartbeat(int replica, Heartbeat message) {
      checkWaits(replica, message);
      decisions.decidedUpTo(replica, message.decided());
      proposals.sends(replica, message);
    }

    @Override
    public void onHeartbeatAck(int replica, HeartbeatAck message) {
      checkWaits(replica, message);
      members.checkTakesPart(replica, message);
      decisions.decidedUpTo(replica, message.decided());
      acceptors.sends(replica, message);
    }

    @Override
    public void onCatchUp(int replica, CatchUp message) {}

    @Override
    public void onFetchSnapshot(int replica, FetchSnapshot message) {}

    @Override
    public void onSnapshotPart(int replica, SnapshotPart message) {
      decisions.decidedUpTo(replica, message.end());
    }

    @Override
    public void onJoin(int replica, Join message) {
      checkWaits(replica, message);
    }

    @Override
    public void onTransferLeadership(int replica, TransferLeadership message) {
      members.checkTakesPart(replica, message);
      decisions.decidedUpTo(replica, message.decided());
      proposals.sends(replica, message);
    }

    @Override
    public void onStandbyReport(int from, StandbyReport message) {}

    @Override
    public void onStateDigest(int replica, StateDigest message) {
      // A replica that is no member yet executes too.
    }

    @Override
    public void onQuorumRead(int replica, QuorumRead message) {
      members.checkTakesPart(replica, message);
    }

    @Override
    public void onQuorumReadReply(int replica, QuorumReadReply message) {
      members.checkTakesPart(replica, message);
      decisions.decidedUpTo(replica, message.decided());
    }

    @Override
    public void onJoinReply(int replica, JoinReply message) {
      checkWaits(replica, message);
      decisions.decidedUpTo(replica, message.decided());
      if (message.status() == MemberStatus.MEMBER) {
        members.checkTakesPart(replica, message);
        acceptors.sends(replica, message);
      }
    }

    @Override
    public void onDecided(int replica, Decided message) {
      decisions.decidedUpTo(replica, message.decided());
      long slot = message.first();
      for (Batch batch : message.batches()) {
        decisions.decided(replica, slot++, batch);
      }
    }
  }
}
