package io.synod.examples.demo;

import static org.assertj.core.api.Assertions.assertThat;

import io.synod.examples.kv.cluster.KvReplicas;
import io.synod.examples.process.ProcessCluster;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** Twenty-five processes, as many as a cluster may have. */
@Execution(ExecutionMode.SAME_THREAD)
final class ManyProcessesTest {
  private static final int REPLICAS = 25;
  private static final int CRASHES = 12;
  private static final int ANSWERS = 200;
  private static final int CLIENTS = 2;
  private static final Duration LEADER_TIMEOUT = Duration.ofMinutes(5);

  @Test
  @Timeout(900)
  void twelve_of_them_may_be_killed_at_once_the_leader_too() throws Exception {
    try (ProcessCluster cluster =
        KvReplicas.quick(REPLICAS, "durability = memory", "dissemination = relay")) {
      cluster.start();
      int leader = cluster.awaitLeader(LEADER_TIMEOUT);
      try (Load load = Load.start(cluster, CLIENTS)) {
        load.completions().await(ANSWERS);
        for (int crash = 0; crash < CRASHES; crash++) {
          cluster.kill((leader + crash) % REPLICAS);
        }
        assertThat(cluster.awaitLeader(LEADER_TIMEOUT)).isNotEqualTo(leader);
        load.completions().await(ANSWERS);
        load.stop();
        load.audit();
        assertThat(load.verdict().lost()).as("acknowledged writes lost").isZero();
        assertThat(load.verdict().executedTwice()).as("writes executed twice").isZero();
        assertThat(load.verdict().contradicted()).as("wrong answers").isZero();
      }
      cluster.delete();
    }
  }
}
