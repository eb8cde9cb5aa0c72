package io.synod.network.transport;

import io.netty.bootstrap.AbstractBootstrap;
import io.netty.bootstrap.Bootstrap;
import io.netty.bootstrap.ServerBootstrap;
import io.netty.channel.AdaptiveRecvByteBufAllocator;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFactory;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelOption;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.FixedRecvByteBufAllocator;
import io.netty.channel.IoEventLoopGroup;
import io.netty.channel.IoHandlerFactory;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.RecvByteBufAllocator;
import io.netty.channel.ServerChannel;
import io.netty.channel.WriteBufferWaterMark;
import io.netty.channel.epoll.Epoll;
import io.netty.channel.epoll.EpollChannelOption;
import io.netty.channel.epoll.EpollDatagramChannel;
import io.netty.channel.epoll.EpollIoHandler;
import io.netty.channel.epoll.EpollServerSocketChannel;
import io.netty.channel.epoll.EpollSocketChannel;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.DatagramChannel;
import io.netty.channel.socket.SocketChannel;
import io.netty.channel.socket.nio.NioDatagramChannel;
import io.netty.channel.socket.nio.NioServerSocketChannel;
import io.netty.channel.socket.nio.NioSocketChannel;
import io.netty.channel.uring.IoUring;
import io.netty.channel.uring.IoUringChannelOption;
import io.netty.channel.uring.IoUringDatagramChannel;
import io.netty.channel.uring.IoUringIoHandler;
import io.netty.channel.uring.IoUringServerSocketChannel;
import io.netty.channel.uring.IoUringSocketChannel;
import io.netty.util.concurrent.DefaultThreadFactory;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.util.Locale;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ThreadFactory;
import java.util.function.Supplier;

/**
 * The native transports of Linux, or the JDK's own. Channels work only on event loops of the same
 * transport.
 */
public enum Transport implements Sockets {
  EPOLL(
      EpollIoHandler::newFactory,
      EpollSocketChannel::new,
      EpollServerSocketChannel::new,
      EpollDatagramChannel::new),
  IO_URING(
      IoUringIoHandler::newFactory,
      IoUringSocketChannel::new,
      IoUringServerSocketChannel::new,
      IoUringDatagramChannel::new),
  NIO(
      NioIoHandler::newFactory,
      NioSocketChannel::new,
      NioServerSocketChannel::new,
      NioDatagramChannel::new);

  /** System property that forces a transport: {@code epoll}, {@code io_uring} or {@code nio}. */
  public static final String PROPERTY = "synod.network.transport";

  // Requests keep the buffer they came in until they are batched: a buffer that is much larger than
  // what a read brings would cost more memory than any queue's bound says.
  private static final int RECEIVE_BYTES_MIN = 256;
  private static final int RECEIVE_BYTES_INITIAL = 2 << 10;
  private static final int RECEIVE_BYTES_MAX = 1 << 20;
  private static final int STRANGERS_RECEIVE_BYTES_MAX = 256 << 10;

  // A busy connection lets the others of its loop continue after at most 4 MiB, one of a stranger
  // after 1 MiB.
  private static final int READS_PER_CYCLE = 4;

  // No datagram is larger; what is longer than the buffer it is read into is cut off.
  private static final int DATAGRAM_BYTES = 64 << 10;

  // Its event loop then turns to the connections.
  private static final int DATAGRAMS_PER_CYCLE = 64;

  // One system call of epoll reads as many as there are, up to this.
  private static final int DATAGRAMS_PER_READ = 4;

  // What arrives while the event loop does something else waits here or is lost; the kernel grants
  // as much of it as its own limits say (net.core.rmem_max, net.core.wmem_max).
  private static final int DATAGRAM_SOCKET_BYTES = 4 << 20;

  private static final int BACKLOG = 1024;
  private static final int CONNECT_MILLIS = 5_000;
  private static final int STALLED_MILLIS = 10_000;

  private final Supplier<IoHandlerFactory> ioHandlers;
  private final ChannelFactory<SocketChannel> sockets;
  private final ChannelFactory<ServerChannel> serverSockets;
  private final ChannelFactory<DatagramChannel> datagramSockets;

  Transport(
      Supplier<IoHandlerFactory> ioHandlers,
      ChannelFactory<SocketChannel> sockets,
      ChannelFactory<ServerChannel> serverSockets,
      ChannelFactory<DatagramChannel> datagramSockets) {
    this.ioHandlers = ioHandlers;
    this.sockets = sockets;
    this.serverSockets = serverSockets;
    this.datagramSockets = datagramSockets;
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
    if (!(loops instanceof IoEventLoopGroup group)) {
      return NIO;
    }
    if (group.isIoType(EpollIoHandler.class)) {
      return EPOLL;
    }
    return group.isIoType(IoUringIoHandler.class) ? IO_URING : NIO;
  }

  /**
   * The transport of this name, in lower case; where it is empty, as {@link #chosen()}.
   *
   * @throws IllegalStateException if there is none of this name, or it is not available
   */
  public static Transport named(String name) {
    return name.isEmpty() ? chosen() : required("network.transport", name);
  }

  static Transport chosen(String forced) {
    if (forced.isEmpty()) {
      return Epoll.isAvailable() ? EPOLL : NIO;
    }
    return required(PROPERTY, forced);
  }

  private static Transport required(String origin, String name) {
    return switch (name.toLowerCase(Locale.ROOT)) {
      case "nio" -> NIO;
      case "epoll" -> available(EPOLL, origin, Epoll.unavailabilityCause());
      case "io_uring" -> available(IO_URING, origin, IoUring.unavailabilityCause());
      default ->
          throw new IllegalStateException(
              "%s is '%s', none of nio, epoll and io_uring".formatted(origin, name));
    };
  }

