package io.synod.benchmarks.yardstick;

import io.netty.channel.Channel;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.WriteBufferWaterMark;
import io.synod.network.transport.Sockets;
import io.synod.network.transport.Transport;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/**
 * A port on loopback with an event loop of its own, which serves all its connections. Any thread.
 */
public final class Listening implements AutoCloseable {
  static final String HOST = "127.0.0.1";
  static final WriteBufferWaterMark WATER_MARK = new WriteBufferWaterMark(2 << 20, 4 << 20);

  private final EventLoopGroup loops;
  private final Channel listener;

  private Listening(EventLoopGroup loops, Channel listener) {
    this.loops = loops;
    this.listener = listener;
  }

  /**
   * Starts the echo, which answers each request at once. Waits until the port is bound.
   *
   * @param port 0: any
   * @throws UncheckedIOException if the port is not available
   */
  public static Listening echo(YardstickSettings settings, int port) {
    return start(
        Transport.chosen().eventLoops(1, "synod-echo"),
        port,
        "the echo",
        channel -> new EchoConnection(channel, settings).addToChannel());
  }

  /**
   * Starts a follower of the skeleton. Waits until the port is bound.
   *
   * @param port 0: any
   * @param directory in which it makes batches durable; null: nowhere
   * @throws UncheckedIOException if the port is not available
   */
  public static Listening follower(int port, Path directory) {
    EventLoopGroup loops = Transport.chosen().eventLoops(1, "synod-skeleton");
    SkeletonDisk disk = directory == null ? null : SkeletonDisk.start(directory, loops);
    try {
      Listening follower =
          start(
              loops,
              port,
              "the skeleton's follower",
              channel ->
                  channel.pipeline().addLast(SkeletonFrame.decoder(), new SkeletonFollower(disk)));
      if (disk != null) {
        follower.listener.closeFuture().addListener(closed -> disk.close());
      }
      return follower;
    } catch (UncheckedIOException cannotListen) {
      if (disk != null) {
        disk.close();
      }
      throw cannotListen;
    }
  }

  /**
   * Waits until the port is bound.
   *
   * @param loops ended with this, also if the port is not available
   * @param port 0: any
   * @param name of the system, for errors
   * @param equip adds the handlers of a connection
   * @throws UncheckedIOException if the port is not available
   */
  static Listening start(EventLoopGroup loops, int port, String name, Consumer<Channel> equip) {
    Sockets sockets = Sockets.of(loops);
    var bootstrap =
        sockets
            .listener(WATER_MARK)
            .group(loops, loops)
            .childHandler(
                new ChannelInitializer<>() {
                  @Override
                  protected void initChannel(Channel channel) {
                    equip.accept(channel);
                  }
                });
    try {
      InetSocketAddress address = new InetSocketAddress(HOST, port);
      return new Listening(loops, sockets.bind(bootstrap, address, name));
    } catch (UncheckedIOException cannotListen) {
      end(loops);
      throw cannotListen;
    }
  }

  public int port() {
    return ((InetSocketAddress) listener.localAddress()).getPort();
  }

  /** Closes the port and all connections, and waits for the thread. */
  @Override
  public void close() {
    // If it ended with its loop, it would still accept connections for a moment.
    listener.close().awaitUninterruptibly();
    end(loops);
  }

  static void end(EventLoopGroup loops) {
    loops.shutdownGracefully(0, 1, TimeUnit.SECONDS).awaitUninterruptibly();
  }
}
