package io.synod.network.wire;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.netty.buffer.Unpooled;
import io.netty.buffer.UnpooledByteBufAllocator;
import io.synod.core.cluster.Incarnations;
import io.synod.core.cluster.ReplicaSet;
import io.synod.core.cluster.View;
import io.synod.core.command.Batch;
import io.synod.core.message.Heartbeat;
import io.synod.core.message.HeartbeatAck;
import io.synod.core.message.Message;
import io.synod.core.message.Prepare;
import io.synod.core.message.Promise;
import io.synod.core.message.Vote;
import io.synod.core.settings.BatchLimits;
import java.util.List;
import java.util.Random;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

class MessageCodecTest {
  // Tens of thousands of buffers; where leaks are looked for, they are not so many.
  private static final ByteBufAllocator UNTRACKED = new UnpooledByteBufAllocator(false, true);

  private final Random random = new Random(20260717);
  private final RandomMessages messages = new RandomMessages(random);
  private final MessageCodec codec = new MessageCodec();

  @Test
  void every_message_comes_back_equal() throws MalformedFrame {
    for (int index = 0; index < 15_000; index++) {
      Message message = messages.of(type(index));
      ByteBuf frame = codec.encode(message, UNTRACKED);
      FrameType type = FrameType.ofCode(frame.getUnsignedByte(3));
      assertThat(Specimens.comparable(codec.decode(type, body(frame))))
          .isEqualTo(Specimens.comparable(message));
      frame.release();
    }
  }

  @Test
  void a_mutated_body_is_a_message_or_malformed_and_nothing_else() {
    int malformed = 0;
    for (int index = 0; index < 50_000; index++) {
      ByteBuf frame = codec.encode(messages.of(type(index)), UNTRACKED);
      mutate(frame);
      malformed += isMalformed(type(index), frame) ? 1 : 0;
      frame.release();
    }
    assertThat(malformed).isBetween(20_000, 49_000);
  }

  @Test
  void a_random_body_is_a_message_or_malformed_and_nothing_else() {
    for (int index = 0; index < 50_000; index++) {
      byte[] bytes = new byte[Frame.HEADER_BYTES + random.nextInt(120)];
      random.nextBytes(bytes);
      isMalformed(type(index), Unpooled.wrappedBuffer(bytes));
    }
  }

  private static FrameType type(int index) {
    return RandomMessages.TYPES.get(index % RandomMessages.TYPES.size());
  }

  @Test
  void a_heartbeat_may_carry_what_its_leader_has_chosen() throws Exception {
    Heartbeat fixed = (Heartbeat) Specimens.value(FrameType.HEARTBEAT);
    Heartbeat automatic = fixed.with(new BatchLimits(1 << 16, 24));
    byte[] frame = Specimens.encoded(FrameType.HEARTBEAT, automatic);
    assertThat(frame).hasSize(Specimens.encoded(FrameType.HEARTBEAT, fixed).length + 8);
    assertThat(DecodedFrames.of(frame).values).containsExactly(automatic);
    assertMalformed(
        FrameType.HEARTBEAT,
        out -> out.writeLong(1).writeInt(0).writeZero(4 * 8).writeInt(100).writeInt(0),
        "window 0 is not positive");
  }

  @Test
  void a_prepare_may_carry_the_view_that_was_transferred() throws Exception {
    Prepare asked = new Prepare(new View(3, 2), 42, new View(2, 1));
    byte[] frame = Specimens.encoded(FrameType.PREPARE, asked);
    assertThat(frame).hasSize(Frame.HEADER_BYTES + 12 + 8 + 2 + 6 + 12);
    assertThat(DecodedFrames.of(frame).values).containsExactly(asked);
    byte[] usual = Specimens.encoded(FrameType.PREPARE, new Prepare(new View(3, 2), 42));
    assertThat(usual).hasSize(Frame.HEADER_BYTES + 12 + 8);
  }

