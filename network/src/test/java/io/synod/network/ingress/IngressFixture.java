package io.synod.network.ingress;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.netty.channel.EventLoopGroup;
import io.synod.core.settings.AdminFrom;
import io.synod.network.RawConnection;
import io.synod.network.transport.Transport;
import io.synod.network.wire.ClientHello;
import io.synod.network.wire.EntryFrameWriter;
import io.synod.network.wire.FrameType;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/** A client port on loopback, and raw clients of it; closed together. */
final class IngressFixture implements AutoCloseable {
  static final ByteBufAllocator ALLOCATOR = ByteBufAllocator.DEFAULT;
  static final String CLUSTER = "orders";
  static final int FRAME_BYTES_MAX = 1 << 20;
  static final int BUFFER_BYTES = 1 << 20;
  static final int CONNECTIONS_MAX = 4;
  static final int SESSIONS_MAX = 3;
  static final IngressLimits.Times TIMES = times(5_000, 600_000, 30_000);
  static final int ALL_SESSIONS_MAX = 8;
  static final long REPLIES_BYTES = 8 << 20;
  static final long UNFINISHED_BYTES = 2 << 20;

  final RecordingIngress listener = new RecordingIngress();
  final ClientIngress ingress;
  private final EventLoopGroup loops = Transport.chosen().eventLoops(2, "synod-0-clients");
  private final List<RawConnection> clients = new ArrayList<>();

  IngressFixture(IngressLimits.Times times) {
    this(settings(times, 0));
  }

  /** On another address of this machine. */
  IngressFixture(String host) {
    this(settings(TIMES, InetSocketAddress.createUnresolved(host, 0)));
  }

  private IngressFixture(IngressSettings settings) {
    ingress = new ClientIngress(settings, loops, listener);
    ingress.start();
  }

  IngressFixture() {
    this(TIMES);
  }

  static IngressLimits.Times times(long handshakeMillis, long idleMillis, long stalledMillis) {
    return new IngressLimits.Times(
        TimeUnit.MILLISECONDS.toNanos(handshakeMillis),
        TimeUnit.MILLISECONDS.toNanos(idleMillis),
        TimeUnit.MILLISECONDS.toNanos(stalledMillis));
  }

  static IngressSettings settings(IngressLimits.Times times, int port) {
    return settings(times, InetSocketAddress.createUnresolved("127.0.0.1", port));
  }

  private static IngressSettings settings(IngressLimits.Times times, InetSocketAddress address) {
    return new IngressSettings(
        CLUSTER,
        0,
        address,
        AdminFrom.LOOPBACK,
        new IngressLimits(
            FRAME_BYTES_MAX,
            1000,
            BUFFER_BYTES,
            REPLIES_BYTES,
            UNFINISHED_BYTES,
            CONNECTIONS_MAX,
            SESSIONS_MAX,
            times));
  }

  EventLoopGroup loops() {
    return loops;
  }

  RawConnection connect() throws IOException {
    RawConnection client = RawConnection.to(ingress.address());
    clients.add(client);
    return client;
  }

  RawConnection greet() throws IOException {
    RawConnection client = connect();
    client.write(new ClientHello(CLUSTER).encode(ALLOCATOR));
    client.read(FrameType.WELCOME);
    return client;
  }

  /**
   * A Requests frame with {@code count} entries from {@code first} on, of a client that has no
   * answer yet.
   */
  static void await(BooleanSupplier condition) {
    long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(20);
    while (!condition.getAsBoolean()) {
      assertThat(System.nanoTime()).as("in time").isLessThan(end);
      LockSupport.parkNanos(1_000_000);
    }
  }

  void awaitRequests(int count) {
    await(() -> ingress.counters().requests() == count);
  }

  static ByteBuf requests(long session, long first, int count, int payloadBytes) {
    return requests(session, first, count, payloadBytes, (int) Math.max(0, first - 1));
  }

  /**
   * @param outstanding requests before {@code first} that the client has no answer of
   */
  static ByteBuf requests(long session, long first, int count, int payloadBytes, int outstanding) {
    EntryFrameWriter writer = EntryFrameWriter.requests(ALLOCATOR, FRAME_BYTES_MAX);
    writer.begin(0);
    for (int index = 0; index < count; index++) {
      writer.add(session, first + index, outstanding + index, new byte[payloadBytes]);
    }
    return writer.finish();
  }

  @Override
  public void close() throws IOException {
    for (RawConnection client : clients) {
      client.close();
    }
    ingress.close();
    loops.shutdownGracefully(0, 0, TimeUnit.SECONDS).syncUninterruptibly();
  }
}
