package io.synod.strangers;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.synod.core.command.BatchEntry;
import io.synod.core.execution.ReplyStatus;
import io.synod.core.membership.MembershipRequest;
import io.synod.core.message.Message;
import io.synod.core.settings.BatchLimits;
import io.synod.network.wire.Busy;
import io.synod.network.wire.ChangeMembers;
import io.synod.network.wire.ClientHello;
import io.synod.network.wire.Credit;
import io.synod.network.wire.DatagramOffer;
import io.synod.network.wire.EntryFrameWriter;
import io.synod.network.wire.Frame;
import io.synod.network.wire.FrameType;
import io.synod.network.wire.Leadership;
import io.synod.network.wire.MessageCodec;
import io.synod.network.wire.MoveLeader;
import io.synod.network.wire.PeerHello;
import io.synod.network.wire.Ping;
import io.synod.network.wire.Pong;
import io.synod.network.wire.Refused;
import io.synod.network.wire.ReplyFrameWriter;
import io.synod.network.wire.Subscribe;
import io.synod.network.wire.TryLimits;
import io.synod.network.wire.WantEvents;
import io.synod.network.wire.Welcome;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.zip.CRC32C;

/** Frames as bytes: through the encoders where they can make them, by hand where they refuse to. */
public final class Frames {
  private static final ByteBufAllocator ALLOCATOR = ByteBufAllocator.DEFAULT;
  private static final int CRC_AT = 8;
  private static final int MAX = Integer.MAX_VALUE;

  private Frames() {}

  public static byte[] clientHello(String cluster) {
    return bytes(new ClientHello(cluster).encode(ALLOCATOR));
  }

  public static byte[] peerHello(
      String cluster, String terms, int replicas, int sender, int receiver) {
    return peerHello(new PeerHello(cluster, terms, replicas, sender, receiver));
  }

  public static byte[] peerHello(PeerHello hello) {
    return bytes(hello.encode(ALLOCATOR));
  }

  public static byte[] datagramOffer(long token) {
    return bytes(new DatagramOffer(token).encode(ALLOCATOR));
  }

  public static byte[] ping(long number) {
    return bytes(new Ping(number, 0).encode(ALLOCATOR));
  }

  public static byte[] pong(long number) {
    return bytes(new Pong(number).encode(ALLOCATOR));
  }

  public static byte[] statusRequest() {
    return bytes(Frame.empty(ALLOCATOR, FrameType.STATUS_REQUEST));
  }

  public static byte[] measureLinks() {
    return bytes(Frame.empty(ALLOCATOR, FrameType.MEASURE_LINKS));
  }

  public static byte[] takeSnapshot() {
    return bytes(Frame.empty(ALLOCATOR, FrameType.TAKE_SNAPSHOT));
  }

  public static byte[] moveLeader(int to) {
    return bytes(new MoveLeader(to).encode(ALLOCATOR));
  }

  public static byte[] changeMembers(MembershipRequest request) {
    return bytes(new ChangeMembers(request).encode(ALLOCATOR));
  }

  public static byte[] tryLimits(int maxBytes, int window, long nanos) {
    return bytes(new TryLimits(new BatchLimits(maxBytes, window), nanos).encode(ALLOCATOR));
  }

  public static byte[] subscribe(long first, long creditBytes, long keepAliveNanos) {
    return subscribe(new Subscribe(first, creditBytes, keepAliveNanos, ""));
  }

  public static byte[] subscribe(Subscribe subscribe) {
    return bytes(subscribe.encode(ALLOCATOR));
  }

  public static byte[] credit(long bytes) {
    return bytes(new Credit(bytes).encode(ALLOCATOR));
  }

  /** From a replica to a client, as everything down to the replies. */
  public static byte[] welcome(Welcome welcome) {
    return bytes(welcome.encode(ALLOCATOR));
  }

  public static byte[] leader(Leadership leadership) {
    return bytes(leadership.encode(ALLOCATOR));
  }

  public static byte[] refused(String reason) {
    return bytes(new Refused(reason).encode(ALLOCATOR));
  }

  public static byte[] busy(long session, long first) {
    return bytes(new Busy(session, first).encode(ALLOCATOR));
  }

