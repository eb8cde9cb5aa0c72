package io.synod.link;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.UnpooledByteBufAllocator;
import io.synod.network.wire.FrameType;
import io.synod.network.wire.Ping;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Node 0 dials node 1, which echoes. */
@Timeout(60)
final class LinkMeshTest {
  private static final int SILENCE_MILLIS = 200;
  private static final int QUEUE_BYTES = 100_000;
  private static final long READ_BYTES_MAX = 4 << 20;
  private static final int PATIENCE_MILLIS = 20_000;

  private final LinkMesh mesh = new LinkMesh(2, 7);
  private EchoServer echo;
  private int port;

  @BeforeEach
  void listen() throws IOException {
    echo = new EchoServer();
    port = mesh.listen(0, 1, echo.port());
  }

  @AfterEach
  void close() throws IOException {
    mesh.close();
    echo.close();
  }

  private Socket dial() throws IOException {
    Socket socket = new Socket(InetAddress.getLoopbackAddress(), port);
    socket.setSoTimeout(PATIENCE_MILLIS);
    return socket;
  }

  private static void assertSilent(Socket socket) throws IOException {
    socket.setSoTimeout(SILENCE_MILLIS);
    assertThatThrownBy(() -> socket.getInputStream().read())
        .isInstanceOf(SocketTimeoutException.class);
    socket.setSoTimeout(PATIENCE_MILLIS);
  }

  @Test
  void bytes_pass_unchanged_in_both_directions() throws Exception {
    byte[] sent = new byte[10 << 20];
    new Random(1).nextBytes(sent);
    try (Socket socket = dial()) {
      Thread writer = writer(socket, sent);
      byte[] received = socket.getInputStream().readNBytes(sent.length);
      writer.join();
      assertThat(received).isEqualTo(sent);
    }
    assertThat(mesh.passedBytes(0, 1)).isEqualTo(sent.length);
    assertThat(mesh.passedBytes(1, 0)).isEqualTo(sent.length);
  }

  @Test
  void frames_are_counted_in_both_directions_by_type() throws Exception {
    ByteBuf ping = new Ping(1, 500).encode(UnpooledByteBufAllocator.DEFAULT);
    byte[] sent = ByteBufUtil.getBytes(ping);
    ping.release();
    for (int connection = 0; connection < 2; connection++) {
      try (Socket socket = dial()) {
        socket.getOutputStream().write(sent);
        assertThat(socket.getInputStream().readNBytes(sent.length)).isEqualTo(sent);
      }
    }
    Map<FrameType, Frames> two = Map.of(FrameType.PING, new Frames(2, 2L * sent.length));
    assertThat(mesh.passedFrames(0, 1)).isEqualTo(two);
    assertThat(mesh.passedFrames(1, 0)).isEqualTo(two);
  }

  @Test
  void bytes_pass_unchanged_through_a_link_with_jitter_and_a_narrow_queue() throws Exception {
    byte[] sent = new byte[1 << 20];
    new Random(2).nextBytes(sent);
    mesh.shape(0, 1, new LinkShape(1_000_000, 5_000_000, 0, 1000));
    mesh.shape(1, 0, new LinkShape(0, 2_000_000, 0, 1 << 20));
    try (Socket socket = dial()) {
      Thread writer = writer(socket, sent);
      assertThat(socket.getInputStream().readNBytes(sent.length)).isEqualTo(sent);
      writer.join();
    }
  }

  private static Thread writer(Socket socket, byte[] bytes) {
    Thread writer =
        new Thread(
            () -> {
              try {
                socket.getOutputStream().write(bytes);
              } catch (IOException closed) {
                throw new AssertionError(closed);
              }
            });
    writer.start();
    return writer;
  }

  @Test
  void a_stalled_direction_holds_what_the_other_one_lets_pass() throws Exception {
    try (Socket socket = dial()) {
      socket.getOutputStream().write(1);
      assertThat(socket.getInputStream().read()).isEqualTo(1);

      mesh.stall(0, 1);
      socket.getOutputStream().write(2);
      assertSilent(socket);
      echo.last().getOutputStream().write(3);
      assertThat(socket.getInputStream().read()).isEqualTo(3);

      mesh.restore(0, 1);
      assertThat(socket.getInputStream().read()).isEqualTo(2);

      mesh.stall(1, 0);
      socket.getOutputStream().write(4);
      assertSilent(socket);
      assertThat(mesh.passedBytes(0, 1)).isEqualTo(3);
      mesh.restore(1, 0);
      assertThat(socket.getInputStream().read()).isEqualTo(4);
    }
  }

  @Test
  void the_end_of_a_connection_does_not_pass_a_stalled_direction() throws Exception {
    try (Socket socket = dial()) {
      socket.getOutputStream().write(1);
      assertThat(socket.getInputStream().read()).isEqualTo(1);
      mesh.stall(1, 0);
      echo.last().close();
      assertSilent(socket);
      mesh.restore(1, 0);
      assertThat(socket.getInputStream().read()).isNegative();
    }
  }

