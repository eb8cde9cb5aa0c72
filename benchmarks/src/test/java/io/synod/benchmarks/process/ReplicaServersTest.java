package io.synod.benchmarks.process;

import static org.assertj.core.api.Assertions.assertThat;

import io.synod.benchmarks.load.Load;
import io.synod.benchmarks.load.LoadListener;
import io.synod.benchmarks.load.Span;
import io.synod.benchmarks.load.Workload;
import io.synod.core.settings.Consistency;
import io.synod.core.settings.Durability;
import io.synod.process.Children;
import io.synod.replica.config.SynodConfig;
import io.synod.replica.config.SynodConfigBuilder;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

@Timeout(300)
final class ReplicaServersTest {
  private static final Span SHORT = new Span(Duration.ofMillis(100), Duration.ofMillis(300));
  private static final Load LOAD = new Load(1, 1, 128, 1);

  // A machine may stand still for the whole of a measurement; not for all of them.
  private static final int TRIES = 5;

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
      LoadRun.measure(children, servers, LOAD, SHORT, LoadListener.SILENT);
      before = decided(servers);
    }

    try (ReplicaServers servers = start()) {
      servers.leader();
      assertThat(decided(servers)).isLessThan(Math.min(5, before));
    }
  }

  @Test
  void values_are_read_and_written_by_the_log() throws Exception {
    Load load = LOAD.withOutstanding(10).withWorkload(new Workload.KeyValues(20, 50));
    try (ReplicaServers servers = start(HostedService.KEY_VALUES)) {
      Measured measured = LoadRun.measure(children, servers, load, SHORT, LoadListener.SILENT);

      assertThat(measured.load().failed()).isZero();
      assertThat(decided(servers)).isPositive();
    }
  }

  @ParameterizedTest
  @EnumSource
  void values_are_read_as_fresh_as_asked_for(Consistency.Kind kind) throws Exception {
    boolean isOrdered = kind == Consistency.Kind.LOG;
    boolean isBounded = kind == Consistency.Kind.BOUNDED;
    Consistency reads = new Consistency(kind, isBounded ? 100_000_000 : 0);
    Load load = LOAD.withOutstanding(10).withWorkload(new Workload.KeyValues(20, 100, reads));
    try (ReplicaServers servers = start(HostedService.KEY_VALUES)) {
      Measured measured = LoadRun.measure(children, servers, load, SHORT, LoadListener.SILENT);
      for (int further = 1; further < TRIES && isOrdered && !isBeyondKeys(measured); further++) {
        measured = LoadRun.measure(children, servers, load, SHORT, LoadListener.SILENT);
      }

      assertThat(measured.load().answered()).isPositive();
      assertThat(measured.load().failed()).isZero();
      assertThat(isBeyondKeys(measured)).isEqualTo(isOrdered);
    }
  }

  /** Whether more than the writes of all keys was decided. */
  private static boolean isBeyondKeys(Measured measured) {
    return measured.stations().requests() > 20;
  }

  private ReplicaServers start() throws InterruptedException {
    return start(HostedService.idle(8, 0));
  }

  private ReplicaServers start(HostedService service) throws InterruptedException {
    SynodConfigBuilder settings =
        SynodConfig.builder().clusterName("test").durability(Durability.SYNC);
    return ReplicaServers.start(children, settings, 1, service, Placement.TOGETHER);
  }

  private static long decided(ReplicaServers servers) throws InterruptedException {
    return ((Number) servers.status(0).get("decided")).longValue();
  }
}
