package io.synod.network.wire;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.netty.buffer.ByteBufUtil;
import io.synod.core.cluster.Incarnation;
import io.synod.core.cluster.Incarnations;
import io.synod.core.cluster.Origin;
import io.synod.core.cluster.ReplicaSet;
import io.synod.core.cluster.View;
import io.synod.core.command.Batch;
import io.synod.core.command.BatchEntry;
import io.synod.core.execution.ReplyStatus;
import io.synod.core.membership.Membership;
import io.synod.core.membership.MembershipRequest;
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
import io.synod.core.message.SnapshotPart;
import io.synod.core.message.StandbyReport;
import io.synod.core.message.StateDigest;
import io.synod.core.message.TransferLeadership;
import io.synod.core.message.Vote;
import io.synod.core.settings.BatchLimits;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Properties;
import java.util.TreeMap;
import java.util.function.Consumer;

/** One value for each frame type, beside its golden bytes. */
final class Specimens {
  static final ByteBufAllocator ALLOCATOR = ByteBufAllocator.DEFAULT;
  static final int REPLICAS = 3;

  private static final Levels LEVELS = new Levels(1, 1, "0.1.0");
  private static final View VIEW = new View(3, 1);
  private static final View EARLIER = new View(2, 0);
  private static final Incarnation ASKER = new Incarnation(5, -2);
  private static final Incarnations INCARNATIONS =
      new Incarnations(
          List.of(new Incarnation(4, 0x0123456789ABCDEFL), Incarnation.UNKNOWN, ASKER));

  private Specimens() {}

  /** One entry of a Requests or Queries frame. */
  record Entry(long session, long sequence, int outstanding, String payload) {}

  /** One reply of a Replies or QueryReplies frame. */
  record Reply(long session, long sequence, ReplyStatus status, String answer) {}

  /** A SnapshotPart whose bytes can be compared. */
  record Part(long end, long totalBytes, long offset, String hexadecimal) {
    SnapshotPart message() {
      return new SnapshotPart(end, totalBytes, offset, ByteBufUtil.decodeHexDump(hexadecimal));
    }
  }

