package io.synod.chaos.hostile.attack;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.synod.core.command.BatchEntry;
import io.synod.core.command.SkipEntry;
import io.synod.core.format.Terms;
import io.synod.core.message.FetchSnapshot;
import io.synod.core.settings.Consistency;
import io.synod.network.wire.ChangeMembers;
import io.synod.network.wire.ClientHello;
import io.synod.network.wire.Credit;
import io.synod.network.wire.EntryReader;
import io.synod.network.wire.Frame;
import io.synod.network.wire.FrameType;
import io.synod.network.wire.MalformedFrame;
import io.synod.network.wire.MessageCodec;
import io.synod.network.wire.MoveLeader;
import io.synod.network.wire.PeerHello;
import io.synod.network.wire.Subscribe;
import io.synod.network.wire.TryLimits;
import io.synod.network.wire.WantEvents;
import io.synod.replica.config.SharedSettings;
import io.synod.replica.config.SynodConfig;
import io.synod.strangers.Frames;
import io.synod.strangers.PeerHellos;
import io.synod.strangers.RandomClientFrames;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** What attackers send, read by the decoder of the replicas. */
final class FramesTest {
  private static final int FRAME_BYTES_MAX = 6 << 20;
  private static final int FRAMES = 2000;
  private static final String TERMS =
      SharedSettings.of(
          SynodConfig.builder().clusterName("c").replica(0, "127.0.0.1", 7000, 7001).build());
  private static final MessageCodec MESSAGES = new MessageCodec();

  private final Random basis = new Random(1);
  private final RandomClientFrames random =
      new RandomClientFrames(basis, () -> KvPayloads.random(basis));

  @Test
  void a_frame_by_hand_has_the_checksum_that_the_decoder_expects() {
    DecodedFrames decoded = DecodedFrames.of(Frames.raw(0x19, new byte[5]), FRAME_BYTES_MAX);
    assertThat(decoded.types()).containsExactly(FrameType.STATUS_REQUEST);
    assertThat(decoded.malformed).isNull();
  }

  @Test
  void an_unfinished_frame_is_waited_for_and_its_last_byte_completes_it() {
    byte[] huge = Endless.huge(FRAME_BYTES_MAX);
    DecodedFrames decoded = DecodedFrames.of(huge, FRAME_BYTES_MAX);
    assertThat(decoded.frames).isEmpty();
    assertThat(decoded.malformed).isNull();
    byte[] last = Frames.joined(huge, new byte[1]);
    assertThat(DecodedFrames.of(last, FRAME_BYTES_MAX).types()).containsExactly(FrameType.REQUESTS);
    byte[] hello = Endless.unfinishedHello(FrameType.PEER_HELLO);
    assertThat(DecodedFrames.of(hello, 1 << 13).malformed).isNull();
  }

  @Test
  void every_well_formed_random_frame_is_decoded_as_what_it_is() throws Exception {
    for (int frame = 0; frame < FRAMES; frame++) {
      DecodedFrames decoded = DecodedFrames.of(random.wellFormed(), FRAME_BYTES_MAX);
      assertThat(decoded.malformed).isNull();
      assertThat(decoded.frames).hasSize(1);
      decodeBody(decoded.frames.get(0));
    }
  }

  @Test
  void every_type_of_a_client_that_costs_little_is_among_the_random_frames() {
    Set<FrameType> types = EnumSet.noneOf(FrameType.class);
    for (int frame = 0; frame < 5 * FRAMES; frame++) {
      types.add(Frame.type(Unpooled.wrappedBuffer(random.wellFormed())));
    }
    assertThat(types)
        .contains(
            FrameType.REQUESTS,
            FrameType.QUERIES,
            FrameType.SUBSCRIBE,
            FrameType.CREDIT,
            FrameType.FETCH_SNAPSHOT,
            FrameType.QUORUM_READ);
  }

