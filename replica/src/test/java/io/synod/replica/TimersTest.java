package io.synod.replica;

import static org.assertj.core.api.Assertions.assertThat;

import io.synod.client.SynodClient;
import io.synod.core.settings.Durability;
import io.synod.replica.config.SynodConfig;
import io.synod.replica.config.SynodConfigBuilder;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Timers of a service, while nobody sends requests. */
@Timeout(120)
class TimersTest {
  private final List<SynodReplica> replicas = new ArrayList<>();
  private final List<AlarmService> services = new ArrayList<>();

  @TempDir private Path folder;

  private void start(SynodConfig config, int alarms) {
    for (int id = 0; id < 3; id++) {
      AlarmService service = new AlarmService(alarms);
      services.add(service);
      replicas.add(SynodReplica.builder().config(config).id(id).service(service).start());
    }
  }

  @AfterEach
  void stop() {
    replicas.forEach(SynodReplica::close);
    replicas.clear();
    services.clear();
  }

  private List<String> rung(int replica) throws Exception {
    return services.get(replica).all().get(60, TimeUnit.SECONDS);
  }

  @Test
  void they_run_in_the_same_slot_everywhere_and_not_early() throws Exception {
    SynodConfig config = LocalCluster.addresses(3).build();
    start(config, 2);
    try (SynodClient client = LocalCluster.client(config)) {
      long begin = System.nanoTime();
      client.send(AlarmService.in(300));
      client.execute(AlarmService.in(200));
      List<String> first = rung(0);
      assertThat(System.nanoTime() - begin).isGreaterThan(300_000_000L);
      assertThat(first).hasSize(2);
      assertThat(first.get(0)).startsWith("2 in slot ");
      assertThat(first.get(1)).startsWith("1 in slot ");
      assertThat(rung(1)).isEqualTo(first);
      assertThat(rung(2)).isEqualTo(first);
    }
  }

  @Test
  void another_leader_runs_them() throws Exception {
    SynodConfig config = LocalCluster.addresses(3).build();
    start(config, 1);
    try (SynodClient client = LocalCluster.client(config)) {
      client.execute(AlarmService.in(15_000));
    }
    int leader = leader();
    replicas.get(leader).close();
    assertThat(rung((leader + 1) % 3)).isEqualTo(rung((leader + 2) % 3)).hasSize(1);
    assertThat(services.get(leader).all()).isNotDone();
  }

  private int leader() {
    while (true) {
      for (int id = 0; id < 3; id++) {
        String status = replicas.get(id).statusJson();
        if (status.contains("\"role\":\"leader\"")) {
          assertThat(status).contains("\"timers\":1,");
          return id;
        }
      }
      Pause.once();
    }
  }

  @Test
  void they_are_kept_over_a_restart() throws Exception {
    SynodConfigBuilder settings =
        LocalCluster.addresses(3)
            .durability(Durability.SYNC)
            .storageDirectory(folder)
            .journalSegmentBytes(1 << 16);
    start(settings.build(), 1);
    try (SynodClient client = LocalCluster.client(settings.build())) {
      client.execute(AlarmService.in(1_000));
    }
    replicas.forEach(SynodReplica::close);
    replicas.clear();
    services.clear();
    start(settings.build(), 1);
    assertThat(rung(0)).isEqualTo(rung(1)).isEqualTo(rung(2)).hasSize(1);
  }

  @Test
  void a_learner_runs_them_too() throws Exception {
    SynodConfig config = LocalCluster.addresses(3).build();
    start(config, 1);
    AlarmService learned = new AlarmService(1);
    CompletableFuture<List<String>> all = learned.all();
    try (SynodLearner learner =
            SynodLearner.builder()
                .config(config)
                .listen(new InetSocketAddress("127.0.0.1", 0))
                .service(learned)
                .start();
        SynodClient client = LocalCluster.client(config)) {
      client.execute(AlarmService.in(100));
      assertThat(all.get(60, TimeUnit.SECONDS)).isEqualTo(rung(0)).hasSize(1);
      assertThat(learner.closed()).isNotDone();
    }
  }
}
