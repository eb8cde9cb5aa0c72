package io.synod.examples.demo;

import static org.assertj.core.api.Assertions.assertThat;

import io.synod.examples.kv.cluster.Digests;
import io.synod.examples.kv.cluster.KvReplicas;
import io.synod.examples.process.ProcessCluster;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** Three processes over TCP, whose leader is paused and then another one killed, under load. */
@Execution(ExecutionMode.CONCURRENT)
final class ThreeProcessesTest {
  private static final Duration LEADER_TIMEOUT = Duration.ofSeconds(60);
  private static final Duration CATCH_UP_MAX = Duration.ofSeconds(60);
  private static final int ANSWERS = 2000;
  private static final int CLIENTS = 3;

  @Test
  @Timeout(300)
  void neither_a_paused_nor_a_killed_leader_loses_or_repeats_a_write() throws Exception {
    try (ProcessCluster cluster = KvReplicas.create(3)) {
      cluster.start();
      cluster.awaitLeader(LEADER_TIMEOUT);
      try (Load load = Load.start(cluster, CLIENTS)) {
        load.completions().await(ANSWERS);
        int paused = cluster.awaitLeader(LEADER_TIMEOUT);
        cluster.pause(paused);
        load.completions().await(ANSWERS);
        cluster.resume(paused);
        load.completions().await(ANSWERS);
        int killed = cluster.awaitLeader(LEADER_TIMEOUT);
        cluster.kill(killed);
        load.completions().await(ANSWERS);
        cluster.start(killed);
        cluster.awaitCaughtUp(killed, CATCH_UP_MAX);
        load.stop();
        load.audit();
        assertClean(load);
      }
      Digests digests = Digests.converge(cluster);
      assertThat(digests.agree()).as("digests: %s", digests).isTrue();
      cluster.delete();
    }
  }

  private static void assertClean(Load load) {
    assertThat(load.acknowledgedWrites()).isGreaterThan(ANSWERS);
    assertThat(load.verdict().lost()).as("acknowledged writes lost").isZero();
    assertThat(load.verdict().executedTwice()).as("writes executed twice").isZero();
    assertThat(load.verdict().contradicted()).as("wrong answers").isZero();
  }
}
