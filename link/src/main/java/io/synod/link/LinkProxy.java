package io.synod.link;

import io.netty.bootstrap.Bootstrap;
import io.netty.bootstrap.ServerBootstrap;
import io.netty.channel.Channel;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.WriteBufferWaterMark;
import io.synod.network.transport.Sockets;
import java.net.InetSocketAddress;

/** Listens for one process that dials another one. Once it listens, confined to the event loop. */
final class LinkProxy {
  private static final String HOST = "127.0.0.1";
  private static final WriteBufferWaterMark WATER_MARK =
      new WriteBufferWaterMark(64 << 10, 256 << 10);

  private final OneWay outward;
  private final OneWay homeward;
  private final Bootstrap target;
  private final Channel listener;

  private LinkProxy(EventLoopGroup loop, OneWay outward, OneWay homeward, int targetPort) {
    this.outward = outward;
    this.homeward = homeward;
    Sockets sockets = Sockets.of(loop);
    target =
        sockets
            .dialler(WATER_MARK)
            .group(loop)
            .option(ChannelOption.AUTO_READ, false)
            .remoteAddress(HOST, targetPort);
    ServerBootstrap server =
        sockets
            .listener(WATER_MARK)
            .group(loop)
            .childOption(ChannelOption.AUTO_READ, false)
            .childHandler(new Accepted());
    listener = sockets.bind(server, new InetSocketAddress(HOST, 0), "a link");
  }

  /**
   * Listens on a free port; blocks until it does.
   *
   * @param loop has one thread
   */
  static LinkProxy listen(EventLoopGroup loop, OneWay outward, OneWay homeward, int targetPort) {
    return new LinkProxy(loop, outward, homeward, targetPort);
  }

  int port() {
    return ((InetSocketAddress) listener.localAddress()).getPort();
  }

  private final class Accepted extends ChannelInitializer<Channel> {

    @Override
    protected void initChannel(Channel channel) {
      new Connection(outward, homeward, target, channel).begin();
    }
  }
}
