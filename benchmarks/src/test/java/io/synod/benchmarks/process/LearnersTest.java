package io.synod.benchmarks.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.synod.benchmarks.load.Load;
import io.synod.benchmarks.load.LoadGenerator;
import io.synod.benchmarks.load.LoadListener;
import io.synod.benchmarks.load.Span;
import io.synod.process.Child;
import io.synod.process.Children;
import io.synod.process.ProcessFailure;
import io.synod.replica.config.SynodConfig;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(120)
final class LearnersTest {
  private static final Span SHORT = new Span(Duration.ofMillis(100), Duration.ofMillis(500));
  private static final Load LOAD = new Load(1, 10, 128);

  // A learner that goes on may catch up before it answers; not each time.
  private static final int TRIES = 5;

  private final Children children =
      Children.withJvmOptions(List.of("-Xmx256m", "-XX:TieredStopAtLevel=1"));

  @AfterEach
  void close() {
    children.close();
  }

  @Test
  void one_that_stood_still_catches_up_and_one_that_ends_by_itself_ends_the_measurement()
      throws Exception {
    try (ReplicaServers servers = start();
        Learners learners = servers.startLearners(2)) {
      load(servers);
      assertThat(learners.awaitAll(servers.leader())).isEqualTo(Learners.Lag.NONE);

      long behind = slotsBehindAfterPause(servers, learners);
      for (int further = 1; further < TRIES && behind == 0; further++) {
        behind = slotsBehindAfterPause(servers, learners);
      }

      assertThat(behind).isPositive();
      assertThat(learners.awaitAll(servers.leader()).slots()).isZero();

      learners.processes().get(1).signal("KILL");

      assertThatThrownBy(() -> measure(servers, learners))
          .isInstanceOf(ProcessFailure.class)
          .hasMessageContaining("learner 2 ended: 137");
      assertThatThrownBy(() -> learners.awaitAll(servers.leader()))
          .isInstanceOf(ProcessFailure.class)
          .hasMessageContaining("learner 2 ended: 137");
    }
  }

  private long slotsBehindAfterPause(ReplicaServers servers, Learners learners)
      throws InterruptedException {
    Child slow = learners.processes().get(1);
    slow.signal("STOP");
    load(servers);
    Learners.Asked asked = learners.ask(servers.leader());
    slow.signal("CONT");

    assertThat(asked.slot()).isPositive();
    assertThat(asked.followers()).as("of the one replica").isEqualTo(2);
    long behind = learners.lag(asked).slots();
    assertThat(behind).isLessThanOrEqualTo(asked.slot());
    return behind;
  }

  @Test
  void a_learner_that_cannot_start_fails_with_the_reason() {
    assertThatThrownBy(() -> Learners.start(children, List.of("nowhere.properties", "8", "0"), 1))
        .isInstanceOf(ProcessFailure.class)
        .hasMessageContaining("learner 1 ended: 1")
        .hasMessageContaining("nowhere.properties");
  }

  private ReplicaServers start() throws InterruptedException {
    return ReplicaServers.start(
        children,
        SynodConfig.builder().clusterName("test"),
        1,
        HostedService.idle(8, 0),
        Placement.TOGETHER);
  }

  /** From this JVM. */
  private static void load(ReplicaServers servers) throws InterruptedException {
    servers.awaitLeader();
    try (LoadGenerator generator = new LoadGenerator(servers.target(), LOAD)) {
      generator.start();
      assertThat(generator.measure(SHORT, LoadListener.SILENT).answered()).isPositive();
    }
  }

  /** By a load process, while nobody may end. */
  private Measured measure(ReplicaServers servers, Learners learners) throws InterruptedException {
    ChildServers followed = GivenServers.followed(servers, learners);
    return LoadRun.measure(children, followed, LOAD, SHORT, LoadListener.SILENT);
  }
}
