package io.synod.network.ingress;

import io.netty.bootstrap.ServerBootstrap;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.netty.channel.Channel;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.WriteBufferWaterMark;
import io.netty.channel.group.ChannelGroup;
import io.netty.channel.group.ChannelGroupFuture;
import io.netty.channel.group.DefaultChannelGroup;
import io.netty.util.concurrent.EventExecutor;
import io.netty.util.concurrent.Future;
import io.synod.core.check.Check;
import io.synod.network.transport.RepeatedTask;
import io.synod.network.transport.Sockets;
import io.synod.network.wire.Leadership;
import io.synod.network.wire.Members;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * The clients' port of one replica: greets clients, offers what they send to the listener in each
 * session's order, and refuses what the listener does not admit. Bounded in connections, and for
 * each connection in sessions, frames and unsent bytes.
 */
public final class ClientIngress implements AutoCloseable {
  private static final long CHECK_NANOS = TimeUnit.SECONDS.toNanos(1);

  private final IngressSettings settings;
  private final EventLoopGroup loops;
  private final IngressPort port;

  // Of any thread; holds the listening channel too.
  private final ChannelGroup channels;

  // On each event loop; of the thread that starts.
  private final List<Future<?>> checks = new ArrayList<>();

  private volatile Channel server;

  public ClientIngress(IngressSettings settings, EventLoopGroup loops, IngressListener listener) {
    this.settings = settings;
    this.loops = loops;
    channels = new DefaultChannelGroup(loops.next(), true);
    port = new IngressPort(settings, listener, () -> Sockets.nanoTime(loops));
  }

  /**
   * Listens. Waits until the port is bound, so not for a thread of the event loops.
   *
   * @throws UncheckedIOException if the port cannot be had; names the address and its key
   */
  public void start() {
    Check.that(!isOnLoop(), "start waits for the event loops it is called on");
    Sockets sockets = Sockets.of(loops);
    int bufferBytes = settings.limits().clientBufferBytes();
    WriteBufferWaterMark waterMark = new WriteBufferWaterMark(bufferBytes / 2, bufferBytes);
    ServerBootstrap listener =
        sockets.strangers(waterMark).group(loops, loops).childHandler(new Accepted());
    server =
        sockets.bind(
            listener,
            settings.address(),
            settings.self() < 0
                ? "clients"
                : "clients (key replica.%d)".formatted(settings.self()));
    channels.add(server);
    for (EventExecutor loop : loops) {
      RepeatedTask check =
          new RepeatedTask(
              settings.who() + ": checking the times of clients",
              port::nanoTime,
              port.listener()::onBug,
              () -> checkTime(loop));
      checks.add(
          loop.scheduleWithFixedDelay(check, CHECK_NANOS, CHECK_NANOS, TimeUnit.NANOSECONDS));
    }
  }

  /** Closes connections whose clients take too long for anything. */
  private void checkTime(EventExecutor loop) {
    long now = port.nanoTime();
    for (AcceptedClient client : port.accepted()) {
      if (client.isOf(loop)) {
        client.checkTime(now);
      }
    }
  }

  IngressPort port() {
    return port;
  }

  /** Where this replica listens; known once it is started. */
  public InetSocketAddress address() {
    return (InetSocketAddress) server.localAddress();
  }

  /** Sends all clients a Leader frame. Any thread. */
  public void announceLeader(Leadership leadership) {
    ByteBuf frame = leadership.encode(ByteBufAllocator.DEFAULT);
    for (AcceptedClient client : port.greeted()) {
      client.send(frame.retainedDuplicate());
    }
    frame.release();
  }

  /** Sends the members to all clients that know the frame. Any thread. */
  public void announceMembers(Members members) {
    ByteBuf frame = members.encode(ByteBufAllocator.DEFAULT);
    for (AcceptedClient client : port.greeted()) {
      if (client.takesMembers()) {
        client.send(frame.retainedDuplicate());
      }
    }
    frame.release();
  }

  /** Bytes that wait for the sockets of all clients. Any thread. */
  public long repliesBytes() {
    return port.replies().bytes();
  }

  /** Memory of all frames that clients have begun and not ended. Any thread. */
  public long unfinishedBytes() {
    return port.unfinished().bytes();
  }

  /** Any thread. */
  public IngressCounters counters() {
    return port.tally().snapshot();
  }

  /**
   * Ends listening and all connections, and waits for it unless called on an event loop. The
   * listener is not notified of the connections' ends.
   */
  @Override
  public void close() {
    port.closing().set(true);
    if (loops.isShuttingDown()) {
      return;
    }
    checks.forEach(check -> check.cancel(false));
    ChannelGroupFuture ended = channels.close();
    if (!isOnLoop()) {
      Sockets.sync(loops, ended);
    }
  }

  private boolean isOnLoop() {
    for (EventExecutor loop : loops) {
      if (loop.inEventLoop()) {
        return true;
      }
    }
    return false;
  }

  /** Equips each connection that is accepted. */
  private final class Accepted extends ChannelInitializer<Channel> {

    @Override
    protected void initChannel(Channel channel) {
      // A channel that comes after close is closed by the group.
      channels.add(channel);
      new AcceptedClient(port, channel).addToChannel();
    }
  }
}
