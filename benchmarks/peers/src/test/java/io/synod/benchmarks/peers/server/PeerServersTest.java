package io.synod.benchmarks.peers.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.synod.benchmarks.load.Load;
import io.synod.benchmarks.load.LoadListener;
import io.synod.benchmarks.load.Span;
import io.synod.benchmarks.peers.aeron.AeronPeer;
import io.synod.benchmarks.peers.jraft.JRaftPeer;
import io.synod.benchmarks.peers.ratis.RatisPeer;
import io.synod.benchmarks.process.LoadRun;
import io.synod.benchmarks.process.Measured;
import io.synod.process.Children;
import io.synod.process.ProcessFailure;
import io.synod.process.Program;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Every peer for a moment, in real processes: too short for figures. */
@Timeout(120)
final class PeerServersTest {
  private static final Span SHORT = new Span(Duration.ofMillis(100), Duration.ofMillis(500));
  private static final Load SMALL = new Load(2, 40, 128);
  private static final Load LARGE = new Load(1, 2, 20_000);
  private static final int ANSWER_BYTES = 24;

  private final Children children =
      Children.withJvmOptions(List.of("-Xmx256m", "-XX:TieredStopAtLevel=1"));

  @AfterEach
  void close() {
    children.close();
  }

  @Test
  void a_replica_that_ends_is_a_failure_with_the_end_of_its_log() {
    Program broken = new Program(ServerArguments.class, List.of());
    Peer peer = new Peer("broken", 3, broken, broken, "", "");

    assertThatThrownBy(() -> PeerServers.start(children, peer, Durability.MEMORY, ANSWER_BYTES))
        .isInstanceOf(ProcessFailure.class)
        .hasMessageContaining("broken 0 ended: 1")
        .hasMessageContaining("main");
  }

  @Test
  void aeron_answers_requests_of_several_fragments_in_memory() throws Exception {
    assertAnswers(measure(AeronPeer.plan(children, 3), Durability.MEMORY, LARGE));
  }

  @Test
  void ratis_answers_durably() throws Exception {
    assertAnswers(measure(RatisPeer.plan(3), Durability.DURABLE, SMALL));
  }

  @Test
  void jraft_answers_durably() throws Exception {
    assertAnswers(measure(JRaftPeer.plan(3), Durability.DURABLE, SMALL));
  }

  private Measured measure(Peer peer, Durability durability, Load load) throws Exception {
    try (PeerServers servers = PeerServers.start(children, peer, durability, ANSWER_BYTES)) {
      return LoadRun.measure(children, servers, load, SHORT, LoadListener.SILENT);
    }
  }

  /** The load has checked that each has the service's length; another one ends it. */
  private static void assertAnswers(Measured measured) {
    assertThat(measured.load().answered()).isPositive();
    assertThat(measured.load().failed()).isZero();
    assertThat(measured.load().latencies().getTotalCount()).isEqualTo(measured.load().answered());
    assertThat(measured.leaderCpuNanos()).isBetween(1L, measured.cpuNanos());
  }
}
