package io.synod.network.peer;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.bootstrap.Bootstrap;
import io.netty.channel.ChannelException;
import io.netty.channel.EventLoop;
import io.netty.channel.EventLoopGroup;
import io.synod.network.transport.Transport;
import java.net.InetSocketAddress;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Replica 2, which dials replica 1. */
@Timeout(60)
class DiallerTest {
  private static final InetSocketAddress ANYWHERE = new InetSocketAddress("127.0.0.1", 9);

  private final EventLoopGroup loops = Transport.NIO.eventLoops(1, "synod-dials");
  private final EventLoop loop = loops.next();
  private final CountDownLatch dials = new CountDownLatch(2);
  private final PeerPort port =
      new PeerPort(
          PeerFixture.settings(2, PeerFixture.UNKNOWN, ANYWHERE, PeerFixture.UNKNOWN),
          new RecordingListener(),
          System::nanoTime,
          () -> 7);

  @AfterEach
  void endLoops() {
    loops.shutdownGracefully(0, 1, TimeUnit.SECONDS);
  }

  @Test
  void dials_again_when_there_was_no_socket_to_be_had() throws Exception {
    Bootstrap base =
        new Bootstrap()
            .group(loop)
            .channelFactory(
                () -> {
                  dials.countDown();
                  throw new ChannelException("too many open files");
                });
    PeerLink link = new PeerLink(1, port);
    Dialler dialler = new Dialler(base, port, link);
    link.dialledBy(dialler);
    loop.submit(dialler::update).sync();

    assertThat(dials.await(30, TimeUnit.SECONDS)).isTrue();
    assertThat(loop.submit(dialler::isFailing).get()).isTrue();
    loop.submit(dialler::close).sync();
  }
}