  @Test
  void fields_of_later_versions_in_a_prepare_are_skipped() throws Exception {
    ByteBuf body = Unpooled.buffer().writeLong(3).writeInt(2).writeLong(42);
    body.writeShort(1).writeShort(9).writeInt(1).writeByte(7);
    assertThat(codec.decode(FrameType.PREPARE, body)).isEqualTo(new Prepare(new View(3, 2), 42));
  }

  @Test
  void a_transferred_view_that_is_not_earlier_is_malformed() {
    assertMalformed(
        FrameType.PREPARE,
        out -> transferred(out.writeLong(3).writeInt(2).writeLong(42)).writeLong(3).writeInt(2),
        "3.2 follows the transferred view 3.2");
    assertMalformed(
        FrameType.PREPARE,
        out -> transferred(out.writeLong(3).writeInt(2).writeLong(42)).writeLong(0).writeInt(32),
        "transferred view 32 is not a replica's number");
  }

  private static ByteBuf transferred(ByteBuf out) {
    return out.writeShort(1).writeShort(1).writeInt(12);
  }

  @Test
  void a_number_that_no_replica_has_is_malformed() {
    assertMalformed(
        FrameType.PRE_VOTE,
        out -> out.writeLong(1).writeInt(32).writeLong(0),
        "view 32 is not a replica's number");
    assertMalformed(
        FrameType.PRE_VOTE,
        out -> out.writeLong(1).writeInt(-1).writeLong(0),
        "view -1 is not a replica's number");
    assertMalformed(
        FrameType.PROMISES,
        out -> out.writeLong(1).writeInt(0).writeInt(1).writeInt(32).writeZero(100),
        "replica 32 is not a replica's number");
  }

  @Test
  void a_round_that_no_cluster_reaches_is_malformed() {
    assertMalformed(
        FrameType.PREPARE, out -> out.writeLong(-1).writeInt(1).writeLong(0), "negative view -1");
    assertMalformed(
        FrameType.PREPARE,
        out -> out.writeLong((1L << 62) + 1).writeInt(1).writeLong(0),
        "round 4611686018427387905 of view is beyond 4611686018427387904");
    assertMalformed(
        FrameType.REJECT,
        out -> out.writeLong(1).writeInt(1).writeLong(Long.MAX_VALUE).writeInt(1),
        "round 9223372036854775807 of promised view is beyond 4611686018427387904");
  }

  @Test
  void a_relay_without_members_or_messages_or_with_others_is_malformed() {
    assertMalformed(
        FrameType.RELAY,
        out -> out.writeLong(1).writeInt(0).writeInt(0b11),
        "members {0,1} of a group that relays for 1.0");
    assertMalformed(
        FrameType.RELAY,
        out -> out.writeLong(1).writeInt(0).writeInt(0b10).writeInt(0),
        "answers 0 is not positive");
    assertMalformed(
        FrameType.RELAY,
        out -> out.writeLong(1).writeInt(0).writeInt(0b10).writeInt(1).writeInt(0),
        "nothing is relayed to {1}");
    assertMalformed(
        FrameType.RELAY,
        out ->
            out.writeLong(1)
                .writeInt(0)
                .writeInt(0b10)
                .writeInt(1)
                .writeInt(1)
                .writeByte(0x29)
                .writeLong(0),
        "relayed message of type 0x29");
    assertMalformed(
        FrameType.PROMISES, out -> out.writeLong(1).writeInt(0).writeInt(0), "no promises of 1.0");
    assertMalformed(
        FrameType.ACCEPTED,
        out -> out.writeLong(1).writeInt(0).writeLong(Long.MAX_VALUE).writeInt(1).writeInt(1),
        "1 slots from 9223372036854775807 on");
  }

  @Test
  void a_negative_count_is_malformed() {
    assertMalformed(
        FrameType.DECIDED,
        out -> out.writeLong(0).writeLong(0).writeInt(-1),
        "count of batches -1 does not fit the 0 bytes left");
  }