  @Test
  void a_new_connection_waits_until_both_directions_are_open() throws Exception {
    mesh.stall(1, 0);
    try (Socket socket = dial()) {
      socket.getOutputStream().write(1);
      assertSilent(socket);
      assertThat(mesh.passedBytes(0, 1)).isZero();
      mesh.restore(1, 0);
      assertThat(socket.getInputStream().read()).isEqualTo(1);
    }
  }

  @Test
  void a_severed_link_ends_its_connections_and_refuses_new_ones() throws Exception {
    try (Socket socket = dial()) {
      socket.getOutputStream().write(1);
      assertThat(socket.getInputStream().read()).isEqualTo(1);
      mesh.sever(0, 1);
      assertEnded(socket);
    }
    try (Socket refused = dial()) {
      assertEnded(refused);
    }
    mesh.restore(0, 1);
    try (Socket again = dial()) {
      again.getOutputStream().write(2);
      assertThat(again.getInputStream().read()).isEqualTo(2);
    }
  }

  private static void assertEnded(Socket socket) {
    try {
      assertThat(socket.getInputStream().read()).isNegative();
    } catch (IOException reset) {
      assertThat(reset).isNotInstanceOf(SocketTimeoutException.class);
    }
  }

  @Test
  void whichever_side_closes_both_are_closed() throws Exception {
    try (Socket socket = dial()) {
      socket.getOutputStream().write(1);
      assertThat(socket.getInputStream().read()).isEqualTo(1);
      echo.last().close();
      assertThat(socket.getInputStream().read()).isNegative();
    }
    try (ServerSocket server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      int further = mesh.listen(1, 0, server.getLocalPort());
      Socket near = new Socket(InetAddress.getLoopbackAddress(), further);
      try (Socket far = server.accept()) {
        far.setSoTimeout(PATIENCE_MILLIS);
        near.close();
        assertThat(far.getInputStream().read()).isNegative();
      }
    }
  }

  @Test
  void where_nobody_listens_the_connection_ends() throws Exception {
    try (Socket bound = new Socket()) {
      // A port that is taken and does not listen.
      bound.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
      int nowhere = mesh.listen(1, 0, bound.getLocalPort());
      try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), nowhere)) {
        socket.setSoTimeout(PATIENCE_MILLIS);
        assertEnded(socket);
      }
    }
  }

  @Test
  void bytes_arrive_no_earlier_than_the_delay_says() throws Exception {
    mesh.shape(0, 1, LinkShape.delayed(TimeUnit.MILLISECONDS.toNanos(80), 0));
    mesh.shape(1, 0, LinkShape.delayed(TimeUnit.MILLISECONDS.toNanos(40), 10_000_000));
    try (Socket socket = dial()) {
      for (int turn = 0; turn < 3; turn++) {
        long begunNanos = System.nanoTime();
        socket.getOutputStream().write(turn);
        assertThat(socket.getInputStream().read()).isEqualTo(turn);
        assertThat(System.nanoTime() - begunNanos).isGreaterThanOrEqualTo(120_000_000L);
      }
    }
  }

  @Test
  void no_more_bytes_pass_in_a_time_than_the_bandwidth_says() throws Exception {
    mesh.shape(0, 1, new LinkShape(0, 0, 8 << 20, 64 << 10));
    try (Socket socket = dial()) {
      long begunNanos = System.nanoTime();
      Thread writer = writer(socket, new byte[512 << 10]);
      socket.getInputStream().readNBytes(512 << 10);
      assertThat(System.nanoTime() - begunNanos).isGreaterThanOrEqualTo(450_000_000L);
      writer.join();
    }
  }

  @Test
  void a_sender_is_held_back_when_the_queue_is_full() throws Exception {
    mesh.shape(0, 1, new LinkShape(TimeUnit.HOURS.toNanos(1), 0, 0, QUEUE_BYTES));
    InetSocketAddress address = new InetSocketAddress(InetAddress.getLoopbackAddress(), port);
    try (SocketChannel channel = SocketChannel.open(address);
        Selector selector = Selector.open()) {
      channel.configureBlocking(false).register(selector, SelectionKey.OP_WRITE);
      ByteBuffer block = ByteBuffer.allocate(1 << 20);
      // Silence alone may be a proxy that has not run for so long.
      while (mesh.queuedBytes(0, 1) < QUEUE_BYTES || selector.select(SILENCE_MILLIS) > 0) {
        selector.selectedKeys().clear();
        channel.write(block.clear());
      }
    }
    assertThat(mesh.queuedBytes(0, 1)).isBetween((long) QUEUE_BYTES, QUEUE_BYTES + READ_BYTES_MAX);
    assertThat(mesh.passedBytes(0, 1)).isZero();
  }
}
