package io.synod.network.wire;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.synod.core.cluster.Origin;
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
import io.synod.core.settings.BatchLimits;
import java.nio.charset.StandardCharsets;

/** Writes each message as one frame; a message that has no method here does not compile. */
final class MessageEncoder implements Message.Visitor {
  private static final int VIEW = BodyWriter.VIEW_BYTES;
  private static final int INCARNATION = BodyWriter.INCARNATION_BYTES;
  private static final int ACCEPT = VIEW + 2 * 8;
  private static final int NOBODY = -1;

  private ByteBufAllocator allocator;
  private ByteBuf out;

  ByteBuf encode(Message message, ByteBufAllocator frames) {
    allocator = frames;
    message.visit(NOBODY, this);
    ByteBuf frame = Frame.end(out, 0);
    out = null;
    return frame;
  }

  @Override
  public void onPreVote(int from, PreVote message) {
    begin(FrameType.PRE_VOTE, VIEW + 8);
    BodyWriter.view(out, message.view()).writeLong(message.decided());
  }

  @Override
  public void onPreVoteReply(int from, PreVoteReply message) {
    begin(FrameType.PRE_VOTE_REPLY, VIEW + 1 + VIEW);
    BodyWriter.view(out, message.view()).writeBoolean(message.granted());
    BodyWriter.view(out, message.promised());
  }

  @Override
  public void onPrepare(int from, Prepare message) {
    byte[] extension = BodyWriter.transferred(message.transferred());
    begin(FrameType.PREPARE, VIEW + 8 + extension.length);
    BodyWriter.view(out, message.view()).writeLong(message.first()).writeBytes(extension);
  }

  @Override
  public void onPromise(int from, Promise message) {
    begin(FrameType.PROMISE, promiseBytes(message));
    promise(message);
  }

  @Override
  public void onPromises(int from, Promises message) {
    int bytes = VIEW + 4;
    for (Promises.Gathered gathered : message.gathered()) {
      bytes += 4 + promiseBytes(gathered.promise());
    }
    begin(FrameType.PROMISES, bytes);
    BodyWriter.view(out, message.view()).writeInt(message.gathered().size());
    for (Promises.Gathered gathered : message.gathered()) {
      out.writeInt(gathered.replica());
      promise(gathered.promise());
    }
  }

  private static int promiseBytes(Promise message) {
    int incarnationsBytes = BodyWriter.incarnationsBytes(message.incarnations());
    return VIEW + 3 * 8 + incarnationsBytes + 4 + votesBytes(message);
  }

  private void promise(Promise message) {
    BodyWriter.view(out, message.view());
    out.writeLong(message.first()).writeLong(message.end()).writeLong(message.logEnd());
    BodyWriter.incarnations(out, message.incarnations()).writeInt(message.votes().size());
    for (Vote vote : message.votes()) {
      out.writeLong(vote.slot());
      BodyWriter.view(out, vote.view()).writeBoolean(vote.decided());
      batch(vote.batch());
    }
  }

  @Override
  public void onAccept(int from, Accept message) {
    begin(FrameType.ACCEPT, ACCEPT + message.batch().length());
    BodyWriter.view(out, message.view());
    out.writeLong(message.slot()).writeLong(message.decided());
    out.writeBytes(message.batch().bytes());
  }

  /** What its messages say of the view is said once. */
  @Override
  public void onRelay(int from, Relay message) {
    begin(FrameType.RELAY, VIEW + 4 + 4 + 4 + relayedBytes(message));
    BodyWriter.view(out, message.view()).writeInt(message.members().bits());
    out.writeInt(message.answers()).writeInt(message.messages().size());
    for (Relayable relayed : message.messages()) {
      if (relayed instanceof Accept accept) {
        out.writeByte(FrameType.ACCEPT.code()).writeLong(accept.slot());
        out.writeLong(accept.decided());
        batch(accept.batch());
      } else {
        out.writeByte(FrameType.PREPARE.code()).writeLong(((Prepare) relayed).first());
      }
    }
  }

  private static int relayedBytes(Relay message) {
    int bytes = 0;
    for (Relayable relayed : message.messages()) {
      bytes += relayed instanceof Accept accept ? 1 + 2 * 8 + 4 + accept.batch().length() : 1 + 8;
    }
    return bytes;
  }

  @Override
  public void onAccepted(int from, Accepted message) {
    begin(FrameType.ACCEPTED, VIEW + 8 + 4 + 4);
    BodyWriter.view(out, message.view());
    out.writeLong(message.first()).writeInt((int) (message.end() - message.first()));
    out.writeInt(message.voters().bits());
  }

  @Override
  public void onReject(int from, Reject message) {
    begin(FrameType.REJECT, 2 * VIEW);
    BodyWriter.view(out, message.view());
    BodyWriter.view(out, message.promised());
  }

  @Override
  public void onHeartbeat(int from, Heartbeat message) {
    BatchLimits limits = message.limits();
    begin(FrameType.HEARTBEAT, VIEW + 4 * 8 + (limits == null ? 0 : 2 * 4));
    BodyWriter.view(out, message.view());
    out.writeLong(message.decided()).writeLong(message.executedByAll());
    out.writeLong(message.takeOverEnd()).writeLong(message.round());
    if (limits != null) {
      out.writeInt(limits.maxBytes()).writeInt(limits.window());
    }
  }

