package io.synod.network.transport;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.bootstrap.Bootstrap;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.WriteBufferWaterMark;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.UnknownHostException;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.UnresolvedAddressException;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class FailureWordsTest {

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "finishConnect(..) failed with error(-111): Connection refused: /127.0.0.1:7200 | connection refused",
        "finishConnect(..) failed: Connection refused: localhost/127.0.0.1:7200 | connection refused",
        "io_uring read(..) failed with error(-104): Connection reset by peer | connection reset by peer",
        "connection timed out after 2000 ms: db/10.1.1.1:7200 | connection timed out after 2000 ms",
        "Connection refused: /[::1]:7200 | connection refused",
        "Connection reset | connection reset",
        "No route to host | no route to host",
        "connect(..) failed with error(-101): Network is unreachable: /10.1.1.1:7200 | network is unreachable",
        "TLS is wanted: no | TLS is wanted: no"
      })
  void only_the_words_of_the_operating_system_are_left(String message, String words) {
    assertThat(FailureWords.of(new IOException(message))).isEqualTo(words);
  }

  @Test
  void a_name_that_means_nothing_is_an_unknown_host() {
    assertThat(FailureWords.of(new UnknownHostException("db: Name or service not known")))
        .isEqualTo("unknown host");
    assertThat(FailureWords.of(new UnresolvedAddressException())).isEqualTo("unknown host");
    assertThat(FailureWords.of(new ClosedChannelException())).contains("ClosedChannelException");
  }

  @ParameterizedTest
  @EnumSource(
      value = Transport.class,
      names = {"NIO", "EPOLL"})
  void a_port_at_which_nobody_listens_refuses_the_connection(Transport transport) throws Exception {
    if (transport == Transport.EPOLL && Transport.chosen() != Transport.EPOLL) {
      return;
    }
    EventLoopGroup loops = transport.eventLoops(1, "failure-words");
    try (Socket bound = new Socket()) {
      bound.bind(new InetSocketAddress("127.0.0.1", 0));
      Bootstrap dialler = transport.dialler(WriteBufferWaterMark.DEFAULT).group(loops);
      Throwable failure =
          dialler
              .handler(new ChannelInboundHandlerAdapter())
              .connect(bound.getLocalSocketAddress())
              .await()
              .cause();
      assertThat(FailureWords.of(failure)).isEqualTo("connection refused");
    } finally {
      loops.shutdownGracefully(0, 5, TimeUnit.SECONDS).syncUninterruptibly();
    }
  }
}
