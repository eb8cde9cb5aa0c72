package io.synod.network.wire;

import io.synod.core.cluster.Incarnation;
import io.synod.core.cluster.Incarnations;
import io.synod.core.cluster.Origin;
import io.synod.core.cluster.ReplicaSet;
import io.synod.core.cluster.View;
import io.synod.core.command.Batch;
import io.synod.core.command.BatchEntry;
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
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;

/** Messages of random contents, for a cluster of {@link Specimens#REPLICAS}. */
final class RandomMessages {
  static final List<FrameType> TYPES =
      Arrays.stream(FrameType.values()).filter(FrameType::isMessage).toList();

  private final Random random;

  RandomMessages(Random random) {
    this.random = random;
  }

  Message of(FrameType type) {
    return switch (type) {
      case PRE_VOTE -> new PreVote(view(), slot());
      case PRE_VOTE_REPLY -> new PreVoteReply(view(), random.nextBoolean(), view());
      case PREPARE -> prepare();
      case PROMISE -> promise();
      case ACCEPT -> new Accept(view(), slot(), slot(), batch());
      case ACCEPTED -> accepted();
      case REJECT -> reject();
      case HEARTBEAT -> new Heartbeat(view(), slot(), slot(), slot(), slot());
      case HEARTBEAT_ACK -> new HeartbeatAck(view(), slot(), slot(), slot(), random.nextInt(256));
      case CATCH_UP -> new CatchUp(slot());
      case DECIDED -> new Decided(slot(), slot(), batches());
      case JOIN -> new Join(membership(), incarnation());
      case JOIN_REPLY -> joinReply();
      case FETCH_SNAPSHOT ->
          new FetchSnapshot(slot(), slot(), 1 + random.nextInt(Integer.MAX_VALUE));
      case RELAY -> relay();
      case PROMISES -> promises();
      case QUORUM_READ -> new QuorumRead(membership(), slot());
      case QUORUM_READ_REPLY -> new QuorumReadReply(slot(), view(), slot(), slot());
      case STATE_DIGEST -> new StateDigest(slot(), random.nextLong());
      case TRANSFER_LEADERSHIP -> new TransferLeadership(view(), slot(), slot());
      case STANDBY_REPORT ->
          new StandbyReport(incarnation(), slot(), "peer-1:" + slot(), "client:7200");
      case SNAPSHOT_PART -> snapshotPart();
      default -> throw new AssertionError(type);
    };
  }

  private Prepare prepare() {
    View view = view();
    View before = new View(Math.max(0, view.round() - 1), view.leader());
    boolean isTransferred = random.nextBoolean() && view.isAfter(before);
    return new Prepare(view, slot(), isTransferred ? before : View.NONE);
  }

  private Accepted accepted() {
    long first = random.nextInt(1000);
    ReplicaSet voters = new ReplicaSet(random.nextInt(8));
    return new Accepted(view(), first, first + 1 + random.nextInt(20), voters);
  }

  private Relay relay() {
    View view = view();
    ReplicaSet members = ReplicaSet.of((view.leader() + 1 + random.nextInt(2)) % 3);
    List<Relayable> messages = new ArrayList<>();
    for (int count = 1 + random.nextInt(4); count > 0; count--) {
      messages.add(
          random.nextInt(4) == 0
              ? new Prepare(view, slot())
              : new Accept(view, slot(), slot(), batch()));
    }
    return new Relay(members, 1 + random.nextInt(3), messages);
  }

  private Promises promises() {
    View view = view();
    List<Promises.Gathered> gathered = new ArrayList<>();
    for (int count = 1 + random.nextInt(3); count > 0; count--) {
      Promise any = promise();
      gathered.add(
          new Promises.Gathered(
              random.nextInt(3),
              new Promise(
                  view, any.first(), any.end(), any.logEnd(), any.votes(), any.incarnations())));
    }
    return new Promises(view, gathered);
  }

  private Reject reject() {
    View one = view();
    View other = view();
    return one.isAfter(other) ? new Reject(other, one) : new Reject(one, other);
  }

  private Promise promise() {
    long first = random.nextInt(1000);
    List<Vote> votes = new ArrayList<>();
    long slot = first;
    for (int count = random.nextInt(5); count > 0; count--) {
      slot += random.nextInt(3);
      votes.add(new Vote(slot++, view(), random.nextBoolean(), batch()));
    }
    return new Promise(view(), first, slot, slot + random.nextInt(3), votes, incarnations());
  }

  private long membership() {
    return random.nextInt(2) * (1 + random.nextInt(1000));
  }

  private JoinReply joinReply() {
    MemberStatus status = MemberStatus.values()[random.nextInt(MemberStatus.values().length)];
    return new JoinReply(
        membership(),
        incarnation(),
        status,
        incarnations(),
        view(),
        random.nextBoolean(),
        slot(),
        slot(),
        random.nextBoolean() ? Origin.NONE : new Origin(1 + (slot() >>> 1), "0f".repeat(32)));
  }

  private SnapshotPart snapshotPart() {
    byte[] bytes = new byte[random.nextInt(50)];
    random.nextBytes(bytes);
    long offset = slot() >>> 1;
    return new SnapshotPart(slot(), offset + bytes.length + random.nextInt(3), offset, bytes);
  }

  private Incarnations incarnations() {
    return new Incarnations(List.of(incarnation(), incarnation(), incarnation()));
  }

  private Incarnation incarnation() {
    return new Incarnation(slot() & Incarnation.NUMBER_MAX - 1, random.nextLong());
  }

  private List<Batch> batches() {
    List<Batch> batches = new ArrayList<>();
    for (int count = random.nextInt(5); count > 0; count--) {
      batches.add(batch());
    }
    return batches;
  }

  private Batch batch() {
    int count = random.nextInt(4);
    int payload = random.nextInt(20);
    byte[] bytes = new byte[Batch.HEADER_BYTES + count * (BatchEntry.HEADER_BYTES + payload)];
    random.nextBytes(bytes);
    for (int index = 0; index < count; index++) {
      int at = Batch.HEADER_BYTES + index * (BatchEntry.HEADER_BYTES + payload);
      BatchEntry.putHeader(bytes, at, payload, random.nextLong(), random.nextLong(), index);
    }
    return Batch.close(bytes, random.nextLong(), count);
  }

  private View view() {
    return new View(slot() & View.ROUND_MAX - 1, random.nextInt(Specimens.REPLICAS));
  }

  private long slot() {
    return random.nextLong() & Long.MAX_VALUE;
  }
}
