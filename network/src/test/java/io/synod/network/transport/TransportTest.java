package io.synod.network.transport;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.netty.channel.EventLoopGroup;
import io.netty.channel.epoll.Epoll;
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
        .hasMessage("synod.network.transport is 'kqueue', neither nio nor epoll");
  }

  @ParameterizedTest
  @EnumSource
  void a_single_event_loop_has_the_name_it_was_given(Transport transport) throws Exception {
    EventLoopGroup loops = transport.eventLoops(1, "synod-0-clients");
    try {
      assertThat(loops.submit(() -> Thread.currentThread().getName()).get(10, TimeUnit.SECONDS))
          .isEqualTo("synod-0-clients");
    } finally {
      loops.shutdownGracefully(0, 0, TimeUnit.SECONDS).sync();
    }
  }
}
