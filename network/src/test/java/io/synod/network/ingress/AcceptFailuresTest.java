package io.synod.network.ingress;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.bootstrap.ServerBootstrap;
import io.netty.channel.Channel;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.WriteBufferWaterMark;
import io.synod.network.LogLines;
import io.synod.network.transport.Transport;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class AcceptFailuresTest {

  @Test
  void a_port_that_can_take_no_connection_says_why_in_one_line() throws Exception {
    EventLoopGroup loops = Transport.NIO.eventLoops(1, "synod-port");
    ServerBootstrap listener =
        Transport.NIO
            .listener(WriteBufferWaterMark.DEFAULT)
            .group(loops)
            .childHandler(new ChannelInboundHandlerAdapter());
    try (LogLines lines = new LogLines("io.synod.network.transport")) {
      Channel port =
          Transport.NIO.bind(
              listener, new InetSocketAddress("127.0.0.1", 0), "clients (key replica.0)");
      IOException failure =
          new IOException("accept(..) failed with error(-24): Too many open files");
      for (int time = 0; time < 3; time++) {
        port.eventLoop().submit(() -> port.pipeline().fireExceptionCaught(failure)).sync();
      }
      assertThat(lines.first())
          .containsExactly(
              "cannot take a connection on 127.0.0.1:0 for clients (key replica.0): too many open"
                  + " files; tries again each second");
    } finally {
      loops.shutdownGracefully(0, 0, TimeUnit.SECONDS).sync();
    }
  }
}
