package io.synod.examples.kv.redis;

import io.netty.bootstrap.ServerBootstrap;
import io.netty.channel.AdaptiveRecvByteBufAllocator;
import io.netty.channel.Channel;
import io.netty.channel.ChannelOption;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.IoHandlerFactory;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.ServerChannel;
import io.netty.channel.epoll.Epoll;
import io.netty.channel.epoll.EpollChannelOption;
import io.netty.channel.epoll.EpollIoHandler;
import io.netty.channel.epoll.EpollServerSocketChannel;
import io.netty.channel.group.ChannelGroup;
import io.netty.channel.group.DefaultChannelGroup;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.nio.NioServerSocketChannel;
import io.netty.util.concurrent.DefaultThreadFactory;
import io.netty.util.concurrent.GlobalEventExecutor;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.Locale;
import java.util.concurrent.TimeUnit;

/**
 * Serves RESP 2 and 3 on a port and executes the commands on a {@link Backend}. Owns its event
 * loops; {@link #close} closes the connections and ends the threads.
 */
public final class RedisEndpoint implements AutoCloseable {
  private static final int THREADS = 2;
  private static final int BACKLOG = 512;
  private static final AdaptiveRecvByteBufAllocator READS =
      new AdaptiveRecvByteBufAllocator(64, 2 << 10, RedisConnection.READ_BYTES_MAX);

  private static final long CLOSE_MILLIS_MAX = 1000;

  private final EventLoopGroup loops;
  private final ChannelGroup channels;
  private final Channel listener;

  private RedisEndpoint(EventLoopGroup loops, ChannelGroup channels, Channel listener) {
    this.loops = loops;
    this.channels = channels;
    this.listener = listener;
  }

  /**
   * Returns once it listens.
   *
   * @throws IOException if the address cannot be bound
   */
  public static RedisEndpoint start(RedisSettings settings, Backend backend) throws IOException {
    boolean epoll = Epoll.isAvailable();
    IoHandlerFactory io = epoll ? EpollIoHandler.newFactory() : NioIoHandler.newFactory();
    Class<? extends ServerChannel> channel =
        epoll ? EpollServerSocketChannel.class : NioServerSocketChannel.class;
    EventLoopGroup loops =
        new MultiThreadIoEventLoopGroup(THREADS, new DefaultThreadFactory("redis", true), io);
    ChannelGroup channels = new DefaultChannelGroup(GlobalEventExecutor.INSTANCE);
    ServerBootstrap bootstrap =
        new ServerBootstrap()
            .group(loops)
            .channel(channel)
            .option(ChannelOption.SO_BACKLOG, BACKLOG)
            .childOption(ChannelOption.SO_KEEPALIVE, true)
            .childOption(ChannelOption.ALLOW_HALF_CLOSURE, true)
            .childOption(ChannelOption.RECVBUF_ALLOCATOR, READS)
            .childHandler(new RedisPipeline(settings, backend, channels));
    if (epoll) {
      // Seconds, as in Redis. The system waits for hours, and a client that has vanished keeps its
      // place until then.
      bootstrap.childOption(EpollChannelOption.TCP_KEEPIDLE, 300);
    }
    var bound = bootstrap.bind(settings.host(), settings.port()).awaitUninterruptibly();
    if (!bound.isSuccess()) {
      loops.shutdownGracefully(0, CLOSE_MILLIS_MAX, TimeUnit.MILLISECONDS);
      throw new IOException(
          "cannot listen on %s:%d for Redis: %s"
              .formatted(settings.host(), settings.port(), reason(bound.cause())),
          bound.cause());
    }
    return new RedisEndpoint(loops, channels, bound.channel());
  }

  /** The system's words alone: epoll puts the name and the number of its call before them. */
  private static String reason(Throwable failure) {
    String text = failure.toString();
    return text.substring(text.lastIndexOf(": ") + 1).strip().toLowerCase(Locale.ROOT);
  }

  /** The port of the listener. */
  public int port() {
    return ((InetSocketAddress) listener.localAddress()).getPort();
  }

  /** Closes all connections; blocks until the threads have ended, at most about a second. */
  @Override
  public void close() {
    listener.close().awaitUninterruptibly(CLOSE_MILLIS_MAX);
    channels.close().awaitUninterruptibly(CLOSE_MILLIS_MAX);
    loops
        .shutdownGracefully(0, CLOSE_MILLIS_MAX, TimeUnit.MILLISECONDS)
        .awaitUninterruptibly(CLOSE_MILLIS_MAX);
  }
}