  @Test
  void a_count_that_the_body_cannot_hold_is_malformed_before_it_is_allocated() {
    assertMalformed(
        FrameType.DECIDED,
        out -> out.writeLong(0).writeLong(0).writeInt(Integer.MAX_VALUE).writeZero(100),
        "count of batches 2147483647 does not fit the 100 bytes left");
  }

  @Test
  void trailing_bytes_are_malformed() {
    assertMalformed(FrameType.CATCH_UP, out -> out.writeLong(1).writeByte(0), "1 bytes too many");
  }

  @Test
  void a_body_that_ends_early_is_malformed() {
    assertMalformed(
        FrameType.CATCH_UP,
        out -> out.writeInt(1),
        "body ends inside first slot: 4 bytes left of 8");
  }

  @Test
  void a_batch_whose_entries_do_not_fill_it_is_malformed() {
    assertMalformed(
        FrameType.ACCEPT,
        out -> out.writeLong(1).writeInt(0).writeLong(5).writeLong(5).writeLong(0).writeInt(1),
        "batch: a batch ends inside the header of an entry");
  }

  @Test
  void votes_out_of_order_are_malformed() {
    Message message =
        new Promise(
            View.NONE,
            0,
            9,
            9,
            List.of(
                new Vote(4, View.NONE, true, Batch.NOOP), new Vote(4, View.NONE, true, Batch.NOOP)),
            Incarnations.unknown(ReplicaSet.all(Specimens.REPLICAS)));
    ByteBuf frame = codec.encode(message, UNTRACKED);
    assertThat(isMalformed(FrameType.PROMISE, frame)).isTrue();
    frame.release();
  }

  @Test
  void a_roster_of_more_replicas_than_there_are_numbers_is_malformed() {
    for (int count : new int[] {Integer.MIN_VALUE, -1, 33, Integer.MAX_VALUE}) {
      assertMalformed(
          FrameType.PROMISE,
          out ->
              out.writeLong(1).writeInt(0).writeZero(3 * 8).writeInt(count).writeZero(4 * 16 + 4),
          "%d incarnations of 32 numbers".formatted(count));
      assertMalformed(
          FrameType.JOIN_REPLY,
          out -> out.writeZero(16).writeByte(2).writeInt(count).writeZero(4 * 16 + 12 + 1 + 16),
          "%d incarnations of 32 numbers".formatted(count));
    }
  }

  @Test
  void a_roster_that_ends_early_is_malformed() {
    assertMalformed(
        FrameType.JOIN_REPLY,
        out -> out.writeZero(16).writeByte(2).writeInt(3).writeZero(2 * 16 + 8),
        "body ends inside nonce: 0 bytes left of 8");
  }

  @Test
  void a_negative_incarnation_is_malformed_wherever_it_stands() {
    assertMalformed(
        FrameType.JOIN, out -> out.writeLong(-1).writeLong(7), "negative incarnation number -1");
    assertMalformed(
        FrameType.JOIN_REPLY,
        out -> out.writeLong(Long.MIN_VALUE).writeZero(100),
        "negative incarnation number " + Long.MIN_VALUE);
    assertMalformed(
        FrameType.PROMISE,
        out -> out.writeZero(12 + 3 * 8).writeInt(3).writeZero(2 * 16).writeLong(-5).writeZero(12),
        "negative incarnation number -5");
  }

  @Test
  void an_incarnation_that_no_replica_reaches_is_malformed() {
    assertMalformed(
        FrameType.JOIN,
        out -> out.writeLong(Long.MAX_VALUE).writeLong(7),
        "incarnation number 9223372036854775807 is beyond 4611686018427387904");
  }

  @Test
  void a_standing_that_is_not_known_is_malformed() {
    assertMalformed(
        FrameType.JOIN_REPLY,
        out -> out.writeZero(16).writeByte(3).writeZero(100),
        "member status is 3, not 0, 1 or 2");
    assertMalformed(
        FrameType.JOIN_REPLY,
        out -> out.writeZero(16).writeByte(-1).writeZero(100),
        "member status is 255, not 0, 1 or 2");
  }

