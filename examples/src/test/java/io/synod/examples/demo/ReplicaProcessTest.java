package io.synod.examples.demo;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.synod.examples.kv.KvMain;
import io.synod.examples.kv.cluster.KvReplicas;
import io.synod.examples.process.ProcessCluster;
import io.synod.replica.config.FreePorts;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** How one process of the key-value service begins and ends. */
@Timeout(180)
final class ReplicaProcessTest {
  private static final int FAILURE = 1;
  private static final int BAD_USAGE = 2;
  private static final Duration LEADER_TIMEOUT = Duration.ofSeconds(60);

  @TempDir Path directory;

  @Test
  void a_replica_ends_within_two_seconds_when_it_is_told_to() throws Exception {
    try (ProcessCluster cluster = KvReplicas.create(3)) {
      cluster.start();
      int leader = cluster.awaitLeader(LEADER_TIMEOUT);
      // A machine that stands still may spoil one.
      for (int tries = 1; !endsInTime(cluster.process(leader).process()); tries++) {
        assertThat(tries).isLessThan(3);
        cluster.start(leader);
        leader = cluster.awaitLeader(LEADER_TIMEOUT);
      }
      assertThat(cluster.isAlive(leader)).isFalse();
      assertThatThrownBy(cluster::checkAlive)
          .isInstanceOf(IOException.class)
          .hasMessageContaining("replica " + leader + " has ended");
      cluster.delete();
    }
  }

  private static boolean endsInTime(Process process) throws InterruptedException {
    process.toHandle().destroy();
    boolean isInTime = process.waitFor(2, TimeUnit.SECONDS);
    process.waitFor();
    return isInTime;
  }

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
  void what_the_configuration_does_not_allow_is_bad_usage() throws IOException {
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