  static TreeMap<String, byte[]> goldenBytes() {
    Properties hexadecimal = new Properties();
    try (InputStream in = Specimens.class.getResourceAsStream("/formats/0.1.0/frames.properties")) {
      hexadecimal.load(in);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    TreeMap<String, byte[]> bytes = new TreeMap<>();
    hexadecimal.forEach(
        (name, hex) -> bytes.put((String) name, ByteBufUtil.decodeHexDump((String) hex)));
    return bytes;
  }

  static Object value(FrameType type) {
    return switch (type) {
      case PEER_HELLO -> new PeerHello("orders", "terms", 3, 2, 0, LEVELS);
      case PEER_WELCOME -> new PeerWelcome(1, LEVELS);
      case DATAGRAM_OFFER -> new DatagramOffer(0x8123456789ABCDEFL);
      case DATAGRAM_PROBE -> new DatagramProbe(true, 3);
      case PING -> new Ping(7, 3);
      case PONG -> new Pong(7);
      case CLIENT_HELLO -> new ClientHello("bestellungen-ä", LEVELS, false);
      case WELCOME ->
          new Welcome(1, new Leadership(new View(7, 2), 2, "10.0.0.3:7202"), 1 << 20, 1024, LEVELS);
      case REFUSED -> new Refused("no");
      case REQUESTS -> List.of(new Entry(77, 5, 2, "set x"), new Entry(77, 6, 3, ""));
      case REPLIES -> replies();
      case BUSY -> new Busy(77, 6);
      case LEADER -> new Leadership(new View(8, 0), Leadership.UNKNOWN, "");
      case QUERIES -> List.of(new Entry(0, 1, 0, "get x"), new Entry(0, 2, 0, ""));
      case QUERY_REPLIES ->
          List.of(
              new Reply(0, 1, ReplyStatus.BUSY, ""), new Reply(0, 2, ReplyStatus.NOT_LEADER, ""));
      case STATUS_REQUEST, MEASURE_LINKS, TAKE_SNAPSHOT -> type;
      case MOVE_LEADER -> new MoveLeader(2);
      case CHANGE_MEMBERS -> new ChangeMembers(change());
      case MEMBERS ->
          new Members(
              5,
              List.of(new Members.Member(1, "10.0.0.2:7201"), new Members.Member(3, "db-3:7203")));
      case TRY_LIMITS -> new TryLimits(new BatchLimits(65_536, 16), 1_500_000_000L);
      case WANT_EVENTS -> new WantEvents(0x1234_5678_9ABC_DEF0L, 43, 7);
      case SUBSCRIBE -> new Subscribe(42, 4 << 20, 1_250_000_000L, "quorums 2 and 2 of 3");
      case CREDIT -> new Credit(65_536);
      case STATUS -> new Status("{\"role\":\"leader\"}");
      case SNAPSHOT_PART -> new Part(44, 65_540, 65_536, "00fe01ff");
      default -> message(type);
    };
  }

  private static MembershipRequest change() {
    return new MembershipRequest(
        5,
        true,
        false,
        ReplicaSet.of(3),
        ReplicaSet.of(2).with(0),
        List.of(new MembershipRequest.Move(1, "10.0.0.2:7101", "10.0.0.2:7201")),
        List.of(new MembershipRequest.Priority(3, 1)),
        2,
        Membership.MAJORITY,
        MembershipRequest.UNCHANGED);
  }

  private static List<Reply> replies() {
    return List.of(
        new Reply(77, 5, ReplyStatus.OK, "ok"),
        new Reply(77, 6, ReplyStatus.SERVICE_ERROR, "no such key"),
        new Reply(78, 9, ReplyStatus.OUT_OF_ORDER, "\0\0\0\0\0\0\0\4"),
        new Reply(79, 1, ReplyStatus.SESSION_EXPIRED, ""));
  }

  private static Message message(FrameType type) {
    return switch (type) {
      case PRE_VOTE -> new PreVote(VIEW, 42);
      case PRE_VOTE_REPLY -> new PreVoteReply(VIEW, true, EARLIER);
      case PREPARE -> new Prepare(VIEW, 42);
      case PROMISE -> new Promise(VIEW, 40, 44, 45, votes(), INCARNATIONS);
      case ACCEPT -> new Accept(VIEW, 44, 43, otherBatch());
      case ACCEPTED -> new Accepted(VIEW, 44, 47, ReplicaSet.of(0).with(2));
      case RELAY ->
          new Relay(
              ReplicaSet.of(2),
              2,
              List.of(new Accept(VIEW, 44, 43, otherBatch()), new Accept(VIEW, 45, 43, batch())));
      case PROMISES ->
          new Promises(
              VIEW,
              List.of(
                  new Promises.Gathered(0, new Promise(VIEW, 40, 44, 45, votes(), INCARNATIONS)),
                  new Promises.Gathered(
                      2, new Promise(VIEW, 40, 40, 40, List.of(), INCARNATIONS))));
      case REJECT -> new Reject(EARLIER, VIEW);
      case HEARTBEAT -> new Heartbeat(VIEW, 44, 40, 42, 9);
      case HEARTBEAT_ACK -> new HeartbeatAck(VIEW, 9, 44, 41, 0);
      case CATCH_UP -> new CatchUp(12);
      case DECIDED -> new Decided(12, 44, List.of(batch(), Batch.NOOP));
      case JOIN -> new Join(0, ASKER);
      case JOIN_REPLY ->
          new JoinReply(
              0, ASKER, MemberStatus.MEMBER, INCARNATIONS, VIEW, true, 45, 44, Origin.NONE);
      case QUORUM_READ -> new QuorumRead(0, 1_000_017);
      case QUORUM_READ_REPLY -> new QuorumReadReply(1_000_017, VIEW, 44, 46);
      case TRANSFER_LEADERSHIP -> new TransferLeadership(VIEW, 17, 44);
      case STANDBY_REPORT -> new StandbyReport(ASKER, 44, "peer-3:7103", "client-3:7203");
      case STATE_DIGEST -> new StateDigest(1_024, 0x1234_5678_9ABC_DEF0L);
      case FETCH_SNAPSHOT -> new FetchSnapshot(44, 65_536, 4_096);
      default -> throw new AssertionError(type);
    };
  }

  private static List<Vote> votes() {
    return List.of(
        new Vote(41, EARLIER, false, batch()), new Vote(43, View.NONE, true, Batch.NOOP));
  }

  private static Batch batch() {
    byte[] bytes = new byte[Batch.HEADER_BYTES + 29];
    entry(bytes, Batch.HEADER_BYTES, new Entry(77, 5, 2, "set x"));
    return Batch.close(bytes, 1_700_000_000_123L, 1);
  }

  private static Batch otherBatch() {
    byte[] bytes = new byte[Batch.HEADER_BYTES + 24 + 26];
    entry(bytes, Batch.HEADER_BYTES, new Entry(77, 6, 3, ""));
    entry(bytes, Batch.HEADER_BYTES + 24, new Entry(-9, 1, 1, "\0\0"));
    bytes[bytes.length - 1] = (byte) 0xFF;
    return Batch.close(bytes, 1_700_000_000_456L, 2);
  }

  private static void entry(byte[] bytes, int at, Entry entry) {
    byte[] payload = entry.payload().getBytes(UTF_8);
    BatchEntry.putHeader(
        bytes, at, payload.length, entry.session(), entry.sequence(), entry.outstanding());
    System.arraycopy(payload, 0, bytes, at + BatchEntry.HEADER_BYTES, payload.length);
  }

  static byte[] encoded(FrameType type, Object value) {
    ByteBuf frame = encode(type, value);
    try {
      return ByteBufUtil.getBytes(frame);
    } finally {
      frame.release();
    }
  }

  private static ByteBuf encode(FrameType type, Object value) {
    return switch (type) {
      case PEER_HELLO -> ((PeerHello) value).encode(ALLOCATOR);
      case PEER_WELCOME -> ((PeerWelcome) value).encode(ALLOCATOR);
      case DATAGRAM_OFFER -> ((DatagramOffer) value).encode(ALLOCATOR);
      case DATAGRAM_PROBE -> ((DatagramProbe) value).encode(ALLOCATOR);
      case PING -> ((Ping) value).encode(ALLOCATOR);
      case PONG -> ((Pong) value).encode(ALLOCATOR);
      case CLIENT_HELLO -> ((ClientHello) value).encode(ALLOCATOR);
      case WELCOME -> ((Welcome) value).encode(ALLOCATOR);
      case REFUSED -> ((Refused) value).encode(ALLOCATOR);
      case BUSY -> ((Busy) value).encode(ALLOCATOR);
      case LEADER -> ((Leadership) value).encode(ALLOCATOR);
      case STATUS_REQUEST, MEASURE_LINKS, TAKE_SNAPSHOT -> Frame.empty(ALLOCATOR, type);
      case TRY_LIMITS -> ((TryLimits) value).encode(ALLOCATOR);
      case MOVE_LEADER -> ((MoveLeader) value).encode(ALLOCATOR);
      case CHANGE_MEMBERS -> ((ChangeMembers) value).encode(ALLOCATOR);
      case MEMBERS -> ((Members) value).encode(ALLOCATOR);
      case WANT_EVENTS -> ((WantEvents) value).encode(ALLOCATOR);
      case STATUS -> ((Status) value).encode(ALLOCATOR);
      case SUBSCRIBE -> ((Subscribe) value).encode(ALLOCATOR);
      case CREDIT -> ((Credit) value).encode(ALLOCATOR);
      case REQUESTS -> entries(EntryFrameWriter.requests(ALLOCATOR, 1 << 16), (List<?>) value);
      case QUERIES -> entries(EntryFrameWriter.queries(ALLOCATOR, 1 << 16), (List<?>) value);
      case REPLIES -> replies(ReplyFrameWriter.replies(ALLOCATOR, 1 << 16), (List<?>) value);
      case QUERY_REPLIES ->
          replies(ReplyFrameWriter.queryReplies(ALLOCATOR, 1 << 16), (List<?>) value);
      case SNAPSHOT_PART -> encode(((Part) value).message());
      default -> encode((Message) value);
    };
  }

  private static ByteBuf encode(Message message) {
    return new MessageCodec().encode(message, ALLOCATOR);
  }

  private static ByteBuf entries(EntryFrameWriter writer, List<?> entries) {
    writer.begin(16);
    for (Object element : entries) {
      Entry entry = (Entry) element;
      writer.add(
          entry.session(), entry.sequence(), entry.outstanding(), entry.payload().getBytes(UTF_8));
    }
    return writer.finish();
  }

  private static ByteBuf replies(ReplyFrameWriter writer, List<?> replies) {
    writer.begin();
    for (Object element : replies) {
      Reply reply = (Reply) element;
      writer.add(reply.session(), reply.sequence(), reply.status(), reply.answer().getBytes(UTF_8));
    }
    return writer.finish();
  }

  static Object decode(FrameType type, ByteBuf body) throws MalformedFrame {
    return switch (type) {
      case PEER_HELLO -> PeerHello.decode(body);
      case PEER_WELCOME -> PeerWelcome.decode(body);
      case DATAGRAM_OFFER -> DatagramOffer.decode(body);
      case DATAGRAM_PROBE -> DatagramProbe.decode(body);
      case PING -> Ping.decode(body);
      case PONG -> Pong.decode(body);
      case CLIENT_HELLO -> ClientHello.decode(body);
      case WELCOME -> Welcome.decode(body);
      case REFUSED -> Refused.decode(body);
      case BUSY -> Busy.decode(body);
      case LEADER -> Leadership.decode(body);
      case STATUS_REQUEST, MEASURE_LINKS, TAKE_SNAPSHOT -> {
        Frame.checkEmpty(body);
        yield type;
      }
      case TRY_LIMITS -> TryLimits.decode(body);
      case MOVE_LEADER -> MoveLeader.decode(body);
      case CHANGE_MEMBERS -> ChangeMembers.decode(body);
      case MEMBERS -> Members.decode(body);
      case WANT_EVENTS -> WantEvents.decode(body);
      case STATUS -> Status.decode(body);
      case SUBSCRIBE -> Subscribe.decode(body);
      case CREDIT -> Credit.decode(body);
      case REQUESTS, QUERIES -> entriesOf(body);
      case REPLIES, QUERY_REPLIES -> repliesOf(body);
      default -> comparable(new MessageCodec().decode(type, body));
    };
  }

  /** What equals another one with the same bytes. */
  static Object comparable(Message message) {
    return message instanceof SnapshotPart part
        ? new Part(part.end(), part.totalBytes(), part.offset(), ByteBufUtil.hexDump(part.bytes()))
        : message;
  }

  private static List<Entry> entriesOf(ByteBuf body) throws MalformedFrame {
    List<Entry> entries = new ArrayList<>();
    EntryReader.read(
        body,
        (session, sequence, outstanding, in, at, bytes) ->
            entries.add(new Entry(session, sequence, outstanding, in.toString(at, bytes, UTF_8))));
    return entries;
  }

  static List<Reply> repliesOf(ByteBuf body) throws MalformedFrame {
    List<Reply> replies = new ArrayList<>();
    ReplyReader.read(
        body,
        (session, sequence, status, in, at, bytes) ->
            replies.add(new Reply(session, sequence, status, in.toString(at, bytes, UTF_8))));
    return replies;
  }

  /** A whole frame with a checksum that holds, whatever its body. */
  static byte[] frame(FrameType type, Consumer<ByteBuf> body) {
    ByteBuf out = Frame.begin(ALLOCATOR, type, 64);
    try {
      body.accept(out);
      return ByteBufUtil.getBytes(Frame.end(out, 0));
    } finally {
      out.release();
    }
  }
}