  @Test
  void a_part_that_reaches_beyond_its_snapshot_is_malformed() {
    assertMalformed(
        FrameType.SNAPSHOT_PART,
        out -> out.writeLong(9).writeLong(100).writeLong(98).writeZero(3),
        "3 bytes from offset 98 on exceed the total of 100");
    assertMalformed(
        FrameType.SNAPSHOT_PART,
        out -> out.writeLong(9).writeLong(100).writeLong(Long.MAX_VALUE).writeZero(3),
        "3 bytes from offset 9223372036854775807 on exceed the total of 100");
    assertMalformed(
        FrameType.SNAPSHOT_PART,
        out -> out.writeLong(0).writeLong(0).writeLong(0).writeZero(1),
        "1 bytes from offset 0 on exceed the total of 0");
    assertMalformed(
        FrameType.SNAPSHOT_PART,
        out -> out.writeLong(9).writeLong(100).writeLong(-1),
        "negative offset -1");
    assertThat(
            refusal(
                FrameType.SNAPSHOT_PART,
                out -> out.writeLong(9).writeLong(100).writeLong(97).writeZero(3)))
        .isNull();
  }

  @Test
  void a_part_of_no_bytes_cannot_be_asked_for() {
    assertMalformed(
        FrameType.FETCH_SNAPSHOT,
        out -> out.writeLong(9).writeLong(0).writeInt(0),
        "most bytes of a part 0 is not positive");
    assertMalformed(
        FrameType.FETCH_SNAPSHOT,
        out -> out.writeLong(9).writeLong(-1).writeInt(1),
        "negative offset -1");
  }

  @Test
  void a_rejection_without_a_later_view_is_malformed() {
    assertMalformed(
        FrameType.REJECT,
        out -> out.writeLong(7).writeInt(1).writeLong(7).writeInt(1),
        "7.1 is rejected for 7.1, which is not later");
  }

  @Test
  void flags_of_later_versions_do_no_harm() throws MalformedFrame {
    ByteBuf body = Unpooled.buffer().writeLong(3).writeInt(1).writeLong(9).writeLong(44);
    body.writeLong(41).writeByte(0xFF);

    assertThat(codec.decode(FrameType.HEARTBEAT_ACK, body))
        .isEqualTo(new HeartbeatAck(new View(3, 1), 9, 44, 41, 0xFF));
  }

  @Test
  void a_client_frame_is_no_message() {
    assertMalformed(
        FrameType.BUSY,
        out -> out.writeZero(16),
        "frame BUSY does not belong among the messages of replicas");
  }

  private void assertMalformed(FrameType type, Consumer<ByteBuf> body, String reason) {
    assertThat(refusal(type, body)).hasMessage(reason);
  }

  private MalformedFrame refusal(FrameType type, Consumer<ByteBuf> body) {
    ByteBuf frame = Unpooled.wrappedBuffer(Specimens.frame(type, body));
    try {
      codec.decode(type, body(frame));
      return null;
    } catch (MalformedFrame e) {
      return e;
    }
  }

  private boolean isMalformed(FrameType type, ByteBuf frame) {
    try {
      codec.decode(type, body(frame));
      return false;
    } catch (MalformedFrame e) {
      return true;
    }
  }

  private void mutate(ByteBuf frame) {
    int bodyBytes = frame.readableBytes() - Frame.HEADER_BYTES;
    for (int left = 1 + random.nextInt(3); left > 0; left--) {
      frame.setByte(Frame.HEADER_BYTES + random.nextInt(bodyBytes), random.nextInt());
    }
    if (random.nextInt(4) == 0) {
      frame.writerIndex(Frame.HEADER_BYTES + random.nextInt(bodyBytes));
    }
  }

  private static ByteBuf body(ByteBuf frame) {
    return frame.slice(Frame.HEADER_BYTES, frame.readableBytes() - Frame.HEADER_BYTES);
  }
}
