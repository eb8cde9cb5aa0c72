package io.synod.benchmarks.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.synod.benchmarks.load.Load;
import io.synod.benchmarks.load.LoadListener;
import io.synod.benchmarks.load.Span;
import io.synod.benchmarks.process.HostedService;
import io.synod.benchmarks.process.LoadRun;
import io.synod.benchmarks.process.RunningServers;
import io.synod.core.settings.Durability;
import io.synod.link.LinkShape;
import io.synod.process.Children;
import io.synod.process.ProcessFailure;
import io.synod.replica.config.ThreadLayout;
import io.synod.service.ExecutionContext;
import io.synod.service.Service;
import io.synod.service.ServiceException;
import io.synod.service.Snapshot;
import java.io.ByteArrayOutputStream;
import java.io.InputStream;
import java.io.PrintStream;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Clusters that run already; too short for figures. */
@Timeout(120)
final class RunningBenchTest {
  private static final int QUEUE_BYTES = 1 << 20;
  private static final BenchOptions OPTIONS =
      new BenchOptions(
          3,
          List.of(ThreadLayout.MERGED),
          List.of(Durability.MEMORY),
          List.of(),
          LinkShape.STRAIGHT,
          List.of(),
          new Load(2, 20, 128),
          HostedService.idle(8, 0),
          new Span(Duration.ofMillis(200), Duration.ofMillis(500)),
          1,
          List.of("-Xmx256m"));

  private final PrintStream progress = new PrintStream(new ByteArrayOutputStream());

  @Test
  void a_running_cluster_is_measured() throws Exception {
    try (EmbeddedCluster cluster = EmbeddedCluster.start(QUEUE_BYTES)) {
      Report report = RunningBench.run(OPTIONS, cluster.config(), progress);
      assertThat(report.medians()).containsOnlyKeys("cluster overload");
      assertThat(report.medians().get("cluster overload").load().answeredPerSecond()).isPositive();
    }
  }

  @Test
  void the_error_says_that_the_service_rejects_the_requests() throws Exception {
    try (EmbeddedCluster cluster = EmbeddedCluster.start(QUEUE_BYTES, Refusing::new)) {
      assertThatThrownBy(() -> RunningBench.run(OPTIONS, cluster.config(), progress))
          .isInstanceOf(ProcessFailure.class)
          .hasMessageStartingWith("no request was answered: ")
          .hasMessageContaining("not a command")
          .hasMessageContaining("NullService")
          .hasMessageNotContaining("\tat ");
    }
  }

  @Test
  void the_cost_of_a_cluster_that_has_lost_a_replica_meanwhile_is_not_reported() throws Exception {
    try (EmbeddedCluster cluster = EmbeddedCluster.start(QUEUE_BYTES);
        Children children = Children.withJvmOptions(OPTIONS.jvmOptions());
        RunningServers servers = new RunningServers(cluster.config())) {
      LoadListener loses =
          new LoadListener() {
            private boolean measures;

            @Override
            public void onMeasuring() {
              measures = true;
            }

            @Override
            public void onSecond(long answered) {
              if (measures) {
                measures = false;
                cluster.endFollower();
              }
            }
          };
      Span span = new Span(Duration.ofMillis(200), Duration.ofMillis(1500));
      assertThatThrownBy(() -> LoadRun.measure(children, servers, OPTIONS.load(), span, loses))
          .isInstanceOf(ProcessFailure.class)
          .hasMessageContaining("reported when the measurement began");
    }
  }

  private static final class Refusing implements Service {

    @Override
    public byte[] execute(ByteBuffer request, ExecutionContext context) throws ServiceException {
      throw new ServiceException("not a command");
    }

    @Override
    public Snapshot snapshot() {
      return out -> {};
    }

    @Override
    public void restore(InputStream in) {}
  }
}