  private static Transport available(Transport transport, String origin, Throwable cause) {
    if (cause != null) {
      throw new IllegalStateException(
          "%s is %s, which is not available here: %s"
              .formatted(origin, transport.name().toLowerCase(Locale.ROOT), cause.getMessage()),
          cause);
    }
    return transport;
  }

  @Override
  public EventLoopGroup eventLoops(int threads, String name) {
    ThreadFactory named = new NamedThreads(new DefaultThreadFactory(name), name, threads > 1);
    return new MultiThreadIoEventLoopGroup(threads, named, ioHandlers.get());
  }

  @Override
  public Bootstrap dialler(WriteBufferWaterMark waterMark) {
    return new Bootstrap()
        .channelFactory(sockets)
        .option(ChannelOption.CONNECT_TIMEOUT_MILLIS, CONNECT_MILLIS)
        .option(ChannelOption.TCP_NODELAY, true)
        .option(ChannelOption.SO_KEEPALIVE, true)
        .option(ChannelOption.RECVBUF_ALLOCATOR, receiveBuffers(RECEIVE_BYTES_MAX))
        .option(ChannelOption.WRITE_BUFFER_WATER_MARK, waterMark);
  }

  @Override
  public ServerBootstrap listener(WriteBufferWaterMark waterMark) {
    return new ServerBootstrap()
        .channelFactory(serverSockets)
        .option(ChannelOption.SO_REUSEADDR, true)
        .option(ChannelOption.SO_BACKLOG, BACKLOG)
        .childOption(ChannelOption.TCP_NODELAY, true)
        .childOption(ChannelOption.SO_KEEPALIVE, true)
        .childOption(ChannelOption.RECVBUF_ALLOCATOR, receiveBuffers(RECEIVE_BYTES_MAX))
        .childOption(ChannelOption.WRITE_BUFFER_WATER_MARK, waterMark);
  }

  @Override
  public ServerBootstrap strangers(WriteBufferWaterMark waterMark) {
    return listener(waterMark)
        .childOption(ChannelOption.RECVBUF_ALLOCATOR, receiveBuffers(STRANGERS_RECEIVE_BYTES_MAX));
  }

  @Override
  public Bootstrap datagrams(WriteBufferWaterMark waterMark) {
    boolean several = this == EPOLL;
    int bytesRead = several ? DATAGRAMS_PER_READ * DATAGRAM_BYTES : DATAGRAM_BYTES;
    Bootstrap socket =
        new Bootstrap()
            .channelFactory(datagramSockets)
            .option(ChannelOption.SO_RCVBUF, DATAGRAM_SOCKET_BYTES)
            .option(ChannelOption.SO_SNDBUF, DATAGRAM_SOCKET_BYTES)
            .option(
                ChannelOption.RECVBUF_ALLOCATOR,
                new FixedRecvByteBufAllocator(bytesRead).maxMessagesPerRead(DATAGRAMS_PER_CYCLE))
            .option(ChannelOption.WRITE_BUFFER_WATER_MARK, waterMark);
    return several
        ? socket.option(EpollChannelOption.MAX_DATAGRAM_PAYLOAD_SIZE, DATAGRAM_BYTES)
        : socket;
  }

  @Override
  public Bootstrap endStalled(Bootstrap dialler) {
    ChannelOption<Integer> stalled = stalledOption();
    return stalled == null ? dialler : dialler.option(stalled, STALLED_MILLIS);
  }

  @Override
  public ServerBootstrap endStalled(ServerBootstrap listener) {
    ChannelOption<Integer> stalled = stalledOption();
    return stalled == null ? listener : listener.childOption(stalled, STALLED_MILLIS);
  }

  /** The JDK's sockets know no limit for what the other end does not acknowledge. */
  @Override
  public boolean endsStalled() {
    return stalledOption() != null;
  }

  private ChannelOption<Integer> stalledOption() {
    return switch (this) {
      case EPOLL -> EpollChannelOption.TCP_USER_TIMEOUT;
      case IO_URING -> IoUringChannelOption.TCP_USER_TIMEOUT;
      case NIO -> null;
    };
  }

  @Override
  public CompletableFuture<InetSocketAddress> lookUp(InetSocketAddress address) {
    return LookUp.of(address);
  }

  @Override
  public Channel bind(AbstractBootstrap<?, ?> socket, InetSocketAddress address, String what) {
    InetSocketAddress resolved = new InetSocketAddress(address.getHostString(), address.getPort());
    if (resolved.isUnresolved()) {
      throw cannotListen(address, what, new UnknownHostException("unknown host"));
    }
    ChannelFuture bound = socket.bind(resolved).awaitUninterruptibly();
    if (!bound.isSuccess()) {
      throw cannotListen(address, what, bound.cause());
    }
    if (bound.channel() instanceof ServerChannel port) {
      port.pipeline().addLast(new AcceptFailures(address, what));
    }
    return bound.channel();
  }

  private static UncheckedIOException cannotListen(
      InetSocketAddress address, String what, Throwable cause) {
    String message =
        "cannot listen on %s for %s: %s"
            .formatted(HostPort.text(address), what, FailureWords.ofListening(cause));
    return new UncheckedIOException(message, new IOException(message, cause));
  }

  // Grows with what a read brings: large reads are what bulk copies and large batches live on.
  private static RecvByteBufAllocator receiveBuffers(int bytesMax) {
    return new AdaptiveRecvByteBufAllocator(RECEIVE_BYTES_MIN, RECEIVE_BYTES_INITIAL, bytesMax)
        .maxMessagesPerRead(READS_PER_CYCLE);
  }
}
