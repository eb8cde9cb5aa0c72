package io.synod.client;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.netty.buffer.Unpooled;
import io.netty.channel.EventLoop;
import io.netty.channel.EventLoopGroup;
import io.netty.util.concurrent.Future;
import io.netty.util.concurrent.Promise;
import io.synod.core.command.BatchEntry;
import io.synod.core.session.SessionLimits;
import io.synod.core.version.ClusterVersion;
import io.synod.core.version.UpgradeEntry;
import io.synod.network.transport.Sockets;
import io.synod.network.transport.Transport;
import io.synod.network.wire.ChangeMembers;
import io.synod.network.wire.ClientHello;
import io.synod.network.wire.EntryFrameWriter;
import io.synod.network.wire.Frame;
import io.synod.network.wire.FrameType;
import io.synod.network.wire.MoveLeader;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;

/** Over sockets: each question has a connection of its own. */
final class OperatorConnections implements OperatorPort {
  // An event loop that was shut down completes nothing.
  private static final long LOOK_MILLIS = 1_000;

  private final String cluster;
  private final EventLoop loop;

  // Null if the event loop is somebody else's.
  private final EventLoopGroup own;

  private OperatorConnections(String cluster, EventLoop loop, EventLoopGroup own) {
    this.cluster = cluster;
    this.loop = loop;
    this.own = own;
  }

  /** With an event loop of its own, which ends with the call. */
  static OperatorConnections open(String cluster) {
    EventLoopGroup own = Transport.chosen().eventLoops(1, "synod-operator");
    return new OperatorConnections(cluster, own.next(), own);
  }

  /** On an event loop that lives on. */
  static OperatorConnections open(String cluster, EventLoop shared) {
    return new OperatorConnections(cluster, shared, null);
  }

  @Override
  public Future<String> status(InetSocketAddress replica, Duration timeout) {
    return StatusRequest.send(
        loop, replica, buffers -> Frame.empty(buffers, FrameType.STATUS_REQUEST), timeout);
  }

  @Override
  public String change(InetSocketAddress leader, ChangeMembers change, Duration timeout)
      throws IOException, InterruptedException {
    return ask(leader, change::encode, timeout);
  }

  @Override
  public String move(InetSocketAddress leader, int to, Duration timeout)
      throws IOException, InterruptedException {
    return ask(leader, new MoveLeader(to)::encode, timeout);
  }

  @Override
  public String upgrade(InetSocketAddress leader, int level, int service, Duration timeout)
      throws IOException, InterruptedException {
    byte[] upgrade = UpgradeEntry.payload(new ClusterVersion(level, service));
    return propose(leader, BatchEntry.UPGRADE, upgrade, timeout);
  }

  @Override
  public String changeLimits(InetSocketAddress leader, SessionLimits limits, Duration timeout)
      throws IOException, InterruptedException {
    return propose(leader, BatchEntry.LIMITS, limits.payload(), timeout);
  }

  /**
   * Waits for the answer to an entry for the log. It is of no session, but no other connection may
   * have the same.
   */
  String propose(InetSocketAddress leader, long control, byte[] payload, Duration timeout)
      throws IOException, InterruptedException {
    long session = Sockets.of(loop).draw();
    int bytes = BatchEntry.HEADER_BYTES + payload.length;
    return ask(
        leader,
        buffers -> {
          EntryFrameWriter entry = EntryFrameWriter.requests(buffers, bytes);
          entry.begin(bytes);
          entry.add(session, control, 0, payload);
          ByteBuf status = Frame.empty(buffers, FrameType.STATUS_REQUEST);
          return Unpooled.wrappedBuffer(entry.finish(), status);
        },
        timeout);
  }

  /** Asks behind a hello, since strangers must not; waits for the answer. */
  String ask(
      InetSocketAddress replica, Function<ByteBufAllocator, ByteBuf> question, Duration timeout)
      throws IOException, InterruptedException {
    ClientHello hello = new ClientHello(cluster);
    return answer(
        StatusRequest.send(
            loop,
            replica,
            buffers -> Unpooled.wrappedBuffer(hello.encode(buffers), question.apply(buffers)),
            timeout));
  }

  /** Waits for it. */
  String answer(Future<String> status) throws IOException, InterruptedException {
    await(status, Long.MAX_VALUE);
    return OperatorPort.answer(status);
  }

  @Override
  public Promise<Void> promise() {
    return loop.newPromise();
  }

  @Override
  public boolean await(Future<?> end, long millisMax) throws InterruptedException {
    long left = millisMax;
    while (!Sockets.awaitInterruptibly(loop, end, Math.min(left, LOOK_MILLIS)) && left > 0) {
      if (loop.isTerminated()) {
        throw new RejectedExecutionException("the event loop is shut down");
      }
      left -= Math.min(left, LOOK_MILLIS);
    }
    return end.isDone();
  }

  @Override
  public long nanoTime() {
    return Sockets.nanoTime(loop);
  }

  @Override
  public void pause(long millis) throws InterruptedException {
    await(loop.schedule(() -> {}, millis, TimeUnit.MILLISECONDS), Long.MAX_VALUE);
  }

  @Override
  public void close() {
    if (own != null) {
      own.shutdownGracefully(0, 1, TimeUnit.SECONDS).awaitUninterruptibly();
    }
  }
}
