package io.synod.replica.instrumentation;

import io.netty.bootstrap.ServerBootstrap;
import io.netty.channel.Channel;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.nio.NioServerSocketChannel;
import io.synod.network.transport.Transport;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/**
 * Answers {@code GET} of a few pages, one request for each connection, on a thread of its own that
 * never waits: a request that comes slowly or in part delays no other one. Bounds: {@link
 * #CONNECTIONS_MAX}, of which one more ends the oldest; {@link #LIFE_SECONDS} for each; and {@link
 * RequestHead#BYTES_MAX} of a request line and headers. A body is not read.
 */
final class MetricsServer implements AutoCloseable {
  private static final int CONNECTIONS_MAX = 64;
  private static final int LIFE_SECONDS = 5;
  private static final int BACKLOG = 128;
  static final String PLAIN = "text/plain; charset=utf-8";

  private final EventLoopGroup loops;
  private final Map<String, Page> pages;

  // Of the loop: the oldest first.
  private final Set<Channel> connections = new LinkedHashSet<>();

  /** What is served at one path. */
  record Page(String contentType, Supplier<String> text) {}

  /**
   * Listens from now on.
   *
   * @param pages by their paths
   * @throws UncheckedIOException if the port cannot be had; names the address and its key
   */
  MetricsServer(InetSocketAddress address, ThreadFactory threads, Map<String, Page> pages) {
    this.pages = Map.copyOf(pages);
    loops = new MultiThreadIoEventLoopGroup(1, threads, NioIoHandler.newFactory());
    ServerBootstrap port =
        new ServerBootstrap()
            .group(loops)
            .channel(NioServerSocketChannel.class)
            .option(ChannelOption.SO_BACKLOG, BACKLOG)
            .childHandler(new Connections());
    try {
      Transport.NIO.bind(port, address, "metrics (key metrics.port)");
    } catch (UncheckedIOException taken) {
      close();
      throw taken;
    }
  }

  private final class Connections extends ChannelInitializer<Channel> {
    @Override
    protected void initChannel(Channel channel) {
      admit(channel);
      channel.pipeline().addLast(new MetricsRequests(pages));
    }
  }

  private void admit(Channel channel) {
    if (connections.size() >= CONNECTIONS_MAX) {
      connections.iterator().next().close();
    }
    connections.add(channel);
    var limit = channel.eventLoop().schedule(() -> channel.close(), LIFE_SECONDS, TimeUnit.SECONDS);
    channel
        .closeFuture()
        .addListener(
            closed -> {
              limit.cancel(false);
              connections.remove(channel);
            });
  }

  @Override
  public void close() {
    loops.shutdownGracefully(0, 1, TimeUnit.SECONDS).syncUninterruptibly();
  }
}
