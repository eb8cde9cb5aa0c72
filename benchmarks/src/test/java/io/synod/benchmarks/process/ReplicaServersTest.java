package io.synod.benchmarks.process;

import static org.assertj.core.api.Assertions.assertThat;

import io.synod.benchmarks.load.Load;
import io.synod.benchmarks.load.LoadGenerator;
import io.synod.benchmarks.load.LoadListener;
import io.synod.benchmarks.load.Span;
import io.synod.core.settings.Durability;
import io.synod.process.Children;
import io.synod.replica.config.SynodConfig;
import io.synod.replica.config.SynodConfigBuilder;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(300)
final class ReplicaServersTest {
  private static final Span SHORT = new Span(Duration.ofMillis(100), Duration.ofMillis(300));
  private static final Load LOAD = new Load(1, 1, 128);

  private final Children children =
      Children.withJvmOptions(List.of("-Xmx256m", "-XX:TieredStopAtLevel=1"));

  @AfterEach
  void close() {
    children.close();
  }

  @Test
  void a_cluster_finds_nothing_of_the_one_before_it() throws Exception {
    long before;
    try (ReplicaServers servers = start()) {
      servers.awaitLeader();
      try (LoadGenerator generator = new LoadGenerator(servers.target(), LOAD)) {
        generator.start();
        generator.measure(SHORT, LoadListener.SILENT);
      }
      before = decided(servers);
    }

    try (ReplicaServers servers = start()) {
      servers.leader();
      assertThat(decided(servers)).isLessThan(Math.min(5, before));
    }
  }

  private ReplicaServers start() throws InterruptedException {
    SynodConfigBuilder settings =
        SynodConfig.builder().clusterName("test").durability(Durability.SYNC);
    return ReplicaServers.start(
        children, settings, 1, HostedService.idle(8, 0), Placement.TOGETHER);
  }

  private static long decided(ReplicaServers servers) throws InterruptedException {
    return ((Number) servers.status(0).get("decided")).longValue();
  }
}
