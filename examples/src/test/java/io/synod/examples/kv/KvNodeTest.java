package io.synod.examples.kv;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.synod.core.settings.Consistency;
import io.synod.replica.config.SynodConfig;
import java.io.IOException;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import redis.clients.jedis.Jedis;
import redis.clients.jedis.Transaction;
import redis.clients.jedis.exceptions.JedisDataException;

@Timeout(60)
final class KvNodeTest {
  private static final int TIMEOUT_MILLIS = 20_000;

  @Test
  void without_a_majority_a_command_fails_and_says_that_it_was_not_executed() throws IOException {
    try (LocalCluster cluster = LocalCluster.start(3, 1);
        Jedis jedis = new Jedis(LocalCluster.HOST, cluster.redisPort(0), TIMEOUT_MILLIS)) {
      assertThat(jedis.ping()).isEqualTo("PONG");
      assertThatThrownBy(() -> jedis.set("k", "v"))
          .isInstanceOf(JedisDataException.class)
          .hasMessageStartingWith("ERR not executed: ")
          .hasMessageContaining("no replica that leads the cluster could be reached")
          .hasMessageNotContaining("finishConnect")
          .hasMessageNotContaining("Connection refused");
      assertThat(jedis.info()).contains("synod_slot:-1");
    }
  }

  @Test
  void a_transaction_whose_answer_is_refused_has_executed_nothing() throws IOException {
    try (LocalCluster cluster = LocalCluster.start(3, 3);
        Jedis jedis = new Jedis(LocalCluster.HOST, cluster.redisPort(0), TIMEOUT_MILLIS)) {
      jedis.set("k", "x".repeat(700 << 10));
      Transaction transaction = jedis.multi();
      transaction.set("done", "1");
      for (int i = 0; i < 3; i++) {
        transaction.get("k");
      }
      assertThatThrownBy(transaction::exec)
          .isInstanceOf(JedisDataException.class)
          .hasMessageStartingWith("ERR the reply is larger than 2097152 bytes");
      assertThat(jedis.exists("done")).isFalse();
      assertThat(jedis.mget("k", "k", "k", "k")).hasSize(4);
    }
  }

  @Test
  void answers_of_writes_must_fit_into_those_that_synod_keeps() {
    SynodConfig config =
        SynodConfig.builder()
            .clusterName("test")
            .set("durability", "memory")
            .set("session.max-answer-bytes", "1MiB")
            .replica(0, LocalCluster.HOST, 7100, 7200)
            .build();
    assertThatThrownBy(() -> KvNode.start(config, 0, 0, Consistency.LEADER))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageStartingWith("session.max-answer-bytes is 1048576 bytes");
  }

  @Test
  void one_replica_alone_is_a_cluster_and_closing_it_twice_does_no_harm() throws Exception {
    LocalCluster cluster = LocalCluster.start(1, 1);
    try (Jedis jedis = new Jedis(LocalCluster.HOST, cluster.redisPort(0), TIMEOUT_MILLIS)) {
      assertThat(jedis.incr("n")).isEqualTo(1);
      assertThat(jedis.get("n")).isEqualTo("1");
    }
    cluster.close();
    cluster.close();
    cluster.node(0).closed().get(30, TimeUnit.SECONDS);
  }
}
