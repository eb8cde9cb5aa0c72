package io.synod.examples.demo;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.synod.client.RequestFailedException;
import io.synod.client.SynodClient;
import io.synod.core.settings.Durability;
import io.synod.examples.kv.cluster.Digests;
import io.synod.examples.kv.cluster.Value;
import io.synod.examples.kv.command.Operation;
import io.synod.examples.process.ProcessCluster;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Below sync, more replicas that die at once than the level survives: reported, never hidden. */
@Timeout(300)
final class KvRefusalTest {
  private static final Duration LEADER_TIMEOUT = Duration.ofSeconds(60);
  private static final int FAILURE = 1;

  // Longer than one process may take to start behind the others, which end after it.
  private static final String PATIENCE = "storage.repair-timeout = 15s";
  private static final byte[] KEY = "key".getBytes(US_ASCII);
  private static final byte[] VALUE = "value".getBytes(US_ASCII);

  @ParameterizedTest
  @EnumSource(names = "VIEW")
  @Execution(ExecutionMode.CONCURRENT)
  void a_majority_or_all_that_die_at_once_end_with_the_reason_and_nothing_is_answered(
      Durability level) throws Exception {
    try (ProcessCluster cluster = started(level)) {
      killAndStart(cluster, 0, 1);
      assertRefusal(cluster, level, 0, 1);
      assertThat(cluster.isAlive(2)).as("the one that remembers").isTrue();
      killAndStart(cluster, 0, 1, 2);
      assertRefusal(cluster, level, 0, 1, 2);
      cluster.delete();
    }
  }

  /** What is kept nowhere cannot be missed: three processes without a memory are a new cluster. */
  @Test
  @Execution(ExecutionMode.CONCURRENT)
  void with_memory_a_majority_ends_with_the_reason_but_all_begin_anew_and_empty() throws Exception {
    try (ProcessCluster cluster = started(Durability.MEMORY);
        SynodClient client = cluster.client()) {
      killAndStart(cluster, 0, 1);
      assertRefusal(cluster, Durability.MEMORY, 0, 1);
      killAndStart(cluster, 0, 1, 2);
      cluster.awaitLeader(LEADER_TIMEOUT);
      assertThat(Value.text(client.executeQuery(Operation.GET.request(KEY)))).isEmpty();
      client.execute(Operation.SET.request(KEY, VALUE));
      assertThat(Value.text(client.executeQuery(Operation.GET.request(KEY)))).isEqualTo("value");
      Digests digests = Digests.converge(cluster);
      assertThat(digests.agree()).as("digests: %s", digests).isTrue();
      cluster.delete();
    }
  }

  private static ProcessCluster started(Durability level) throws Exception {
    ProcessCluster cluster = TestReplicas.small(level, PATIENCE);
    try (SynodClient client = cluster.client()) {
      cluster.start();
      cluster.awaitLeader(LEADER_TIMEOUT);
      client.execute(Operation.SET.request(KEY, VALUE));
      return cluster;
    } catch (Exception | AssertionError failure) {
      cluster.close();
      throw failure;
    }
  }

  private static void killAndStart(ProcessCluster cluster, int... victims) throws Exception {
    for (int victim : victims) {
      cluster.kill(victim);
    }
    for (int victim : victims) {
      cluster.start(victim);
    }
  }

  /** These end by themselves, and until then and afterwards nobody is given an answer. */
  private static void assertRefusal(ProcessCluster cluster, Durability level, int... refusing)
      throws Exception {
    assertNoAnswer(cluster);
    for (int id : refusing) {
      Process process = cluster.process(id).process();
      assertThat(process.waitFor()).as("exit code of %d", id).isEqualTo(FAILURE);
      assertThat(TestReplicas.log(cluster, id))
          .contains("cannot recover")
          .contains("not kept on disk at durability " + level)
          .contains("too few other members still have theirs");
    }
    assertNoAnswer(cluster);
  }

  private static void assertNoAnswer(ProcessCluster cluster) {
    try (SynodClient client =
        cluster.clientBuilder().requestTimeout(Duration.ofSeconds(1)).build()) {
      assertThatThrownBy(() -> client.executeQuery(Operation.GET.request(KEY)))
          .isInstanceOf(RequestFailedException.class);
    }
  }
}
