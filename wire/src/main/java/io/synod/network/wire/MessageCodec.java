package io.synod.network.wire;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.synod.core.cluster.Incarnation;
import io.synod.core.cluster.Incarnations;
import io.synod.core.cluster.Origin;
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
import io.synod.core.message.Vote;
import io.synod.core.settings.BatchLimits;
import java.util.ArrayList;
import java.util.List;

/** Core's messages as frames of the peer port. Confined to one thread. */
public final class MessageCodec {
  private static final int VOTE_BYTES_MIN =
      Long.BYTES + BodyWriter.VIEW_BYTES + 1 + Integer.BYTES + Batch.HEADER_BYTES;
  private static final int DECISION_BYTES_MIN = Integer.BYTES + Batch.HEADER_BYTES;

  private static final int RELAYED_BYTES_MIN = 1 + Long.BYTES;
  private static final int PROMISE_BYTES_MIN =
      Integer.BYTES + BodyWriter.VIEW_BYTES + 3 * Long.BYTES;

  private final MessageEncoder encoder = new MessageEncoder();

  /** The message as one frame in a direct buffer of its exact size, which the caller owns. */
  public ByteBuf encode(Message message, ByteBufAllocator allocator) {
    return encoder.encode(message, allocator);
  }

  /**
   * @param body consumed; nothing of it is referred to afterwards
   * @throws MalformedFrame if this is no message or one that its type does not allow
   */
  public Message decode(FrameType type, ByteBuf body) throws MalformedFrame {
    BodyReader in = new BodyReader(body);
    Message message = message(type, in);
    in.end();
    return message;
  }

  /**
   * Decodes what {@link #encode} has made, checked as on a connection.
   *
   * @param frame one whole frame from reader to writer index, and nothing behind it
   * @throws MalformedFrame if it is not, or if its checksum or its body does not hold
   */
  public Message decode(ByteBuf frame) throws MalformedFrame {
    ByteBuf body = frame.slice();
    return decode(Frame.checkedWhole(body), body);
  }

  private static Message message(FrameType type, BodyReader in) throws MalformedFrame {
    return switch (type) {
      case PRE_VOTE -> new PreVote(in.view("view"), in.natural("decided"));
      case PRE_VOTE_REPLY ->
          new PreVoteReply(in.view("view"), in.flag("granted"), in.view("promised view"));
      case PREPARE -> prepare(in);
      case PROMISE -> promise(in);
      case ACCEPT -> accept(in);
      case ACCEPTED -> accepted(in);
      case RELAY -> relay(in);
      case PROMISES -> promises(in);
      case REJECT -> reject(in);
      case HEARTBEAT -> heartbeat(in);
      case QUORUM_READ -> quorumRead(in);
      case QUORUM_READ_REPLY -> quorumReadReply(in);
      case TRANSFER_LEADERSHIP ->
          new TransferLeadership(in.view("view"), in.natural("round"), in.natural("decided"));
      case STATE_DIGEST -> new StateDigest(in.natural("end"), in.int64("digest"));
      case HEARTBEAT_ACK -> heartbeatAck(in);
      case CATCH_UP -> new CatchUp(in.natural("first slot"));
      case DECIDED -> decided(in);
      case JOIN -> join(in);
      case STANDBY_REPORT -> standbyReport(in);
      case JOIN_REPLY -> joinReply(in);
      case FETCH_SNAPSHOT ->
          new FetchSnapshot(
              in.natural("end"), in.natural("offset"), in.positive("most bytes of a part"));
      case SNAPSHOT_PART -> snapshotPart(in);
      default -> throw MalformedFrame.unexpected(type, "among the messages of replicas");
    };
  }

  private static Prepare prepare(BodyReader in) throws MalformedFrame {
    View view = in.view("view");
    long first = in.natural("first slot");
    return new Prepare(view, first, in.lastTransferred(view));
  }

  private static Accept accept(BodyReader in) throws MalformedFrame {
    View view = in.view("view");
    long slot = in.natural("slot");
    long decided = in.natural("decided");
    return new Accept(view, slot, decided, in.lastBatch("batch"));
  }

  private static Accepted accepted(BodyReader in) throws MalformedFrame {
    View view = in.view("view");
    long first = in.natural("first slot");
    int slots = in.positive("count of slots");
    if (first + slots < 0) {
      throw MalformedFrame.body("%d slots from %d on", slots, first);
    }
    return new Accepted(view, first, first + slots, in.replicas("voters"));
  }

  private static Relay relay(BodyReader in) throws MalformedFrame {
    View view = in.view("view");
    ReplicaSet members = in.replicas("members");
    if (members.isEmpty() || members.contains(view.leader())) {
      throw MalformedFrame.body("members %s of a group that relays for %s", members, view);
    }
    int answers = in.positive("answers");
    int count = in.count("count of relayed messages", RELAYED_BYTES_MIN);
    if (count == 0) {
      throw MalformedFrame.body("nothing is relayed to %s", members);
    }
    List<Relayable> messages = new ArrayList<>(count);
    for (int index = 0; index < count; index++) {
      messages.add(relayed(view, in));
    }
    return new Relay(members, answers, messages);
  }

