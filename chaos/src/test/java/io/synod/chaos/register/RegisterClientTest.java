package io.synod.chaos.register;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.synod.client.SynodClient;
import io.synod.replica.config.FreePorts;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
final class RegisterClientTest {

  @Test
  void a_register_that_cannot_be_read_at_the_end_fails_the_run() throws Exception {
    int nobody = FreePorts.find(1).get(0);
    try (SynodClient connection =
        SynodClient.builder()
            .cluster("processes")
            .replicas(List.of(InetSocketAddress.createUnresolved("127.0.0.1", nobody)))
            .requestTimeout(Duration.ofMillis(100))
            .build()) {
      Registers registers = new Registers(1, 1, () -> {});
      RegisterClient client = new RegisterClient(1, connection, registers, 1, Duration.ZERO);
      assertThatThrownBy(() -> client.readAll(Duration.ofMillis(300)))
          .isInstanceOf(IOException.class)
          .hasMessageContaining("register 0 cannot be read");
    }
  }
}
