package io.synod.replica;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.Unpooled;
import io.synod.core.command.BatchEntry;
import io.synod.network.wire.ClientHello;
import io.synod.network.wire.EntryFrameWriter;
import io.synod.network.wire.Frame;
import io.synod.network.wire.FrameType;
import io.synod.network.wire.ReplyReader;
import io.synod.replica.config.MemoryPlan;
import java.io.DataInputStream;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What clients cost the heap of a replica, held against what its memory plan counts for them. */
@Timeout(120)
final class MemoryFiguresTest {
  private static final int CONNECTIONS = 400;
  private static final int SESSIONS_OF_ONE = 60;
  private static final int SESSIONS = CONNECTIONS * SESSIONS_OF_ONE;
  private static final int FRAME_BYTES_MAX = 1 << 20;

  // What the replica keeps for a moment, such as a buffer of a mebibyte, may spoil one.
  private static final int TRIES = 5;

  // A read of a socket is not interrupted, so a timeout of the test alone would not end it.
  private static final int READ_MILLIS = 60_000;

  private static final int TIMES_WITHOUT_LESS = 5;
  private static final long NOISE_BYTES = 64 << 10;

  private final List<Socket> clients = new ArrayList<>();

  @Test
  void connections_and_sessions_take_no_more_than_the_memory_plan_counts_for_them()
      throws Exception {
    try (LocalCluster cluster =
        new LocalCluster(1, config -> config.set("log.margin-bytes", "0B"))) {
      cluster.leader();
      InetSocketAddress address = cluster.config().cluster().replica(0).client();
      InetSocketAddress resolved = new InetSocketAddress("127.0.0.1", address.getPort());
      connect(resolved);
      long ofConnection = bytesOfConnection(cluster, resolved);
      for (int further = 1; further < TRIES && !isPlanned(ofConnection); further++) {
        ofConnection = bytesOfConnection(cluster, resolved);
      }
      long connected = usedBytes();
      // Sessions that are over are remembered, as many as may be open.
      control(0, BatchEntry.OPEN);
      control(0, BatchEntry.CLOSE);
      control(SESSIONS, BatchEntry.OPEN);
      long opened = usedBytes();

      long ofSession = (opened - connected) / SESSIONS;
      assertThat(ofConnection).matches(MemoryFiguresTest::isPlanned);
      assertThat(ofSession)
          .isBetween(200L, (long) MemoryPlan.SESSION_BYTES + MemoryPlan.ROUTE_BYTES);
    } finally {
      close();
    }
  }

  /** Replaces all connections by as many as the test needs. */
  private long bytesOfConnection(LocalCluster cluster, InetSocketAddress address)
      throws IOException {
    close();
    Pause.until(() -> cluster.replica(0).statusJson().contains("\"clients\":0}"));
    long before = usedBytes();
    for (int connection = 0; connection < CONNECTIONS; connection++) {
      connect(address);
    }
    return (usedBytes() - before) / CONNECTIONS;
  }

  private static boolean isPlanned(long ofConnection) {
    return ofConnection >= 200 && ofConnection <= MemoryPlan.CONNECTION_BYTES;
  }

  private void connect(InetSocketAddress address) throws IOException {
    Socket client = new Socket();
    clients.add(client);
    client.setTcpNoDelay(true);
    client.setSoTimeout(READ_MILLIS);
    client.connect(address);
    write(client, new ClientHello("test").encode(ByteBufAllocator.DEFAULT));
    assertThat(read(client).isOf(FrameType.WELCOME)).isTrue();
  }

  /** Sends {@code sequence} of as many sessions as there are, from {@code first} on. */
  private void control(long first, long sequence) throws Exception {
    for (int connection = 0; connection < CONNECTIONS; connection++) {
      Socket client = clients.get(connection);
      Set<Long> unanswered = new HashSet<>();
      for (int index = 0; index < SESSIONS_OF_ONE; index++) {
        unanswered.add(1 + first + connection * SESSIONS_OF_ONE + index);
      }
      send(client, sequence, unanswered);
      while (!unanswered.isEmpty()) {
        Received received = read(client);
        if (received.isOf(FrameType.REPLIES)) {
          ReplyReader.read(
              received.body(),
              (session, answered, status, in, at, bytes) -> unanswered.remove(session));
        } else {
          // The replica stood still and lost its leadership, and with it the requests.
          send(client, sequence, unanswered);
        }
      }
    }
  }

  private static void send(Socket client, long sequence, Set<Long> sessions) throws IOException {
    for (long session : sessions) {
      EntryFrameWriter writer =
          EntryFrameWriter.requests(ByteBufAllocator.DEFAULT, FRAME_BYTES_MAX);
      writer.begin(0);
      writer.add(session, sequence, 0, new byte[0]);
      write(client, writer.finish());
    }
  }

  private static void write(Socket client, ByteBuf frame) throws IOException {
    client.getOutputStream().write(ByteBufUtil.getBytes(frame));
    frame.release();
  }

  private record Received(int typeCode, ByteBuf body) {
    boolean isOf(FrameType type) {
      return typeCode == type.code();
    }
  }

  private static Received read(Socket client) throws IOException {
    DataInputStream in = new DataInputStream(client.getInputStream());
    int typeCode = in.readInt() & 0xff;
    byte[] body = new byte[in.readInt()];
    in.skipNBytes(Frame.HEADER_BYTES - 2 * Integer.BYTES);
    in.readFully(body);
    return new Received(typeCode, Unpooled.wrappedBuffer(body));
  }

  /** Once nothing is freed any more: threads of the replica let go of what has ended. */
  private static long usedBytes() {
    long least = Long.MAX_VALUE;
    for (int times = 0; times < TIMES_WITHOUT_LESS; times++) {
      System.gc();
      long used = ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed();
      times = used < least - NOISE_BYTES ? 0 : times;
      least = Math.min(least, used);
      LockSupport.parkNanos(20_000_000);
    }
    return least;
  }

  private void close() throws IOException {
    for (Socket client : clients) {
      client.close();
    }
    clients.clear();
  }
}
