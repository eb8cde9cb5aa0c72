package io.synod.simulation.host;

import io.netty.bootstrap.AbstractBootstrap;
import io.netty.bootstrap.Bootstrap;
import io.netty.bootstrap.ServerBootstrap;
import io.netty.channel.AdaptiveRecvByteBufAllocator;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelOption;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.WriteBufferWaterMark;
import io.netty.util.concurrent.Future;
import io.synod.network.transport.Sockets;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/** Event loops and sockets of one simulated process. */
public final class SimulatedSockets implements Sockets {
  private final SimulatedHost host;
  private final SimulatedNet net;
  private final String address;

  // Of connections that are dialled; null for those that their users ask for.
  private final WriteBufferWaterMark narrow;

  /**
   * @param address of the machine, without a port
   */
  public SimulatedSockets(SimulatedHost host, SimulatedNet net, String address) {
    this(host, net, address, null);
  }

  /**
   * @param address of the machine, without a port
   * @param narrow from so many waiting bytes on, connections that are dialled take no more
   */
  public SimulatedSockets(
      SimulatedHost host, SimulatedNet net, String address, WriteBufferWaterMark narrow) {
    this.host = host;
    this.net = net;
    this.address = address;
    this.narrow = narrow;
  }

  @Override
  public void survives(Throwable bug) {
    if (host.isAlive()) {
      host.fails(new IllegalStateException(address + " goes on after a bug: " + bug, bug));
    }
  }

  @Override
  public EventLoopGroup eventLoops(int threads, String name) {
    return new SimulatedEventLoop(host, name, this);
  }

  @Override
  public Bootstrap dialler(WriteBufferWaterMark waterMark) {
    return new Bootstrap()
        .channelFactory(() -> new SimulatedChannel(net, address))
        .option(ChannelOption.RECVBUF_ALLOCATOR, new AdaptiveRecvByteBufAllocator())
        .option(ChannelOption.WRITE_BUFFER_WATER_MARK, narrow == null ? waterMark : narrow);
  }

  @Override
  public ServerBootstrap listener(WriteBufferWaterMark waterMark) {
    return new ServerBootstrap()
        .channelFactory(() -> new SimulatedServerChannel(net))
        .childOption(ChannelOption.RECVBUF_ALLOCATOR, new AdaptiveRecvByteBufAllocator())
        .childOption(ChannelOption.WRITE_BUFFER_WATER_MARK, waterMark);
  }

  @Override
  public ServerBootstrap strangers(WriteBufferWaterMark waterMark) {
    return listener(waterMark);
  }

  @Override
  public Bootstrap datagrams(WriteBufferWaterMark waterMark) {
    return new Bootstrap()
        .channelFactory(() -> new SimulatedDatagramChannel(net))
        .option(ChannelOption.WRITE_BUFFER_WATER_MARK, waterMark);
  }

  @Override
  public Bootstrap endStalled(Bootstrap dialler) {
    return dialler;
  }

  @Override
  public ServerBootstrap endStalled(ServerBootstrap listener) {
    return listener;
  }

  @Override
  public long nanoTime() {
    return host.nanoTime();
  }

  @Override
  public long currentTimeMillis() {
    return host.currentTimeMillis();
  }

  @Override
  public long draw() {
    return host.random().nextLong();
  }

  @Override
  public CompletableFuture<InetSocketAddress> lookUp(InetSocketAddress named) {
    String name = named.getHostString();
    InetSocketAddress found =
        net.findsName()
            ? new InetSocketAddress(name, named.getPort())
            : InetSocketAddress.createUnresolved(name, named.getPort());
    long nanos = net.lookUpNanos();
    if (nanos == 0) {
      return CompletableFuture.completedFuture(found);
    }
    CompletableFuture<InetSocketAddress> answer = new CompletableFuture<>();
    host.at(host.scheduler().now() + nanos, () -> answer.complete(found));
    return answer;
  }

  @Override
  public boolean await(Future<?> end, long millisMax) {
    return host.running().thread().await(end, TimeUnit.MILLISECONDS.toNanos(millisMax));
  }

  @Override
  public boolean await(CompletableFuture<?> end, long millisMax) {
    return host.running().thread().await(end, TimeUnit.MILLISECONDS.toNanos(millisMax));
  }

  /** Lets virtual time pass until it is bound. */
  @Override
  public Channel bind(AbstractBootstrap<?, ?> socket, InetSocketAddress wanted, String what) {
    ChannelFuture bound =
        socket.bind(new InetSocketAddress(wanted.getHostString(), wanted.getPort()));
    if (!bound.isDone()) {
      host.sleep(wake -> bound.addListener(done -> wake.run()));
    }
    if (!bound.isSuccess()) {
      String message =
          "cannot listen on %s for %s: %s".formatted(wanted, what, bound.cause().getMessage());
      throw new UncheckedIOException(message, new IOException(message, bound.cause()));
    }
    return bound.channel();
  }
}
