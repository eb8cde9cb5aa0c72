package io.synod.network.peer;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.netty.buffer.Unpooled;
import io.netty.channel.embedded.EmbeddedChannel;
import io.netty.channel.socket.DatagramPacket;
import io.synod.core.check.BrokenInvariant;
import io.synod.core.message.CatchUp;
import io.synod.core.message.Message;
import io.synod.network.peer.RecordingListener.Received;
import io.synod.network.transport.Transport;
import io.synod.network.wire.Datagram;
import io.synod.network.wire.DatagramOffer;
import io.synod.network.wire.DatagramProbe;
import io.synod.network.wire.FrameStreams;
import io.synod.network.wire.FrameType;
import io.synod.network.wire.MessageCodec;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.security.SecureRandom;
import java.util.Arrays;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What comes to replica 0 of three, of which only replica 2 is connected. */
@Timeout(60)
class DatagramHandlerTest {
  private static final InetSocketAddress ANYWHERE = new InetSocketAddress("127.0.0.1", 9);
  private static final Message MESSAGE = new CatchUp(12);

  private final RecordingListener listener = new RecordingListener();
  private final PeerPort port =
      new PeerPort(
          PeerPortTarget.settings(DatagramSettings.upTo(1_000)),
          listener,
          System::nanoTime,
          new SecureRandom()::nextLong);
  private final PeerLink[] links = {null, new PeerLink(1, port), new PeerLink(2, port)};
  private final long token = links[2].datagrams().open().token();
  private final EmbeddedChannel channel = new EmbeddedChannel(new DatagramHandler(port, links));

  @AfterEach
  void close() {
    channel.finishAndReleaseAll();
  }

  @Test
  void a_message_with_its_token_is_received() throws Exception {
    arrive(datagram(2, token, frame(MESSAGE)));

    listener.expect(new Received(2, MESSAGE));
    assertThat(links[2].tally.snapshot().datagramsReceived()).isEqualTo(1);
    assertThat(port.traffic().received(FrameType.CATCH_UP)).isEqualTo(1);
    assertThat(refused()).isZero();
  }

  @Test
  void another_token_is_refused() {
    arrive(datagram(2, token + 1, frame(MESSAGE)));

    assertRefused();
  }

  @Test
  void the_token_of_another_peer_is_refused() {
    arrive(datagram(1, token, frame(MESSAGE)));

    assertRefused();
  }

  @Test
  void the_token_of_a_closed_connection_is_refused() {
    links[2].datagrams().close();
    arrive(datagram(2, token, frame(MESSAGE)));

    assertRefused();
  }

  @Test
  void the_token_of_the_connection_before_is_refused() {
    links[2].datagrams().close();
    links[2].datagrams().open();
    arrive(datagram(2, token, frame(MESSAGE)));

    assertRefused();
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 3, 255})
  void a_sender_that_is_no_peer_is_refused(int sender) {
    arrive(datagram(sender, token, frame(MESSAGE)));

    assertRefused();
  }

  @Test
  void a_truncated_datagram_is_refused_at_any_length() {
    byte[] whole = datagram(2, token, frame(MESSAGE));
    for (int length = 0; length < whole.length; length++) {
      arrive(Arrays.copyOf(whole, length));
    }
    assertThat(listener.isEmpty()).isTrue();
    assertThat(refused()).isEqualTo(whole.length);
  }

  @Test
  void a_flipped_bit_is_refused_wherever_it_is() {
    byte[] whole = datagram(2, token, frame(MESSAGE));
    for (int bit = 0; bit < 8 * whole.length; bit++) {
      byte[] flipped = whole.clone();
      flipped[bit / 8] ^= (byte) (1 << bit % 8);
      arrive(flipped);
    }
    assertThat(listener.isEmpty()).isTrue();
    assertThat(refused()).isEqualTo(8 * whole.length);
  }

  @Test
  void bytes_behind_the_frame_are_refused_with_it() {
    byte[] whole = datagram(2, token, frame(MESSAGE));
    arrive(Arrays.copyOf(whole, whole.length + 1));

    assertRefused();
  }

  @ParameterizedTest
  @ValueSource(strings = {"PEER_HELLO", "DATAGRAM_OFFER", "REFUSED", "REQUESTS"})
  void frames_that_belong_on_a_connection_are_refused(FrameType type) {
    arrive(datagram(2, token, Unpooled.wrappedBuffer(FrameStreams.frame(type))));

    assertRefused();
  }

  @Test
  void a_probe_is_no_message() {
    arrive(datagram(2, token, new DatagramProbe(true, 9).encode(ByteBufAllocator.DEFAULT)));

    assertThat(listener.isEmpty()).isTrue();
    assertThat(refused()).isZero();
    assertThat(links[2].tally.snapshot().received()).isZero();
  }

  @Test
  void a_listener_receives_its_exception_and_then_further_messages() throws Exception {
    BrokenInvariant bug = new BrokenInvariant("test");
    channel.pipeline().fireExceptionCaught(bug);
    listener.expect(bug);

    arrive(datagram(2, token, frame(MESSAGE)));
    listener.expect(new Received(2, MESSAGE));
  }

  @Test
  void a_datagram_that_the_socket_refuses_is_lost_and_counted() {
    channel.pipeline().fireExceptionCaught(new IOException("no buffer space available"));

    assertThat(listener.isEmpty()).isTrue();
    assertThat(port.strangers().snapshot().dropped()).isEqualTo(1);
  }

  @Test
  void a_datagram_that_the_socket_does_not_take_is_dropped_and_counted() {
    DatagramPath path = links[2].datagrams();
    path.offered(new DatagramOffer(5), Transport.NIO, Runnable::run);
    while (!path.isUsed()) {
      path.probed(new DatagramProbe(true, 9));
    }

    path.write(frame(MESSAGE));

    assertThat(links[2].tally.snapshot().dropped()).isEqualTo(1);
    assertThat(links[2].tally.snapshot().sent()).isZero();
  }

  private static ByteBuf frame(Message message) {
    return new MessageCodec().encode(message, ByteBufAllocator.DEFAULT);
  }

  private static byte[] datagram(int sender, long token, ByteBuf frame) {
    ByteBuf datagram = Datagram.encode(sender, token, frame, ByteBufAllocator.DEFAULT);
    frame.release();
    return FrameStreams.bytes(datagram);
  }

  private void arrive(byte[] datagram) {
    ByteBuf content = Unpooled.buffer().writeBytes(datagram);
    channel.writeInbound(new DatagramPacket(content, ANYWHERE));
    channel.checkException();
    assertThat(content.refCnt()).isZero();
  }

  private long refused() {
    return port.strangers().snapshot().datagramsRefused();
  }

  private void assertRefused() {
    assertThat(listener.isEmpty()).isTrue();
    assertThat(refused()).isEqualTo(1);
  }
}
