package io.synod.benchmarks.process;

import static org.assertj.core.api.Assertions.assertThat;

import io.synod.benchmarks.load.Load;
import io.synod.benchmarks.load.LoadGenerator;
import io.synod.benchmarks.load.LoadListener;
import io.synod.benchmarks.load.LoadResult;
import io.synod.benchmarks.load.Span;
import io.synod.benchmarks.load.Workload;
import io.synod.core.settings.Consistency;
import io.synod.core.settings.Durability;
import io.synod.process.Children;
import io.synod.replica.config.SynodConfig;
import io.synod.replica.config.SynodConfigBuilder;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** One replica process of the key-value service, which each test loads from this JVM. */
@Timeout(300)
final class KeyValueServersTest {
  private static final Span WARM_UP = new Span(Duration.ZERO, Duration.ofMillis(100));
  private static final Span SHORT = new Span(Duration.ZERO, Duration.ofMillis(300));
  private static final Load LOAD = new Load(1, 1, 128);

  // A machine may stand still for the whole of a measurement; not for all of them.
  private static final int TRIES = 5;

  private static Children children;
  private static ReplicaServers servers;

  @BeforeAll
  static void start() throws InterruptedException {
    children = Children.withJvmOptions(List.of("-Xmx256m", "-XX:TieredStopAtLevel=1"));
    SynodConfigBuilder settings =
        SynodConfig.builder().clusterName("test").durability(Durability.SYNC);
    servers =
        ReplicaServers.start(children, settings, 1, HostedService.KEY_VALUES, Placement.TOGETHER);
  }

  @AfterAll
  static void close() {
    children.close();
  }

  @Test
  void values_are_read_and_written_by_the_log() throws Exception {
    Load load =
        LOAD.withOutstanding(10).withWorkload(new Workload.KeyValues(20, 50, Consistency.LOG));
    long before = decided();
    Found found = measure(load);

    assertThat(found.load().failed()).isZero();
    assertThat(decided()).isGreaterThan(before);
  }

  @ParameterizedTest
  @EnumSource
  void values_are_read_as_fresh_as_asked_for(Consistency.Kind kind) throws Exception {
    boolean isOrdered = kind == Consistency.Kind.LOG;
    boolean isBounded = kind == Consistency.Kind.BOUNDED;
    Consistency reads = new Consistency(kind, isBounded ? 100_000_000 : 0);
    Load load = LOAD.withOutstanding(10).withWorkload(new Workload.KeyValues(20, 100, reads));
    Found found = measure(load);
    for (int further = 1; further < TRIES && found.isBeyondKeys() != isOrdered; further++) {
      found = measure(load);
    }

    assertThat(found.load().answered()).isPositive();
    assertThat(found.load().failed()).isZero();
    assertThat(found.isBeyondKeys()).isEqualTo(isOrdered);
  }

  /** What a load has brought behind its warm-up. */
  private record Found(LoadResult load, Stations stations) {

    /** Whether more than the writes of all keys was decided. */
    boolean isBeyondKeys() {
      return stations.requests() > 20;
    }
  }

  private static Found measure(Load load) throws InterruptedException {
    try (LoadGenerator generator = new LoadGenerator(servers.target(), load)) {
      generator.start();
      generator.measure(WARM_UP, LoadListener.SILENT);
      List<Map<String, Object>> before = servers.ledStatuses();
      LoadResult result = generator.measure(SHORT, LoadListener.SILENT);
      return new Found(result, Stations.between(before, servers.ledStatuses(), 0));
    }
  }

  private static long decided() throws InterruptedException {
    return ((Number) servers.status(0).get("decided")).longValue();
  }
}
