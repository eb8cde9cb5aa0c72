package io.synod.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.netty.channel.EventLoopGroup;
import io.netty.channel.epoll.Epoll;
import io.synod.network.transport.Transport;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
final class ClientLoopTest {

  @Test
  void a_channel_that_the_loop_does_not_take_is_a_connection_that_has_failed() {
    assumeTrue(Epoll.isAvailable());
    EventLoopGroup loops = Transport.NIO.eventLoops(1, "synod-client-loop");
    try (FakeReplica replica = new FakeReplica(0)) {
      ClientSettings settings =
          SynodClient.builder()
              .cluster(FakeReplica.CLUSTER)
              .replicas(replica.text())
              .requestTimeout(Duration.ofSeconds(3))
              .settings();
      ClientLoop client = new ClientLoop(loops.next(), Transport.EPOLL, settings, 1);
      client.start();
      Request request = Request.update(new byte[1]);
      client.send(request);
      assertThat(request)
          .failsWithin(Duration.ofSeconds(20))
          .withThrowableThat()
          .withCauseInstanceOf(RequestFailedException.class)
          .withMessageContaining("incompatible event loop");
    } finally {
      loops.shutdownGracefully(0, 5, TimeUnit.SECONDS).syncUninterruptibly();
    }
  }
}