  private static Relayable relayed(View view, BodyReader in) throws MalformedFrame {
    int type = in.code("type of a relayed message");
    if (type == FrameType.PREPARE.code()) {
      return new Prepare(view, in.natural("first slot"));
    }
    if (type != FrameType.ACCEPT.code()) {
      throw MalformedFrame.body("relayed message of type 0x%02X", type);
    }
    long slot = in.natural("slot");
    long decided = in.natural("decided");
    return new Accept(view, slot, decided, in.batch("batch"));
  }

  private static Promises promises(BodyReader in) throws MalformedFrame {
    View view = in.view("view");
    int count = in.count("count of promises", PROMISE_BYTES_MIN);
    if (count == 0) {
      throw MalformedFrame.body("no promises of %s", view);
    }
    List<Promises.Gathered> gathered = new ArrayList<>(count);
    for (int index = 0; index < count; index++) {
      int replica = in.replica("replica");
      Promise promise = promise(in);
      if (!promise.view().equals(view)) {
        throw MalformedFrame.body("promise of %s among those of %s", promise.view(), view);
      }
      gathered.add(new Promises.Gathered(replica, promise));
    }
    return new Promises(view, gathered);
  }

  private static Reject reject(BodyReader in) throws MalformedFrame {
    View view = in.view("view");
    View promised = in.view("promised view");
    if (!promised.isAfter(view)) {
      throw MalformedFrame.body("%s is rejected for %s, which is not later", view, promised);
    }
    return new Reject(view, promised);
  }

  private static Heartbeat heartbeat(BodyReader in) throws MalformedFrame {
    View view = in.view("view");
    long decided = in.natural("decided");
    long executedByAll = in.natural("executed by all");
    long takeOverEnd = in.natural("take-over end");
    long round = in.natural("round");
    BatchLimits limits =
        in.remaining() == 0
            ? null
            : new BatchLimits(in.positive("bytes of a batch"), in.positive("window"));
    return new Heartbeat(view, decided, executedByAll, takeOverEnd, round, limits);
  }

  private static HeartbeatAck heartbeatAck(BodyReader in) throws MalformedFrame {
    View view = in.view("view");
    long round = in.natural("round");
    long decided = in.natural("decided");
    long executed = in.natural("executed");
    int flags = in.code("flags");
    return new HeartbeatAck(view, round, decided, executed, flags);
  }

  private static QuorumReadReply quorumReadReply(BodyReader in) throws MalformedFrame {
    long round = in.natural("round");
    View leads = in.view("view");
    long decided = in.natural("decided");
    return new QuorumReadReply(round, leads, decided, in.natural("end"));
  }

  private static Promise promise(BodyReader in) throws MalformedFrame {
    View view = in.view("view");
    long first = in.natural("first slot");
    long end = in.natural("end");
    long logEnd = in.natural("log end");
    Incarnations incarnations = in.incarnations();
    int count = in.count("count of votes", VOTE_BYTES_MIN);
    List<Vote> votes = new ArrayList<>(count);
    long from = first;
    for (int index = 0; index < count; index++) {
      Vote vote = vote(in);
      if (vote.slot() < from || vote.slot() >= end) {
        throw MalformedFrame.body("vote for slot %d is not in [%d, %d)", vote.slot(), from, end);
      }
      from = vote.slot() + 1;
      votes.add(vote);
    }
    return new Promise(view, first, end, logEnd, votes, incarnations);
  }

  private static Vote vote(BodyReader in) throws MalformedFrame {
    long slot = in.natural("slot");
    View view = in.view("view");
    boolean decided = in.flag("decided");
    return new Vote(slot, view, decided, in.batch("batch"));
  }

  private static Decided decided(BodyReader in) throws MalformedFrame {
    long first = in.natural("first slot");
    long decided = in.natural("decided");
    int count = in.count("count of batches", DECISION_BYTES_MIN);
    List<Batch> batches = new ArrayList<>(count);
    for (int index = 0; index < count; index++) {
      batches.add(in.batch("batch"));
    }
    return new Decided(first, decided, batches);
  }

  private static QuorumRead quorumRead(BodyReader in) throws MalformedFrame {
    long round = in.natural("round");
    return new QuorumRead(in.lastMembership(), round);
  }

  private static Join join(BodyReader in) throws MalformedFrame {
    Incarnation incarnation = in.incarnation();
    return new Join(in.lastMembership(), incarnation);
  }

  private static StandbyReport standbyReport(BodyReader in) throws MalformedFrame {
    Incarnation incarnation = in.incarnation();
    long decided = in.natural("decided");
    String peer = in.address("peer address");
    return new StandbyReport(incarnation, decided, peer, in.address("client address"));
  }

  private static JoinReply joinReply(BodyReader in) throws MalformedFrame {
    Incarnation to = in.incarnation();
    MemberStatus status = in.status();
    Incarnations incarnations = in.incarnations();
    View promised = in.view("promised view");
    boolean leads = in.flag("leads");
    long end = in.natural("end");
    long decided = in.natural("decided");
    Origin origin = in.origin();
    return new JoinReply(
        in.lastMembership(), to, status, incarnations, promised, leads, end, decided, origin);
  }

  private static SnapshotPart snapshotPart(BodyReader in) throws MalformedFrame {
    long end = in.natural("end");
    long totalBytes = in.natural("total bytes");
    long offset = in.natural("offset");
    if (offset > totalBytes - in.remaining()) {
      throw MalformedFrame.body(
          "%d bytes from offset %d on exceed the total of %d", in.remaining(), offset, totalBytes);
    }
    return new SnapshotPart(end, totalBytes, offset, in.lastBytes());
  }
}
