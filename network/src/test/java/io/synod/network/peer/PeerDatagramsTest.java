package io.synod.network.peer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.netty.buffer.ByteBufAllocator;
import io.netty.channel.epoll.Epoll;
import io.netty.channel.uring.IoUring;
import io.synod.core.cluster.ReplicaSet;
import io.synod.core.cluster.View;
import io.synod.core.command.Batch;
import io.synod.core.command.BatchEntry;
import io.synod.core.message.Accept;
import io.synod.core.message.CatchUp;
import io.synod.core.message.Message;
import io.synod.network.LogLines;
import io.synod.network.RawConnection;
import io.synod.network.peer.RecordingListener.Connected;
import io.synod.network.peer.RecordingListener.Disconnected;
import io.synod.network.peer.RecordingListener.Received;
import io.synod.network.transport.Transport;
import io.synod.network.wire.Datagram;
import io.synod.network.wire.DatagramOffer;
import io.synod.network.wire.FrameType;
import io.synod.network.wire.PeerHello;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** Two replicas, each behind a relay that passes datagrams or does not. */
@Timeout(60)
class PeerDatagramsTest {
  private static final int ACCEPT_OVERHEAD = 12 + 28 + Batch.HEADER_BYTES + BatchEntry.HEADER_BYTES;
  private static final int CATCH_UP_BYTES = 20;
  private static final int FRAME_BYTES_MAX = 2_000;

  private static final long SHORT_PROBE_NANOS = TimeUnit.MILLISECONDS.toNanos(200);

  private final PeerFixture fixture = new PeerFixture();
  private final RecordingListener listener0 = new RecordingListener();
  private final RecordingListener listener1 = new RecordingListener();
  private final List<Integer> ports = PeerFixture.freePorts(4);
  private DatagramRelay relay0;
  private DatagramRelay relay1;
  private Transport transport = Transport.chosen();

  // Three of these pass without a probe: long, unless the test waits until datagrams count as lost.
  private long probeNanos = TimeUnit.SECONDS.toNanos(10);
  private PeerNetwork network0;
  private PeerNetwork network1;

  @BeforeEach
  void relay() throws Exception {
    relay0 = new DatagramRelay(ports.get(2), ports.get(0));
    relay0.accept();
    relay1 = new DatagramRelay(ports.get(3), ports.get(1));
  }

  @AfterEach
  void close() throws Exception {
    fixture.close();
    relay0.close();
    relay1.close();
  }

  @ParameterizedTest
  @EnumSource
  void messages_that_fit_go_as_datagrams_and_others_over_the_connection(Transport each)
      throws Exception {
    startOn(each, FRAME_BYTES_MAX);
    awaitUse();
    Message largest = accept(FRAME_BYTES_MAX);
    Message larger = accept(FRAME_BYTES_MAX + 1);

    send(network0, new CatchUp(3));
    listener1.expect(new Received(0, new CatchUp(3)));
    send(network0, largest);
    listener1.expect(new Received(0, largest));
    send(network0, larger);
    listener1.expect(new Received(0, larger));
    send(network1, new CatchUp(4));
    listener0.expect(new Received(1, new CatchUp(4)));

    assertThat(network0.counters(1).sent()).isEqualTo(3);
    assertThat(network0.counters(1).datagramsSent()).isEqualTo(2);
    assertThat(network1.counters(0).received()).isEqualTo(3);
    assertThat(network1.counters(0).datagramsReceived()).isEqualTo(2);
    assertThat(network1.counters(0).bytesReceived())
        .isEqualTo(CATCH_UP_BYTES + 2 * FRAME_BYTES_MAX + 1);
    assertThat(network0.counters(1).datagramsReceived()).isEqualTo(1);
    assertThat(network0.traffic().received(FrameType.CATCH_UP)).isEqualTo(1);
    assertThat(network0.counters().datagramsRefused()).isZero();
    assertThat(network1.counters().datagramsRefused()).isZero();
  }

  @ParameterizedTest
  @EnumSource
  void the_largest_datagram_arrives_whole(Transport each) throws Exception {
    startOn(each, Datagram.FRAME_BYTES_MAX);
    awaitUse();
    Message largest = accept(Datagram.FRAME_BYTES_MAX);

    send(network0, largest);

    listener1.expect(new Received(0, largest));
    assertThat(network1.counters(0).datagramsReceived()).isEqualTo(1);
  }

