package io.synod.examples.demo;

import static org.assertj.core.api.Assertions.assertThat;

import io.synod.examples.kv.KvMain;
import io.synod.replica.config.FreePorts;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What keeps a process of the key-value service from starting. */
@Timeout(180)
final class ReplicaProcessTest {
  private static final int FAILURE = 1;
  private static final int BAD_USAGE = 2;

  @TempDir Path directory;

  @Test
  void a_port_in_use_is_a_failure() throws IOException {
    try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      List<Integer> ports = FreePorts.find(2);
      Path config = config("127.0.0.1:%d:%d".formatted(ports.get(0), ports.get(1)));
      assertThat(KvMain.run(config, 0, taken.getLocalPort(), List.of())).isEqualTo(FAILURE);
      Path clash = config("127.0.0.1:%d:%d".formatted(ports.get(0), taken.getLocalPort()));
      assertThat(KvMain.run(clash, 0, 0, List.of())).isEqualTo(FAILURE);
    }
  }

  @Test
  void options_that_the_configuration_does_not_allow_are_bad_usage() throws IOException {
    Path config = config("127.0.0.1:7100:7200");
    assertThat(KvMain.run(config, 1, 0, List.of())).isEqualTo(BAD_USAGE);
    assertThat(KvMain.run(config, 0, 0, List.of("no.such=key"))).isEqualTo(BAD_USAGE);
    assertThat(KvMain.run(config, 0, 0, List.of("network.max-frame=5MiB"))).isEqualTo(BAD_USAGE);
    assertThat(KvMain.run(directory.resolve("none"), 0, 0, List.of())).isEqualTo(BAD_USAGE);
  }

  private Path config(String address) throws IOException {
    String text = "cluster.name = test\ndurability = memory\nreplica.0 = %s\n".formatted(address);
    return Files.writeString(directory.resolve("test.properties"), text);
  }
}