  public static byte[] reply(long session, long sequence, ReplyStatus status, byte[] answer) {
    return reply(ReplyFrameWriter.replies(ALLOCATOR, MAX), session, sequence, status, answer);
  }

  public static byte[] queryReply(long number, ReplyStatus status, byte[] answer) {
    return reply(ReplyFrameWriter.queryReplies(ALLOCATOR, MAX), 0, number, status, answer);
  }

  private static byte[] reply(
      ReplyFrameWriter writer, long session, long sequence, ReplyStatus status, byte[] answer) {
    writer.begin();
    writer.add(session, sequence, status, answer);
    return bytes(writer.finish());
  }

  public static byte[] message(Message message) {
    return bytes(new MessageCodec().encode(message, ALLOCATOR));
  }

  /**
   * Requests of one session.
   *
   * @param first sequence of the first payload
   * @param outstanding as the first entry has it; each further one has one more
   */
  public static byte[] requests(long session, long first, int outstanding, byte[]... payloads) {
    return entries(true, session, first, outstanding, payloads);
  }

  public static byte[] open(long session) {
    return requests(session, BatchEntry.OPEN, 0, new byte[0]);
  }

  public static byte[] close(long session) {
    return requests(session, BatchEntry.CLOSE, 0, new byte[0]);
  }

  public static byte[] keepAlive(long session, long acknowledged) {
    byte[] sequence =
        ByteBuffer.allocate(BatchEntry.KEEP_ALIVE_BYTES).putLong(acknowledged).array();
    return requests(session, BatchEntry.KEEP_ALIVE, 0, sequence);
  }

  public static byte[] wantEvents(long session, long event, long sequence) {
    return bytes(new WantEvents(session, event, sequence).encode(ALLOCATOR));
  }

  /**
   * Queries of one consistency, by its code.
   *
   * @param first number of the first payload
   */
  public static byte[] queries(long consistency, long first, byte[]... payloads) {
    return entries(false, consistency, first, 0, payloads);
  }

  private static byte[] entries(
      boolean requests, long session, long first, int outstanding, byte[]... payloads) {
    EntryFrameWriter writer =
        requests
            ? EntryFrameWriter.requests(ALLOCATOR, MAX)
            : EntryFrameWriter.queries(ALLOCATOR, MAX);
    writer.begin(Arrays.stream(payloads).mapToInt(payload -> payload.length + 24).sum());
    for (int index = 0; index < payloads.length; index++) {
      int marked = requests ? outstanding + index : 0;
      writer.add(session, first + index, marked, payloads[index]);
    }
    return bytes(writer.finish());
  }

  /** A frame of any type and any body, with a checksum that holds. */
  public static byte[] raw(int type, byte[] body) {
    ByteBuffer frame = ByteBuffer.allocate(Frame.HEADER_BYTES + body.length);
    frame.putShort((short) Frame.MAGIC).put((byte) Frame.VERSION).put((byte) type);
    frame.putInt(body.length).putInt(0).put(body);
    return checked(frame.array());
  }

  /** The frame, whose bytes were changed, with the checksum of what they are now. */
  public static byte[] checked(byte[] frame) {
    CRC32C crc = new CRC32C();
    crc.update(frame, 0, CRC_AT);
    crc.update(frame, Frame.HEADER_BYTES, frame.length - Frame.HEADER_BYTES);
    ByteBuffer.wrap(frame).putInt(CRC_AT, (int) crc.getValue());
    return frame;
  }

  /** The frame without its last byte: its receiver waits for that. */
  public static byte[] unfinished(byte[] frame) {
    return Arrays.copyOf(frame, frame.length - 1);
  }

  public static byte[] repeated(byte[] frame, int times) {
    ByteBuffer all = ByteBuffer.allocate(frame.length * times);
    for (int time = 0; time < times; time++) {
      all.put(frame);
    }
    return all.array();
  }

  public static byte[] joined(byte[]... frames) {
    ByteBuffer all = ByteBuffer.allocate(Arrays.stream(frames).mapToInt(one -> one.length).sum());
    for (byte[] frame : frames) {
      all.put(frame);
    }
    return all.array();
  }

  private static byte[] bytes(ByteBuf frame) {
    byte[] bytes = new byte[frame.readableBytes()];
    frame.readBytes(bytes);
    frame.release();
    return bytes;
  }
}
