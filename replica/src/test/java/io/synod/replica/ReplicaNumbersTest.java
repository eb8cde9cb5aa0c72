package io.synod.replica;

import static org.assertj.core.api.Assertions.assertThat;

import io.synod.client.SynodClient;
import io.synod.core.settings.Consistency;
import io.synod.core.settings.Durability;
import io.synod.replica.config.DisseminationChoice;
import io.synod.replica.config.FreePorts;
import io.synod.replica.config.SynodConfig;
import io.synod.replica.config.SynodConfigBuilder;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Clusters whose replicas are not numbered from 0 on, or with gaps. */
@Timeout(120)
class ReplicaNumbersTest {
  private final Map<Integer, SynodReplica> replicas = new TreeMap<>();
  private final Map<Integer, SumService> services = new TreeMap<>();

  @AfterEach
  void close() {
    replicas.values().forEach(SynodReplica::close);
  }

  @Test
  void three_that_begin_with_1_lose_one_which_joins_again() throws Exception {
    SynodConfig config = settings(1, 2, 3).build();
    config.cluster().ids().forEach(id -> start(config, id));
    try (SynodClient client = LocalCluster.client(config)) {
      Sums.assertSums(Sums.sendOnes(client, 500), 1);
      for (int from = leader(); from != 3; from = leader()) {
        LocalCluster.askToTransfer(replicas.get(from), 3);
      }
      replicas.get(3).close();
      Sums.assertSums(Sums.sendOnes(client, 500), 501);
      start(config, 3);
      Sums.assertSums(Sums.sendOnes(client, 500), 1001);
      awaitSum(1500);
    }
    assertThat(replicas.get(1).statusJson())
        .contains("\"links\":[{\"replica\":2,", "{\"replica\":3,")
        .doesNotContain("{\"replica\":0,");
  }

  @Test
  void three_that_begin_with_1_answer_queries() throws Exception {
    SynodConfig config = settings(1, 2, 3).build();
    config.cluster().ids().forEach(id -> start(config, id));
    try (SynodClient client = LocalCluster.client(config)) {
      Sums.assertSums(Sums.sendOnes(client, 10), 1);
      for (Consistency consistency :
          List.of(
              Consistency.LOG,
              Consistency.LEADER,
              Consistency.QUORUM,
              Consistency.bounded(Duration.ofMillis(10)))) {
        byte[] answer = client.query(new byte[0], consistency).get(30, TimeUnit.SECONDS);
        assertThat(SumService.number(answer)).as("%s", consistency).isEqualTo(10);
      }
    }
  }

  @Test
  void five_with_gaps_send_by_relays_and_lose_two() throws Exception {
    SynodConfig config =
        settings(4, 9, 16, 25, 31)
            .dissemination(DisseminationChoice.RELAY)
            .set("relay.groups", "4,9,16; 25,31")
            .build();
    config.cluster().ids().forEach(id -> start(config, id));
    try (SynodClient client = LocalCluster.client(config)) {
      Sums.assertSums(Sums.sendOnes(client, 500), 1);
      awaitSum(500);
      int leader = leader();
      replicas.remove(leader).close();
      services.remove(leader);
      Sums.assertSums(Sums.sendOnes(client, 500), 501);
      int another = leader == 4 ? 9 : 4;
      replicas.remove(another).close();
      services.remove(another);
      Sums.assertSums(Sums.sendOnes(client, 500), 1001);
      awaitSum(1500);
    }
  }

  private static SynodConfigBuilder settings(int... ids) {
    SynodConfigBuilder builder =
        SynodConfig.builder().clusterName("numbers").durability(Durability.MEMORY);
    List<Integer> ports = FreePorts.find(2 * ids.length);
    for (int place = 0; place < ids.length; place++) {
      builder.replica(ids[place], "127.0.0.1", ports.get(2 * place), ports.get(2 * place + 1));
    }
    return builder;
  }

  private void start(SynodConfig config, int id) {
    SumService service = new SumService();
    services.put(id, service);
    replicas.put(id, SynodReplica.builder().config(config).id(id).service(service).start());
  }

  /** The replica that says it leads; the test's time-out bounds the wait. */
  private int leader() {
    while (true) {
      for (Map.Entry<Integer, SynodReplica> replica : replicas.entrySet()) {
        if (replica.getValue().statusJson().contains("\"role\":\"leader\"")) {
          return replica.getKey();
        }
      }
      Pause.once();
    }
  }

  private void awaitSum(long sum) {
    for (SumService service : services.values()) {
      Pause.until(() -> service.sum() >= sum);
      assertThat(service.sum()).isEqualTo(sum);
    }
  }
}
