package io.synod.replica.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.BindException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

final class FreePortsTest {

  @Test
  void no_port_is_given_twice() {
    List<Integer> ports = new ArrayList<>();
    for (int call = 0; call < 20; call++) {
      ports.addAll(FreePorts.find(10));
    }
    assertThat(ports).doesNotHaveDuplicates();
  }

  @Test
  void another_process_cannot_be_given_a_port_of_the_same_block() {
    int port = FreePorts.find(1).get(0);
    int firstOfBlock = port - port % 100;
    assertThatThrownBy(() -> new ServerSocket(firstOfBlock, 1, InetAddress.getLoopbackAddress()))
        .isInstanceOf(BindException.class);
  }

  @Test
  void a_given_port_can_be_listened_on_and_is_none_that_systems_give_to_clients() throws Exception {
    int port = FreePorts.find(1).get(0);
    assertThat(port).isBetween(1024, 32_767);
    try (ServerSocket socket = new ServerSocket(port, 1, InetAddress.getLoopbackAddress())) {
      assertThat(socket.isBound()).isTrue();
    }
  }
}