  @Test
  void requests_in_order_open_a_session_and_close_it() throws Exception {
    DecodedFrames decoded = DecodedFrames.of(random.inOrder(), FRAME_BYTES_MAX);
    assertThat(decoded.frames).hasSize(RandomClientFrames.FRAMES_IN_ORDER);
    for (DecodedFrames.Decoded frame : decoded.frames) {
      decodeBody(frame);
    }
  }

  @Test
  void forged_frames_are_decoded_but_the_last() {
    Burst forged = Strangers.forged(2);
    DecodedFrames decoded = DecodedFrames.of(forged.bytes(), FRAME_BYTES_MAX);
    assertThat(decoded.frames).hasSize(forged.frames());
    for (DecodedFrames.Decoded frame : decoded.frames.subList(0, forged.frames() - 1)) {
      assertThatCode(() -> MESSAGES.decode(frame.type(), Unpooled.wrappedBuffer(frame.body())))
          .doesNotThrowAnyException();
    }
    DecodedFrames.Decoded last = decoded.frames.get(forged.frames() - 1);
    assertThatThrownBy(() -> MESSAGES.decode(last.type(), Unpooled.wrappedBuffer(last.body())))
        .isInstanceOf(MalformedFrame.class);
  }

  @Test
  void every_ill_formed_random_frame_is_refused() {
    for (int frame = 0; frame < FRAMES; frame++) {
      DecodedFrames decoded = DecodedFrames.of(random.illFormed(), FRAME_BYTES_MAX);
      if (decoded.malformed == null) {
        assertThat(decoded.frames).hasSize(1);
        DecodedFrames.Decoded one = decoded.frames.get(0);
        assertThatThrownBy(() -> decodeBody(one))
            .as("%s", one.type())
            .isInstanceOf(MalformedFrame.class);
      }
    }
  }

  @Test
  void no_frame_before_a_hello_is_a_hello() {
    for (int frame = 0; frame < FRAMES; frame++) {
      assertThat(DecodedFrames.of(random.beforeHello(), FRAME_BYTES_MAX).types())
          .doesNotContain(FrameType.PEER_HELLO);
    }
  }

  @Test
  void no_strangers_hello_has_the_terms_of_the_cluster() {
    for (byte[] hello : PeerHellos.refused("cluster", 3)) {
      DecodedFrames decoded = DecodedFrames.of(hello, 1 << 13);
      assertThat(decoded.types()).containsExactly(FrameType.PEER_HELLO);
      try {
        PeerHello read = PeerHello.decode(Unpooled.wrappedBuffer(decoded.frames.get(0).body()));
        assertThat(Terms.difference(TERMS, read.terms())).isNotNull();
      } catch (MalformedFrame controlCharacters) {
        assertThat(controlCharacters).hasMessageContaining("control character");
      }
    }
  }

  @Test
  void unacknowledged_requests_follow_each_other_and_acknowledge_nothing() throws Exception {
    Unread.Session session = new Unread.Session(7);
    List<Long> sequences = new ArrayList<>();
    for (int burst = 0; burst < 3; burst++) {
      DecodedFrames.Decoded frame =
          DecodedFrames.of(session.get().bytes(), FRAME_BYTES_MAX).frames.get(0);
      EntryReader.read(
          Unpooled.wrappedBuffer(frame.body()),
          (of, sequence, outstanding, body, at, bytes) -> {
            assertThat(of).isEqualTo(7);
            assertThat(outstanding).isEqualTo((int) Math.max(0, sequence - 1));
            sequences.add(sequence);
          });
    }
    assertThat(sequences).containsExactly(0L, 1L, 2L, 3L, 4L, 5L, 6L, 7L, 8L);
  }

