package io.synod.examples.demo;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.synod.client.RequestFailedException;
import io.synod.client.SynodClient;
import io.synod.core.recovery.Durability;
import io.synod.examples.kv.command.Operation;
import io.synod.examples.process.ProcessCluster;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Below sync, more replicas that die at once than the level survives: told, never papered over. */
@Timeout(120)
final class KvRefusalTest {
  private static final Duration LEADER_TIMEOUT = Duration.ofSeconds(20);
  private static final long END_SECONDS_MAX = 30;
  private static final int FAILURE = 1;
  private static final byte[] KEY = "key".getBytes(US_ASCII);
  private static final byte[] VALUE = "value".getBytes(US_ASCII);

  @ParameterizedTest
  @EnumSource(names = {"VIEW", "EPOCH", "MEMORY"})
  void a_majority_that_dies_at_once_ends_with_the_reason_and_nothing_is_answered(Durability level)
      throws Exception {
    try (ProcessCluster cluster = started(level)) {
      for (int id = 0; id < 2; id++) {
        cluster.kill(id);
      }
      for (int id = 0; id < 2; id++) {
        cluster.start(id);
      }
      assertNoAnswer(cluster);
      assertRefuses(cluster, level, 0);
      assertRefuses(cluster, level, 1);
      assertNoAnswer(cluster);
      assertThat(cluster.isAlive(2)).as("the one that remembers").isTrue();
      cluster.delete();
    }
  }

  @ParameterizedTest
  @EnumSource(names = {"VIEW", "EPOCH"})
  void all_that_die_at_once_end_with_the_reason(Durability level) throws Exception {
    try (ProcessCluster cluster = started(level)) {
      killAndStartAll(cluster);
      assertNoAnswer(cluster);
      for (int id = 0; id < cluster.size(); id++) {
        assertRefuses(cluster, level, id);
      }
      cluster.delete();
    }
  }

  /** What is kept nowhere cannot be missed: three processes without a memory are a new cluster. */
  @Test
  void with_memory_all_that_die_at_once_begin_anew_and_empty() throws Exception {
    try (ProcessCluster cluster = started(Durability.MEMORY);
        SynodClient client = cluster.client()) {
      killAndStartAll(cluster);
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
    ProcessCluster cluster = TestReplicas.small(level);
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

  private static void killAndStartAll(ProcessCluster cluster) throws Exception {
    for (int id = 0; id < cluster.size(); id++) {
      cluster.kill(id);
    }
    cluster.start();
  }

  private static void assertRefuses(ProcessCluster cluster, Durability level, int id)
      throws Exception {
    Process process = cluster.process(id);
    assertThat(process.waitFor(END_SECONDS_MAX, TimeUnit.SECONDS))
        .as("replica %d ends", id)
        .isTrue();
    assertThat(process.exitValue()).isEqualTo(FAILURE);
    assertThat(TestReplicas.log(cluster, id))
        .contains("cannot take part")
        .contains("not kept at level " + level)
        .contains("too few others remember");
  }

  private static void assertNoAnswer(ProcessCluster cluster) {
    try (SynodClient client =
        cluster.clientBuilder().requestTimeout(Duration.ofSeconds(1)).build()) {
      assertThatThrownBy(() -> client.executeQuery(Operation.GET.request(KEY)))
          .isInstanceOf(RequestFailedException.class);
    }
  }
}
