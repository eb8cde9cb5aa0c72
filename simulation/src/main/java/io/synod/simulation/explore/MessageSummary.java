package io.synod.simulation.explore;

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

/**
 * The parts of a message that decide whether it can still matter.
 *
 * @param view encoded by {@link #view}; 0 if the message has none
 * @param membership of the latest view that the message names; -1 if it names none
 * @param slot of an Accepted; of a Decided, the end of its batches
 * @param decided the sender's decided end; 0 if the message does not contain it
 */
record MessageSummary(
    Kind kind, int from, int to, long view, long membership, long slot, long decided) {
  private static final int LEADER_BITS = 8;

  enum Kind {
    CANVASS,
    GRANT,
    REFUSAL,
    PREPARE,
    PROMISE,
    ACCEPT,
    ACCEPTED,
    REJECT,
    HEARTBEAT,
    HEARTBEAT_ACK,
    DECIDED,
    OTHER
  }

  /** Encodes a view so that the order is kept. */
  static long view(View view) {
    return view.round() << LEADER_BITS | view.leader();
  }

  /** The number of an encoded view within its membership. */
  static long round(long view) {
    return (view >>> LEADER_BITS) - View.first(membership(view)).round();
  }

  /** The membership of an encoded view. */
  static long membership(long view) {
    return View.membership(view >>> LEADER_BITS);
  }

  /** Whether a replica of a later membership answers it with that. */
  boolean asks() {
    return switch (kind) {
      case CANVASS, PREPARE, ACCEPT, HEARTBEAT -> true;
      default -> false;
    };
  }

  static MessageSummary of(Envelope envelope) {
    Reader reader = new Reader(envelope.to());
    envelope.message().visit(envelope.from(), reader);
    return reader.summary;
  }

  private static final class Reader implements Message.Visitor {
    private final int to;
    private MessageSummary summary;

    Reader(int to) {
      this.to = to;
    }

    private void set(Kind kind, int from, View view, long slot, long decided) {
      set(kind, from, view, view.membership(), slot, decided);
    }

    /** An answer that names what its sender has promised. */
    private void setAnswer(Kind kind, int from, View view, View promised) {
      set(kind, from, view, Math.max(view.membership(), promised.membership()), 0, 0);
    }

    private void set(Kind kind, int from, View view, long membership, long slot, long decided) {
      long encoded = MessageSummary.view(view);
      summary = new MessageSummary(kind, from, to, encoded, membership, slot, decided);
    }

    private void setOther(int from) {
      set(Kind.OTHER, from, View.NONE, -1, 0, 0);
    }

    @Override
    public void onPreVote(int from, PreVote message) {
      set(Kind.CANVASS, from, message.view(), 0, message.decided());
    }

    @Override
    public void onPreVoteReply(int from, PreVoteReply message) {
      Kind kind = message.granted() ? Kind.GRANT : Kind.REFUSAL;
      setAnswer(kind, from, message.view(), message.promised());
    }

    @Override
    public void onPrepare(int from, Prepare message) {
      set(Kind.PREPARE, from, message.view(), 0, 0);
    }

    @Override
    public void onPromise(int from, Promise message) {
      set(Kind.PROMISE, from, message.view(), 0, 0);
    }

    @Override
    public void onAccept(int from, Accept message) {
      set(Kind.ACCEPT, from, message.view(), message.slot(), message.decided());
    }

    @Override
    public void onAccepted(int from, Accepted message) {
      set(Kind.ACCEPTED, from, message.view(), message.first(), 0);
    }

    @Override
    public void onPromises(int from, Promises message) {
      setOther(from);
    }

    @Override
    public void onRelay(int from, Relay message) {
      setOther(from);
    }

    @Override
    public void onReject(int from, Reject message) {
      setAnswer(Kind.REJECT, from, message.view(), message.promised());
    }

    @Override
    public void onHeartbeat(int from, Heartbeat message) {
      set(Kind.HEARTBEAT, from, message.view(), 0, message.decided());
    }

    @Override
    public void onHeartbeatAck(int from, HeartbeatAck message) {
      set(Kind.HEARTBEAT_ACK, from, message.view(), 0, message.decided());
    }

    @Override
    public void onDecided(int from, Decided message) {
      long end = message.first() + message.batches().size();
      set(Kind.DECIDED, from, View.NONE, -1, end, message.decided());
    }

    @Override
    public void onCatchUp(int from, CatchUp message) {
      setOther(from);
    }

    @Override
    public void onFetchSnapshot(int from, FetchSnapshot message) {
      setOther(from);
    }

    @Override
    public void onSnapshotPart(int from, SnapshotPart message) {
      setOther(from);
    }

    @Override
    public void onJoin(int from, Join message) {
      setOther(from);
    }

    @Override
    public void onTransferLeadership(int from, TransferLeadership message) {
      setOther(from);
    }

    @Override
    public void onStandbyReport(int from, StandbyReport message) {
      setOther(from);
    }

    @Override
    public void onStateDigest(int from, StateDigest message) {
      setOther(from);
    }

    @Override
    public void onQuorumRead(int from, QuorumRead message) {
      setOther(from);
    }

    @Override
    public void onQuorumReadReply(int from, QuorumReadReply message) {
      setOther(from);
    }

    @Override
    public void onJoinReply(int from, JoinReply message) {
      setOther(from);
    }
  }
}