  @ParameterizedTest
  @EnumSource
  void of_a_burst_each_arrives_once_or_is_lost(Transport each) throws Exception {
    startOn(each, FRAME_BYTES_MAX);
    awaitUse();
    Message[] burst = IntStream.range(0, 2_000).mapToObj(CatchUp::new).toArray(Message[]::new);
    fixture.send(network0, ReplicaSet.of(1), burst);

    List<Object> received = new ArrayList<>();
    Object last = new Received(0, new CatchUp(5_000));
    while (!received.contains(last)) {
      send(network0, new CatchUp(5_000));
      received.add(listener1.next());
    }

    assertThat(received).doesNotHaveDuplicates().allMatch(event -> event instanceof Received);
    assertThat(received.size()).isGreaterThan(10);
    assertThat(network1.counters().datagramsRefused()).isZero();
  }

  @Test
  void where_only_connections_get_through_everything_goes_over_them() throws Exception {
    probeNanos = SHORT_PROBE_NANOS;
    relay0.pass(false);
    relay1.pass(false);
    try (LogLines lines = new LogLines("io.synod.network.peer")) {
      start(own());
      await(() -> relay0.held() > 4 && relay1.held() > 4);

      send(network0, new CatchUp(3));
      listener1.expect(new Received(0, new CatchUp(3)));
      send(network1, new CatchUp(4));
      listener0.expect(new Received(1, new CatchUp(4)));

      assertThat(network0.datagramPeers() + network1.datagramPeers()).isZero();
      assertThat(network0.counters().datagramsSent()).isZero();
      assertThat(network1.counters().datagramsSent()).isZero();
      assertThat(lines.first())
          .containsOnlyOnce(
              "replica 0: datagrams do not reach replica 1 and back: sends all messages over the"
                  + " connection until they do; a firewall may drop UDP on the peer port",
              "replica 1: datagrams do not reach replica 0 and back: sends all messages over the"
                  + " connection until they do; a firewall may drop UDP on the peer port");
    }
  }

  @ParameterizedTest
  @CsvSource({"false, false", "true, false", "false, true"})
  void when_they_get_lost_all_the_connection_carries_everything_until_they_get_through_again(
      boolean to0, boolean to1) throws Exception {
    probeNanos = SHORT_PROBE_NANOS;
    start(own());
    awaitUse();

    relay0.pass(to0);
    relay1.pass(to1);
    await(() -> network0.datagramPeers() == 0 && network1.datagramPeers() == 0);
    send(network0, new CatchUp(3));
    listener1.expect(new Received(0, new CatchUp(3)));
    send(network1, new CatchUp(4));
    listener0.expect(new Received(1, new CatchUp(4)));
    assertThat(network0.counters(1).datagramsSent()).isZero();
    assertThat(network1.counters(0).datagramsSent()).isZero();

    relay0.pass(true);
    relay1.pass(true);
    // A machine that stands still for three short intervals takes them for lost once more.
    for (int next = 5; network0.counters(1).datagramsSent() == 0; next++) {
      awaitUse();
      send(network0, new CatchUp(next));
      listener1.expect(new Received(0, new CatchUp(next)));
    }
  }

  @Test
  void where_long_datagrams_get_lost_none_are_sent() throws Exception {
    probeNanos = SHORT_PROBE_NANOS;
    start(own());
    awaitUse();

    relay0.passUpTo(1_400);
    relay1.passUpTo(1_400);
    await(() -> network0.datagramPeers() == 0 && network1.datagramPeers() == 0);
    Message longest = accept(FRAME_BYTES_MAX);
    send(network0, longest);

    listener1.expect(new Received(0, longest));
    assertThat(network0.counters(1).datagramsSent()).isZero();
  }

  @Test
  void datagrams_sent_before_a_peer_restarted_are_refused_afterwards() throws Exception {
    start(own());
    awaitUse();
    send(network0, new CatchUp(7));
    listener1.expect(new Received(0, new CatchUp(7)));

    network0.close();
    listener1.expect(new Disconnected(0));
    network0 = fixture.start(settings0(own()), listener0);
    listener1.expect(new Connected(0));
    listener0.expect(new Connected(1));
    long before = network1.counters().datagramsRefused();
    relay1.repeat(Datagram.HEADER_BYTES + CATCH_UP_BYTES);
    await(() -> network1.counters().datagramsRefused() > before);
    awaitUse();
    send(network0, new CatchUp(8));

    listener1.expect(new Received(0, new CatchUp(8)));
  }

  @Test
  void a_repeated_datagram_is_received_twice() throws Exception {
    start(own());
    awaitUse();
    send(network0, new CatchUp(7));
    listener1.expect(new Received(0, new CatchUp(7)));

    relay1.repeat(Datagram.HEADER_BYTES + CATCH_UP_BYTES);

    listener1.expect(new Received(0, new CatchUp(7)));
  }

