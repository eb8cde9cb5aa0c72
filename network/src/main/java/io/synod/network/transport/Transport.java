package io.synod.network.transport;

import io.netty.bootstrap.Bootstrap;
import io.netty.bootstrap.ServerBootstrap;
import io.netty.channel.AdaptiveRecvByteBufAllocator;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFactory;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelOption;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.IoEventLoopGroup;
import io.netty.channel.IoHandlerFactory;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.RecvByteBufAllocator;
import io.netty.channel.ServerChannel;
import io.netty.channel.WriteBufferWaterMark;
import io.netty.channel.epoll.Epoll;
import io.netty.channel.epoll.EpollChannelOption;
import io.netty.channel.epoll.EpollIoHandler;
import io.netty.channel.epoll.EpollServerSocketChannel;
import io.netty.channel.epoll.EpollSocketChannel;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.SocketChannel;
import io.netty.channel.socket.nio.NioServerSocketChannel;
import io.netty.channel.socket.nio.NioSocketChannel;
import io.netty.util.concurrent.DefaultThreadFactory;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.util.Locale;
import java.util.concurrent.ThreadFactory;
import java.util.function.Supplier;

/**
 * The native transport of Linux, or the JDK's own. Channels work only on event loops of the same
 * transport.
 */
public enum Transport {
  EPOLL(EpollIoHandler::newFactory, EpollSocketChannel::new, EpollServerSocketChannel::new),
  NIO(NioIoHandler::newFactory, NioSocketChannel::new, NioServerSocketChannel::new);

  /** System property that forces a transport: {@code epoll} or {@code nio}. */
  public static final String PROPERTY = "synod.network.transport";

  // Requests keep the buffer they came in until they are batched: a buffer that is much larger than
  // what a read brings would cost more memory than any queue's bound says.
  private static final int RECEIVE_BYTES_MIN = 256;
  private static final int RECEIVE_BYTES_INITIAL = 2 << 10;
  private static final int RECEIVE_BYTES_MAX = 1 << 20;

  // A busy connection gives the others of its loop a turn after at most 4 MiB.
  private static final int READS_PER_TURN = 4;

  private static final int BACKLOG = 1024;
  private static final int CONNECT_MILLIS = 5_000;
  private static final int STALLED_MILLIS = 10_000;

  private final Supplier<IoHandlerFactory> ioHandlers;
  private final ChannelFactory<SocketChannel> sockets;
  private final ChannelFactory<ServerChannel> serverSockets;

  Transport(
      Supplier<IoHandlerFactory> ioHandlers,
      ChannelFactory<SocketChannel> sockets,
      ChannelFactory<ServerChannel> serverSockets) {
    this.ioHandlers = ioHandlers;
    this.sockets = sockets;
    this.serverSockets = serverSockets;
  }

  /**
   * Epoll where it is available and {@link #PROPERTY} does not say otherwise, else NIO.
   *
   * @throws IllegalStateException if the property names no transport, or one that is not available
   */
  public static Transport chosen() {
    return chosen(System.getProperty(PROPERTY, ""));
  }

  /** The transport whose channels work on {@code loops}. */
  public static Transport of(EventLoopGroup loops) {
    return loops instanceof IoEventLoopGroup group && group.isIoType(EpollIoHandler.class)
        ? EPOLL
        : NIO;
  }

  static Transport chosen(String forced) {
    return switch (forced.toLowerCase(Locale.ROOT)) {
      case "" -> Epoll.isAvailable() ? EPOLL : NIO;
      case "nio" -> NIO;
      case "epoll" -> requiredEpoll();
      default ->
          throw new IllegalStateException(
              "%s is '%s', neither nio nor epoll".formatted(PROPERTY, forced));
    };
  }

  private static Transport requiredEpoll() {
    if (!Epoll.isAvailable()) {
      throw new IllegalStateException(
          PROPERTY + " is epoll, which is not available", Epoll.unavailabilityCause());
    }
    return EPOLL;
  }

  /**
   * Event loops, whose threads start with their first task.
   *
   * @param name of the threads; a number follows where there are several
   */
  public EventLoopGroup eventLoops(int threads, String name) {
    ThreadFactory named = new NamedThreads(new DefaultThreadFactory(name), name, threads > 1);
    return new MultiThreadIoEventLoopGroup(threads, named, ioHandlers.get());
  }

  /** For connections that are dialled; lacks group and handler. */
  public Bootstrap dialler(WriteBufferWaterMark waterMark) {
    return new Bootstrap()
        .channelFactory(sockets)
        .option(ChannelOption.CONNECT_TIMEOUT_MILLIS, CONNECT_MILLIS)
        .option(ChannelOption.TCP_NODELAY, true)
        .option(ChannelOption.SO_KEEPALIVE, true)
        .option(ChannelOption.RECVBUF_ALLOCATOR, receiveBuffers())
        .option(ChannelOption.WRITE_BUFFER_WATER_MARK, waterMark);
  }

  /** For connections that are accepted; lacks group and handler. */
  public ServerBootstrap listener(WriteBufferWaterMark waterMark) {
    return new ServerBootstrap()
        .channelFactory(serverSockets)
        .option(ChannelOption.SO_REUSEADDR, true)
        .option(ChannelOption.SO_BACKLOG, BACKLOG)
        .childOption(ChannelOption.TCP_NODELAY, true)
        .childOption(ChannelOption.SO_KEEPALIVE, true)
        .childOption(ChannelOption.RECVBUF_ALLOCATOR, receiveBuffers())
        .childOption(ChannelOption.WRITE_BUFFER_WATER_MARK, waterMark);
  }

  /**
   * Lets connections die whose other end takes nothing for ten seconds, where the transport can.
   * Otherwise a healed partition would be noticed as late as TCP's own back-off has grown
   * meanwhile.
   */
  public Bootstrap endStalled(Bootstrap dialler) {
    return this == EPOLL
        ? dialler.option(EpollChannelOption.TCP_USER_TIMEOUT, STALLED_MILLIS)
        : dialler;
  }

  /** The same for connections that are accepted. */
  public ServerBootstrap endStalled(ServerBootstrap listener) {
    return this == EPOLL
        ? listener.childOption(EpollChannelOption.TCP_USER_TIMEOUT, STALLED_MILLIS)
        : listener;
  }

  /**
   * Binds a listener and waits for it; not to be called on an event loop.
   *
   * @param what the port is for, and where it is configured
   * @throws UncheckedIOException if the port cannot be had; names address and purpose
   */
  public static Channel bind(ServerBootstrap listener, InetSocketAddress address, String what) {
    InetSocketAddress resolved = new InetSocketAddress(address.getHostString(), address.getPort());
    ChannelFuture bound = listener.bind(resolved).awaitUninterruptibly();
    if (!bound.isSuccess()) {
      String message =
          "cannot listen on %s:%d for %s: %s"
              .formatted(
                  address.getHostString(), address.getPort(), what, bound.cause().getMessage());
      throw new UncheckedIOException(message, new IOException(message, bound.cause()));
    }
    return bound.channel();
  }

  // Grows with what a read brings: large reads are what bulk copies and large batches live on.
  private static RecvByteBufAllocator receiveBuffers() {
    return new AdaptiveRecvByteBufAllocator(
            RECEIVE_BYTES_MIN, RECEIVE_BYTES_INITIAL, RECEIVE_BYTES_MAX)
        .maxMessagesPerRead(READS_PER_TURN);
  }
}
