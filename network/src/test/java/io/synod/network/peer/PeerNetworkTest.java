package io.synod.network.peer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.netty.buffer.ByteBufUtil;
import io.synod.core.check.BrokenInvariant;
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
import io.synod.network.wire.Frame;
import io.synod.network.wire.FrameType;
import io.synod.network.wire.MessageCodec;
import io.synod.network.wire.PeerHello;
import io.synod.network.wire.Ping;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.nio.ByteBuffer;
import java.util.Arrays;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class PeerNetworkTest {
  private static final InetSocketAddress UNKNOWN = PeerFixture.UNKNOWN;

  private final PeerFixture fixture = new PeerFixture();
  private final RecordingListener listener0 = new RecordingListener();
  private final RecordingListener listener1 = new RecordingListener();
  private final RecordingListener listener2 = new RecordingListener();
  private PeerNetwork network1;

  @AfterEach
  void close() {
    fixture.close();
  }

  @Test
  void one_message_reaches_every_peer_and_answers_come_back_over_the_same_connections()
      throws Exception {
    PeerNetwork network0 =
        fixture.start(PeerFixture.settings(0, UNKNOWN, UNKNOWN, UNKNOWN), listener0);
    network1 =
        fixture.start(PeerFixture.settings(1, network0.address(), UNKNOWN, UNKNOWN), listener1);
    listener0.expect(new Connected(1));
    listener1.expect(new Connected(0));
    fixture.start(
        PeerFixture.settings(2, network0.address(), network1.address(), UNKNOWN), listener2);
    listener0.expect(new Connected(2));
    listener1.expect(new Connected(2));
    assertThat(listener2.next()).isInstanceOf(Connected.class);
    assertThat(listener2.next()).isInstanceOf(Connected.class);
    Message accept = new Accept(new View(1, 0), 7, 6, batch(100_000));

    send(network0, ReplicaSet.of(1).with(2), accept);
    listener1.expect(new Received(0, accept));
    send(network1, ReplicaSet.of(0), new CatchUp(3));

    listener0.expect(new Received(1, new CatchUp(3)));
    listener2.expect(new Received(0, accept));
    assertThat(network0.connectedPeers()).isEqualTo(ReplicaSet.of(1).with(2));
    assertThat(network0.counters().sent()).isEqualTo(2);
    assertThat(network0.counters(1).received()).isEqualTo(1);
    assertThat(network0.counters().dropped()).isZero();
  }

  @Test
  void messages_of_one_flush_arrive_in_their_order() throws Exception {
    PeerNetwork network0 = connectTwo();

    send(network1, ReplicaSet.of(0), new CatchUp(1), new CatchUp(2));

    listener0.expect(new Received(1, new CatchUp(1)));
    listener0.expect(new Received(1, new CatchUp(2)));
    assertThat(network0.counters(1).bytesReceived()).isEqualTo(40);
  }

  @Test
  void a_peer_that_restarts_listening_is_dialled_again() throws Exception {
    PeerNetwork network0 = connectTwo();
    InetSocketAddress address = network0.address();

    network0.close();
    listener1.expect(new Disconnected(0));
    PeerNetwork again = fixture.start(PeerFixture.settings(0, address, UNKNOWN), listener0);

    listener1.expect(new Connected(0));
    listener0.expect(new Connected(1));
    send(again, ReplicaSet.of(1), new CatchUp(9));
    listener1.expect(new Received(0, new CatchUp(9)));
    assertThat(listener0.isEmpty()).isTrue();
  }

  @Test
  void a_newer_connection_replaces_a_half_open_one() throws Exception {
    PeerNetwork network0 = fixture.start(PeerFixture.settings(0, UNKNOWN, UNKNOWN), listener0);
    try (RawConnection halfOpen = greet(network0);
        RawConnection newer = greet(network0)) {
      listener0.expect(new Connected(1));
      listener0.expect(new Disconnected(1));
      listener0.expect(new Connected(1));
      halfOpen.awaitClose();

      send(network0, ReplicaSet.of(1), new CatchUp(4));

      assertThat(newer.read(FrameType.CATCH_UP).getLong(0)).isEqualTo(4);
    }
  }

  @Test
  void a_message_over_a_replaced_connection_is_not_received() throws Exception {
    PeerNetwork network0 = fixture.start(PeerFixture.settings(0, UNKNOWN, UNKNOWN), listener0);
    try (RawConnection older = greet(network0)) {
      ByteBuf frame = frame(new CatchUp(4));
      byte[] late = ByteBufUtil.getBytes(frame);
      frame.release();
      older.write(Arrays.copyOf(late, late.length - 1));
      try (RawConnection newer = greet(network0)) {
        listener0.expect(new Connected(1));
        listener0.expect(new Disconnected(1));
        listener0.expect(new Connected(1));

        older.writeAndEnd(Arrays.copyOfRange(late, late.length - 1, late.length));
        older.awaitClose();
        newer.write(frame(new CatchUp(5)));

        listener0.expect(new Received(1, new CatchUp(5)));
      }
    }
  }

  @Test
  void messages_for_a_peer_that_is_gone_are_dropped_and_counted() throws Exception {
    PeerNetwork network0 = fixture.start(PeerFixture.settings(0, UNKNOWN, UNKNOWN), listener0);

    send(network0, ReplicaSet.of(1), new CatchUp(4));

    assertThat(network0.counters(1).dropped()).isEqualTo(1);
    assertThat(network0.counters(1).sent()).isZero();
  }

  @Test
  void a_slow_peer_costs_bounded_memory_and_its_drops_are_counted() throws Exception {
    PeerNetwork network0 = fixture.start(PeerFixture.settings(0, UNKNOWN, UNKNOWN), listener0);
    try (RawConnection deaf = greet(network0)) {
      listener0.expect(new Connected(1));
      Message large = new Accept(new View(1, 0), 7, 6, batch(1 << 18));

      int sent = 0;
      while (network0.counters(1).dropped() < 100) {
        send(network0, ReplicaSet.of(1), large);
        sent++;
      }

      PeerCounters counters = network0.counters(1);
      assertThat(counters.sent() + counters.dropped()).isLessThanOrEqualTo(sent);
      // What the kernel buffers on both sides comes on top: tens of megabytes at most.
      assertThat(counters.bytesSent()).isLessThan(64 << 20);
      deaf.read(FrameType.ACCEPT);
    }
  }

  @Test
  void a_peer_that_reads_no_pong_costs_bounded_memory() throws Exception {
    PeerNetwork network0 = fixture.start(PeerFixture.settings(0, UNKNOWN, UNKNOWN), listener0);
    try (RawConnection deaf = greet(network0)) {
      listener0.expect(new Connected(1));
      byte[] pings = pings(10_000);

      // Beyond what the kernel buffers on both sides: some hundred thousand.
      int sent = 0;
      while (sent < 200 && deaf.tryWrite(pings)) {
        sent++;
      }

      assertThat(sent).isLessThan(200);
      listener0.expect(new Disconnected(1));
    }
  }

  private static byte[] pings(int count) {
    ByteBuf ping = new Ping(7, 0).encode(ByteBufAllocator.DEFAULT);
    byte[] one = ByteBufUtil.getBytes(ping);
    ping.release();
    ByteBuffer all = ByteBuffer.allocate(count * one.length);
    while (all.hasRemaining()) {
      all.put(one);
    }
    return all.array();
  }

  @Test
  void the_replica_itself_is_no_peer() throws Exception {
    PeerNetwork network0 = fixture.start(PeerFixture.settings(0, UNKNOWN, UNKNOWN), listener0);

    assertThatThrownBy(() -> send(network0, ReplicaSet.of(0), new CatchUp(1)))
        .isInstanceOf(BrokenInvariant.class)
        .hasMessage("replica 0 is no peer of replica 0");
  }

  @Test
  void a_message_over_the_frame_limit_is_a_bug() throws Exception {
    PeerNetwork network0 = connectTwo();
    Message large = new Accept(new View(1, 0), 7, 6, batch(PeerFixture.FRAME_BYTES_MAX));

    assertThatThrownBy(() -> send(network0, ReplicaSet.of(1), large))
        .isInstanceOf(BrokenInvariant.class)
        .hasMessage("a message of 1048640 bytes exceeds the frame limit of 1048576");
  }

  /** The other side does not know of it. */
  @Test
  void a_frame_of_a_peer_that_is_over_the_limit_is_logged_with_the_setting() throws Exception {
    PeerNetwork network0 = fixture.start(PeerFixture.settings(0, UNKNOWN, UNKNOWN), listener0);
    ByteBuf large = frame(new Accept(new View(1, 1), 7, 6, batch(PeerFixture.FRAME_BYTES_MAX)));
    byte[] header = ByteBufUtil.getBytes(large, 0, Frame.HEADER_BYTES);
    large.release();
    try (LogLines lines = new LogLines("io.synod.network.peer");
        RawConnection peer = greet(network0)) {
      listener0.expect(new Connected(1));
      peer.write(header);
      listener0.expect(new Disconnected(1));

      assertThat(lines.first())
          .anyMatch(
              line ->
                  line.contains(
                      "body of 1048640 bytes exceeds the limit of 1048576; give this replica the"
                          + " network.max-frame of the others"));
    }
  }

  @Test
  void a_port_in_use_is_named_with_its_key() throws IOException {
    try (ServerSocket other = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      InetSocketAddress taken =
          InetSocketAddress.createUnresolved("127.0.0.1", other.getLocalPort());

      assertThatThrownBy(() -> fixture.start(PeerFixture.settings(0, taken), listener0))
          .isInstanceOf(UncheckedIOException.class)
          .hasMessageStartingWith(
              "cannot listen on 127.0.0.1:%d for peers (key replica.0): ", other.getLocalPort())
          .hasMessageEndingWith(
              "address already in use; end the process that listens there, or name another port");
    }
  }

  @Test
  void a_listener_receives_its_exception_and_loses_the_connection() throws Exception {
    BrokenInvariant bug = new BrokenInvariant("test");
    listener0.bug = bug;
    PeerNetwork network0 = fixture.start(PeerFixture.settings(0, UNKNOWN, UNKNOWN), listener0);
    try (RawConnection peer = greet(network0)) {
      listener0.expect(new Connected(1));
      peer.write(frame(new CatchUp(1)));

      listener0.expect(new Disconnected(1));
      listener0.expect(bug);
      peer.awaitClose();
    }
  }

  private PeerNetwork connectTwo() throws Exception {
    PeerNetwork network0 = fixture.start(PeerFixture.settings(0, UNKNOWN, UNKNOWN), listener0);
    network1 = fixture.start(PeerFixture.settings(1, network0.address(), UNKNOWN), listener1);
    listener0.expect(new Connected(1));
    listener1.expect(new Connected(0));
    return network0;
  }

  /** A raw connection that plays replica 1 of two. */
  private static RawConnection greet(PeerNetwork network) throws IOException {
    RawConnection connection = RawConnection.to(network.address());
    PeerHello hello = new PeerHello(PeerFixture.CLUSTER, "count = 8", 2, 1, 0);
    connection.write(hello.encode(ByteBufAllocator.DEFAULT));
    connection.read(FrameType.PEER_WELCOME);
    return connection;
  }

  private static ByteBuf frame(Message message) {
    return new MessageCodec().encode(message, ByteBufAllocator.DEFAULT);
  }

  private void send(PeerNetwork network, ReplicaSet to, Message... messages) {
    fixture.send(network, to, messages);
  }

  private static Batch batch(int payloadBytes) {
    byte[] bytes = new byte[Batch.HEADER_BYTES + BatchEntry.HEADER_BYTES + payloadBytes];
    BatchEntry.putHeader(bytes, Batch.HEADER_BYTES, payloadBytes, 1, 1, 1);
    return Batch.close(bytes, 0, 1);
  }
}