  @Test
  void datagrams_of_strangers_are_counted_and_have_no_effect() throws Exception {
    start(own());
    awaitUse();

    relay1.send(new byte[0]);
    relay1.send(new byte[] {1, 2, 3});
    relay1.send(new byte[60_000]);

    await(() -> network1.counters().datagramsRefused() == 3);
    send(network0, new CatchUp(8));
    listener1.expect(new Received(0, new CatchUp(8)));
    assertThat(network1.datagramPeers()).isEqualTo(1);
  }

  @Test
  void a_replica_that_uses_none_is_sent_none() throws Exception {
    start(settings0(DatagramSettings.NONE), settings1(own()));

    send(network1, new CatchUp(4));
    listener0.expect(new Received(1, new CatchUp(4)));
    send(network0, new CatchUp(3));
    listener1.expect(new Received(0, new CatchUp(3)));

    assertThat(network0.datagramPeers() + network1.datagramPeers()).isZero();
    assertThat(network1.counters().datagramsSent()).isZero();
  }

  @Test
  void a_second_offer_on_a_connection_closes_it() throws Exception {
    network0 = fixture.start(settings0(own()), listener0);
    try (RawConnection peer = RawConnection.to(network0.address())) {
      peer.write(
          new PeerHello(PeerFixture.CLUSTER, "count = 8", 2, 1, 0)
              .encode(ByteBufAllocator.DEFAULT));
      peer.read(FrameType.PEER_WELCOME);
      peer.read(FrameType.DATAGRAM_OFFER);
      listener0.expect(new Connected(1));

      peer.write(new DatagramOffer(1).encode(ByteBufAllocator.DEFAULT));
      peer.write(new DatagramOffer(2).encode(ByteBufAllocator.DEFAULT));

      peer.awaitClose();
      listener0.expect(new Disconnected(1));
      assertThat(network0.counters(1).malformed()).isEqualTo(1);
    }
  }

  @Test
  void a_port_that_is_in_use_for_datagrams_is_named_with_its_keys() throws IOException {
    try (DatagramSocket other =
        new DatagramSocket(ports.get(0), InetAddress.getLoopbackAddress())) {
      assertThatThrownBy(() -> fixture.start(settings0(own()), listener0))
          .isInstanceOf(UncheckedIOException.class)
          .hasMessageStartingWith(
              "cannot listen on 127.0.0.1:%d for datagrams of peers (keys replica.0 and"
                  + " network.datagram-max-bytes): ",
              other.getLocalPort());
    }
  }

  private DatagramSettings own() {
    return new DatagramSettings(FRAME_BYTES_MAX, probeNanos);
  }

  private PeerSettings settings0(DatagramSettings datagrams) {
    return PeerFixture.settings(0, datagrams, port(ports.get(0)), relay1.address());
  }

  private PeerSettings settings1(DatagramSettings datagrams) {
    return PeerFixture.settings(1, datagrams, relay0.address(), port(ports.get(1)));
  }

  private static InetSocketAddress port(int port) {
    return InetSocketAddress.createUnresolved("127.0.0.1", port);
  }

  private void startOn(Transport each, int frameBytesMax) throws Exception {
    assumeTrue(each != Transport.IO_URING || IoUring.isAvailable());
    assumeTrue(each != Transport.EPOLL || Epoll.isAvailable());
    transport = each;
    DatagramSettings datagrams = new DatagramSettings(frameBytesMax, probeNanos);
    start(datagrams);
  }

  private void start(DatagramSettings datagrams) throws Exception {
    start(settings0(datagrams), settings1(datagrams));
  }

  private void start(PeerSettings settings0, PeerSettings settings1) throws Exception {
    network0 = fixture.start(transport, settings0, listener0);
    network1 = fixture.start(transport, settings1, listener1);
    listener0.expect(new Connected(1));
    listener1.expect(new Connected(0));
  }

  private void awaitUse() {
    await(() -> network0.datagramPeers() == 1 && network1.datagramPeers() == 1);
  }

  /** The test's time-out bounds the wait. */
  private static void await(BooleanSupplier condition) {
    while (!condition.getAsBoolean()) {
      LockSupport.parkNanos(1_000_000);
    }
  }

  private void send(PeerNetwork network, Message message) {
    fixture.send(network, ReplicaSet.of(network == network0 ? 1 : 0), message);
  }

  /** Whose frame has so many bytes. */
  private static Message accept(int frameBytes) {
    int payloadBytes = frameBytes - ACCEPT_OVERHEAD;
    byte[] bytes = new byte[Batch.HEADER_BYTES + BatchEntry.HEADER_BYTES + payloadBytes];
    BatchEntry.putHeader(bytes, Batch.HEADER_BYTES, payloadBytes, 1, 1, 1);
    return new Accept(new View(1, 0), 7, 6, Batch.close(bytes, 0, 1));
  }
}