  @Test
  void poison_is_a_session_with_one_request_that_fits_a_frame() throws Exception {
    int bytesMax = FRAME_BYTES_MAX - (4 << 10);
    List<byte[]> all = new ArrayList<>(PoisonRequests.writes(bytesMax));
    all.addAll(PoisonRequests.reads(bytesMax));
    for (byte[] payload : all) {
      assertThat(payload.length).isLessThanOrEqualTo(bytesMax);
      DecodedFrames decoded =
          DecodedFrames.of(PoisonRequests.executed(9, 0, payload).bytes(), FRAME_BYTES_MAX);
      assertThat(decoded.malformed).isNull();
      assertThat(decoded.types())
          .containsExactly(FrameType.REQUESTS, FrameType.REQUESTS, FrameType.REQUESTS);
      checkRequests(Unpooled.wrappedBuffer(decoded.frames.get(1).body()));
    }
  }

  private static void decodeBody(DecodedFrames.Decoded frame) throws MalformedFrame {
    ByteBuf body = Unpooled.wrappedBuffer(frame.body());
    switch (frame.type()) {
      case REQUESTS -> checkRequests(body);
      case QUERIES -> checkQueries(body);
      case STATUS_REQUEST, MEASURE_LINKS, TAKE_SNAPSHOT -> Frame.checkEmpty(body);
      case TRY_LIMITS -> TryLimits.decode(body);
      case MOVE_LEADER -> MoveLeader.decode(body);
      case CHANGE_MEMBERS -> ChangeMembers.decode(body);
      case WANT_EVENTS -> WantEvents.decode(body);
      case SUBSCRIBE -> Subscribe.decode(body);
      case CREDIT -> Credit.decode(body);
      case QUORUM_READ -> MESSAGES.decode(frame.type(), body);
      case FETCH_SNAPSHOT -> {
        FetchSnapshot fetch = (FetchSnapshot) MESSAGES.decode(frame.type(), body);
        assertThat(fetch.bytesMax()).isPositive();
      }
      // A second hello is refused as such, whatever it says.
      case CLIENT_HELLO -> {
        ClientHello.decode(body);
        throw MalformedFrame.unexpected(frame.type(), "twice");
      }
      default -> throw MalformedFrame.unexpected(frame.type(), "on the clients' port");
    }
  }

  /** The rules of the ingress, as docs/protocol.md has them. */
  private static void checkRequests(ByteBuf body) throws MalformedFrame {
    long session = EntryReader.session(body, 0);
    long first = EntryReader.sequence(body, 0);
    long[] next = {first};
    EntryReader.read(
        body,
        (of, sequence, outstanding, in, at, bytes) -> {
          boolean isControl = sequence <= BatchEntry.OPEN;
          int payloadBytes =
              sequence == BatchEntry.KEEP_ALIVE
                  ? BatchEntry.KEEP_ALIVE_BYTES
                  : sequence == BatchEntry.OPEN
                      ? Math.min(bytes, BatchEntry.NAME_BYTES_MAX)
                      : sequence == BatchEntry.SKIP ? SkipEntry.BYTES : 0;
          boolean isAlone = body.readableBytes() == BatchEntry.HEADER_BYTES + payloadBytes;
          if (of != session
              || sequence != next[0]++
              || sequence < BatchEntry.SKIP
              || (session == 0 && sequence != BatchEntry.SKIP)
              || (isControl && (!isAlone || bytes != payloadBytes))) {
            throw new MalformedFrame(MalformedFrame.Kind.BODY, "sequence %d", sequence);
          }
        });
    assertThat(next[0]).isGreaterThan(first);
  }

  private static void checkQueries(ByteBuf body) throws MalformedFrame {
    EntryReader.read(
        body,
        (code, number, outstanding, in, at, bytes) -> {
          if (Consistency.ofCode(code) == null || outstanding != 0) {
            throw new MalformedFrame(MalformedFrame.Kind.BODY, "consistency %d", code);
          }
        });
    assertThat(body.readableBytes()).isGreaterThanOrEqualTo(Frame.HEADER_BYTES);
  }
}
