package io.synod.testkit.cluster;

import io.netty.bootstrap.AbstractBootstrap;
import io.netty.bootstrap.Bootstrap;
import io.netty.bootstrap.ServerBootstrap;
import io.netty.channel.Channel;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.WriteBufferWaterMark;
import io.synod.network.transport.Sockets;
import java.net.InetSocketAddress;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;

/** The sockets of this machine, whose event loops are reported. */
record RecordedSockets(Sockets sockets, Consumer<EventLoopGroup> made) implements Sockets {

  @Override
  public EventLoopGroup eventLoops(int threads, String name) {
    EventLoopGroup loops = sockets.eventLoops(threads, name);
    made.accept(loops);
    return loops;
  }

  @Override
  public Bootstrap dialler(WriteBufferWaterMark waterMark) {
    return sockets.dialler(waterMark);
  }

  @Override
  public ServerBootstrap listener(WriteBufferWaterMark waterMark) {
    return sockets.listener(waterMark);
  }

  @Override
  public ServerBootstrap strangers(WriteBufferWaterMark waterMark) {
    return sockets.strangers(waterMark);
  }

  @Override
  public Bootstrap datagrams(WriteBufferWaterMark waterMark) {
    return sockets.datagrams(waterMark);
  }

  @Override
  public Bootstrap endStalled(Bootstrap dialler) {
    return sockets.endStalled(dialler);
  }

  @Override
  public ServerBootstrap endStalled(ServerBootstrap listener) {
    return sockets.endStalled(listener);
  }

  @Override
  public boolean endsStalled() {
    return sockets.endsStalled();
  }

  @Override
  public CompletableFuture<InetSocketAddress> lookUp(InetSocketAddress address) {
    return sockets.lookUp(address);
  }

  @Override
  public Channel bind(AbstractBootstrap<?, ?> socket, InetSocketAddress address, String what) {
    return sockets.bind(socket, address, what);
  }
}