  @Override
  public void onHeartbeatAck(int from, HeartbeatAck message) {
    begin(FrameType.HEARTBEAT_ACK, VIEW + 3 * 8 + 1);
    BodyWriter.view(out, message.view());
    out.writeLong(message.round()).writeLong(message.decided()).writeLong(message.executed());
    out.writeByte(message.flags());
  }

  @Override
  public void onCatchUp(int from, CatchUp message) {
    begin(FrameType.CATCH_UP, 8);
    out.writeLong(message.first());
  }

  @Override
  public void onDecided(int from, Decided message) {
    begin(FrameType.DECIDED, 2 * 8 + 4 + batchesBytes(message));
    out.writeLong(message.first()).writeLong(message.decided());
    out.writeInt(message.batches().size());
    for (Batch batch : message.batches()) {
      batch(batch);
    }
  }

  @Override
  public void onJoin(int from, Join message) {
    begin(FrameType.JOIN, INCARNATION + membershipBytes(message.membership()));
    BodyWriter.incarnation(out, message.incarnation());
    membership(message.membership());
  }

  @Override
  public void onJoinReply(int from, JoinReply message) {
    int incarnationsBytes = BodyWriter.incarnationsBytes(message.incarnations());
    Origin origin = message.origin();
    int originBytes = origin.isNone() ? 0 : BodyWriter.ORIGIN_BYTES;
    begin(
        FrameType.JOIN_REPLY,
        INCARNATION
            + 1
            + incarnationsBytes
            + VIEW
            + 1
            + 2 * 8
            + originBytes
            + membershipBytes(message.membership()));
    BodyWriter.status(BodyWriter.incarnation(out, message.to()), message.status());
    BodyWriter.incarnations(out, message.incarnations());
    BodyWriter.view(out, message.promised()).writeBoolean(message.leads());
    out.writeLong(message.end()).writeLong(message.decided());
    if (!origin.isNone()) {
      BodyWriter.origin(out, origin);
    }
    membership(message.membership());
  }

  @Override
  public void onQuorumRead(int from, QuorumRead message) {
    begin(FrameType.QUORUM_READ, 8 + membershipBytes(message.membership()));
    out.writeLong(message.round());
    membership(message.membership());
  }

  @Override
  public void onQuorumReadReply(int from, QuorumReadReply message) {
    begin(FrameType.QUORUM_READ_REPLY, VIEW + 3 * 8);
    out.writeLong(message.round());
    BodyWriter.view(out, message.leads());
    out.writeLong(message.decided()).writeLong(message.end());
  }

  @Override
  public void onStandbyReport(int from, StandbyReport message) {
    int peerBytes = message.peerAddress().length();
    int clientBytes = message.clientAddress().length();
    begin(FrameType.STANDBY_REPORT, INCARNATION + 8 + 2 * 2 + peerBytes + clientBytes);
    BodyWriter.incarnation(out, message.incarnation()).writeLong(message.decided());
    address(message.peerAddress());
    address(message.clientAddress());
  }

  private void address(String address) {
    out.writeShort(address.length()).writeCharSequence(address, StandardCharsets.US_ASCII);
  }

  /** Behind all other fields, and missing in the first membership. */
  private void membership(long number) {
    if (number > 0) {
      out.writeLong(number);
    }
  }

  private static int membershipBytes(long number) {
    return number > 0 ? Long.BYTES : 0;
  }

  @Override
  public void onStateDigest(int from, StateDigest message) {
    begin(FrameType.STATE_DIGEST, 2 * 8);
    out.writeLong(message.end()).writeLong(message.digest());
  }

  @Override
  public void onTransferLeadership(int from, TransferLeadership message) {
    begin(FrameType.TRANSFER_LEADERSHIP, VIEW + 2 * 8);
    BodyWriter.view(out, message.view());
    out.writeLong(message.round()).writeLong(message.decided());
  }

  @Override
  public void onFetchSnapshot(int from, FetchSnapshot message) {
    begin(FrameType.FETCH_SNAPSHOT, 2 * 8 + 4);
    out.writeLong(message.end()).writeLong(message.offset()).writeInt(message.bytesMax());
  }

  @Override
  public void onSnapshotPart(int from, SnapshotPart message) {
    begin(FrameType.SNAPSHOT_PART, 3 * 8 + message.bytes().length);
    out.writeLong(message.end()).writeLong(message.totalBytes()).writeLong(message.offset());
    out.writeBytes(message.bytes());
  }

  private void begin(FrameType type, int bodyBytes) {
    out = Frame.begin(allocator, type, bodyBytes);
  }

  private void batch(Batch batch) {
    out.writeInt(batch.length()).writeBytes(batch.bytes());
  }

  private static int votesBytes(Promise message) {
    int bytes = 0;
    for (Vote vote : message.votes()) {
      bytes += 8 + VIEW + 1 + 4 + vote.batch().length();
    }
    return bytes;
  }

  private static int batchesBytes(Decided message) {
    int bytes = 0;
    for (Batch batch : message.batches()) {
      bytes += 4 + batch.length();
    }
    return bytes;
  }
}
