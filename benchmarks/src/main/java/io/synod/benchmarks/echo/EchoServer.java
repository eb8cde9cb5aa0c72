package io.synod.benchmarks.echo;

import io.netty.bootstrap.ServerBootstrap;
import io.netty.channel.Channel;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.WriteBufferWaterMark;
import io.synod.network.transport.Transport;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.util.concurrent.TimeUnit;

/** Listens, and answers each connection on one event loop that they share. Any thread. */
public final class EchoServer implements AutoCloseable {
  private static final WriteBufferWaterMark WATER_MARK = new WriteBufferWaterMark(2 << 20, 4 << 20);

  private final EventLoopGroup loops;
  private final Channel listener;

  private EchoServer(EventLoopGroup loops, Channel listener) {
    this.loops = loops;
    this.listener = listener;
  }

  /**
   * Waits until the port is bound.
   *
   * @param port 0: any
   * @throws UncheckedIOException if the port cannot be had
   */
  public static EchoServer start(EchoSettings settings, int port) {
    Transport transport = Transport.chosen();
    EventLoopGroup loops = transport.eventLoops(1, "synod-echo");
    ServerBootstrap bootstrap =
        transport
            .listener(WATER_MARK)
            .group(loops, loops)
            .childHandler(
                new ChannelInitializer<>() {
                  @Override
                  protected void initChannel(Channel channel) {
                    new EchoConnection(channel, settings).addToChannel();
                  }
                });
    try {
      InetSocketAddress address = new InetSocketAddress("127.0.0.1", port);
      return new EchoServer(loops, Transport.bind(bootstrap, address, "the echo"));
    } catch (UncheckedIOException cannotListen) {
      end(loops);
      throw cannotListen;
    }
  }

  public int port() {
    return ((InetSocketAddress) listener.localAddress()).getPort();
  }

  /** Closes all connections and waits for the thread. */
  @Override
  public void close() {
    end(loops);
  }

  private static void end(EventLoopGroup loops) {
    loops.shutdownGracefully(0, 1, TimeUnit.SECONDS).awaitUninterruptibly();
  }
}
