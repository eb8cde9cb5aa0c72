package io.synod.chaos.hostile.attack;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.InetSocketAddress;
import java.util.List;
import org.junit.jupiter.api.Test;

final class TargetsTest {

  @Test
  void an_address_beyond_this_machine_is_no_target() {
    List<InetSocketAddress> local = List.of(new InetSocketAddress("127.0.0.1", 1));
    List<InetSocketAddress> foreign = List.of(new InetSocketAddress("192.0.2.1", 1));
    assertThatThrownBy(() -> new Targets("c", "terms", local, foreign, local, 1 << 20))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("loopback");
  }
}
