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
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** One replica process of the key-value service, which each test loads. */
@Timeout(300)
final class KeyValueServersTest {
  private static final Span SHORT = new Span(Duration.ofMillis(100), Duration.ofMillis(300));
  private static final Load LOAD = new Load(1, 1, 128, 1);

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
    Measured measured = LoadRun.measure(children, servers, load, SHORT, LoadListener.SILENT);

    assertThat(measured.load().failed()).isZero();
    assertThat(decided()).isGreaterThan(before);
  }

  @ParameterizedTest
  @EnumSource
  void values_are_read_as_fresh_as_asked_for(Consistency.Kind kind) throws Exception {
    boolean isOrdered = kind == Consistency.Kind.LOG;
    boolean isBounded = kind == Consistency.Kind.BOUNDED;
    Consistency reads = new Consistency(kind, isBounded ? 100_000_000 : 0);
    Load load = LOAD.withOutstanding(10).withWorkload(new Workload.KeyValues(20, 100, reads));
    Measured measured = LoadRun.measure(children, servers, load, SHORT, LoadListener.SILENT);
    for (int further = 1; further < TRIES && isBeyondKeys(measured) != isOrdered; further++) {
      measured = LoadRun.measure(children, servers, load, SHORT, LoadListener.SILENT);
    }

    assertThat(measured.load().answered()).isPositive();
    assertThat(measured.load().failed()).isZero();
    assertThat(isBeyondKeys(measured)).isEqualTo(isOrdered);
  }

  /** Whether more than the writes of all keys was decided. */
  private static boolean isBeyondKeys(Measured measured) {
    return measured.stations().requests() > 20;
  }

  private static long decided() throws InterruptedException {
    return ((Number) servers.status(0).get("decided")).longValue();
  }
}
