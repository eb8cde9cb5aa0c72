package io.synod.examples.demo;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Three processes over TCP, whose leader is paused and then another one killed, under load. */
final class ThreeProcessesTest {
  private static final Duration LEADER_TIMEOUT = Duration.ofSeconds(20);
  private static final int ANSWERS = 2000;
  private static final int CLIENTS = 3;

  @Test
  @Timeout(90)
  void neither_a_paused_nor_a_killed_leader_loses_or_repeats_a_write() throws Exception {
    try (Cluster cluster = Cluster.create(3)) {
      cluster.launch();
      cluster.awaitLeader(LEADER_TIMEOUT);
      try (Load load = Load.start(cluster, CLIENTS)) {
        load.completions().await(ANSWERS);
        int paused = cluster.awaitLeader(LEADER_TIMEOUT);
        cluster.processes().pause(paused);
        load.completions().await(ANSWERS);
        cluster.processes().resume(paused);
        load.completions().await(ANSWERS);
        cluster.processes().kill(cluster.awaitLeader(LEADER_TIMEOUT));
        load.completions().await(ANSWERS);
        load.stop();
        load.audit();
        assertClean(load);
      }
      Survivors survivors = Survivors.converge(cluster);
      assertThat(survivors.agree()).as("survivors: %s", survivors).isTrue();
      cluster.processes().close();
      cluster.processes().deleteFiles();
    }
  }

  private static void assertClean(Load load) {
    assertThat(load.acknowledgedWrites()).isGreaterThan(ANSWERS);
    assertThat(load.verdict().lost()).as("acknowledged writes lost").isZero();
    assertThat(load.verdict().executedTwice()).as("writes executed twice").isZero();
    assertThat(load.verdict().contradicted()).as("wrong answers").isZero();
  }
}
