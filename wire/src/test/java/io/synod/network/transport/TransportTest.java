package io.synod.network.transport;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.netty.bootstrap.Bootstrap;
import io.netty.bootstrap.ServerBootstrap;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.WriteBufferWaterMark;
import io.netty.channel.epoll.Epoll;
import io.netty.channel.uring.IoUring;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class TransportTest {

  @Test
  void the_native_transport_is_chosen_where_it_is_available() {
    assertThat(Transport.chosen(""))
        .isEqualTo(Epoll.isAvailable() ? Transport.EPOLL : Transport.NIO);
  }

  @Test
  void a_transport_can_be_forced() {
    assertThat(Transport.chosen("nio")).isEqualTo(Transport.NIO);
  }

  @Test
  void an_unknown_transport_is_refused_by_name() {
    assertThatThrownBy(() -> Transport.chosen("kqueue"))
        .isInstanceOf(IllegalStateException.class)
        .hasMessage("synod.network.transport is 'kqueue', none of nio, epoll and io_uring");
  }

  @Test
  void a_setting_comes_before_what_the_machine_would_choose() {
    assertThat(Transport.named("nio")).isEqualTo(Transport.NIO);
    assertThat(Transport.named("")).isEqualTo(Transport.chosen());
  }

  @Test
  void io_uring_is_taken_or_refused_with_the_reason() {
    if (IoUring.isAvailable()) {
      assertThat(Transport.named("io_uring")).isEqualTo(Transport.IO_URING);
    } else {
      assertThatThrownBy(() -> Transport.named("io_uring"))
          .isInstanceOf(IllegalStateException.class)
          .hasMessageStartingWith("network.transport is io_uring, which is not available here");
    }
  }

  @ParameterizedTest
  @EnumSource
  void event_loops_know_their_transport(Transport transport) throws Exception {
    assumeAvailable(transport);
    EventLoopGroup loops = transport.eventLoops(2, "synod-0-clients");
    try {
      assertThat(Transport.of(loops)).isEqualTo(transport);
      assertThat(Transport.of(loops.next())).isEqualTo(transport);
    } finally {
      loops.shutdownGracefully(0, 0, TimeUnit.SECONDS).sync();
    }
  }

  @ParameterizedTest
  @EnumSource
  void a_port_of_an_unknown_host_says_so(Transport transport) throws Exception {
    assumeAvailable(transport);
    EventLoopGroup loops = transport.eventLoops(1, "synod-0-clients");
    ServerBootstrap listener =
        transport
            .listener(WriteBufferWaterMark.DEFAULT)
            .group(loops)
            .childHandler(new ChannelInboundHandlerAdapter());
    try {
      assertThatThrownBy(
              () ->
                  transport.bind(
                      listener,
                      InetSocketAddress.createUnresolved("no-such-host.invalid", 7101),
                      "peers (key replica.0)"))
          .isInstanceOf(UncheckedIOException.class)
          .hasMessage(
              "cannot listen on no-such-host.invalid:7101 for peers (key replica.0): unknown host");
    } finally {
      loops.shutdownGracefully(0, 0, TimeUnit.SECONDS).sync();
    }
  }

  @ParameterizedTest
  @EnumSource
  void a_transport_that_ends_stalled_connections_sets_a_limit_for_them(Transport transport) {
    assertThat(transport.endsStalled()).isEqualTo(transport != Transport.NIO);
    assertThat(transport.endStalled(new Bootstrap()).config().options().isEmpty())
        .isEqualTo(!transport.endsStalled());
  }

  private static void assumeAvailable(Transport transport) {
    assumeTrue(transport != Transport.IO_URING || IoUring.isAvailable());
    assumeTrue(transport != Transport.EPOLL || Epoll.isAvailable());
  }

  @ParameterizedTest
  @EnumSource
  void a_single_event_loop_has_the_name_it_was_given(Transport transport) throws Exception {
    assumeAvailable(transport);
    EventLoopGroup loops = transport.eventLoops(1, "synod-0-clients");
    try {
      assertThat(loops.submit(() -> Thread.currentThread().getName()).get(10, TimeUnit.SECONDS))
          .isEqualTo("synod-0-clients");
    } finally {
      loops.shutdownGracefully(0, 0, TimeUnit.SECONDS).sync();
    }
  }
}
