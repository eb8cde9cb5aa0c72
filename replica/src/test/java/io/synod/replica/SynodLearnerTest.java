package io.synod.replica;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import ch.qos.logback.classic.Level;
import io.synod.client.RequestFailedException;
import io.synod.client.SynodClient;
import io.synod.core.settings.Consistency;
import io.synod.core.settings.Durability;
import io.synod.core.settings.OnException;
import io.synod.replica.config.ReplicaAddress;
import io.synod.replica.config.SynodConfig;
import io.synod.replica.config.SynodConfigBuilder;
import io.synod.service.ServiceException;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(120)
class SynodLearnerTest {
  private static final byte[] SUM = {};
  private static final String SOURCES = "io.synod.network.subscriber.SourceFollower";
  private static final Consistency LONG_AGO = Consistency.bounded(Duration.ofMinutes(10));

  @TempDir Path directory;

  @ParameterizedTest
  @ValueSource(strings = {"staged", "split", "merged"})
  void a_learner_serves_fresh_reads_without_a_vote(String layout) throws Exception {
    try (LocalCluster cluster =
            new LocalCluster(3, config -> config.set("threads.layout", layout));
        SynodLearner learner = learner(cluster, new SumService(), null);
        SynodClient client = client(cluster, learner)) {
      for (int number = 1; number <= 100; number++) {
        client.execute(SumService.number(1));
        Consistency consistency =
            number % 2 == 0 ? Consistency.QUORUM : Consistency.bounded(Duration.ofNanos(1));
        long seen = SumService.number(client.executeQuery(SUM, consistency));
        assertThat(seen).isEqualTo(number);
      }
      assertThat(SumService.number(client.executeQuery(SUM, Consistency.STALE))).isEqualTo(100);
      assertThat(learner.statusJson()).contains("\"role\":\"learner\"", "\"source\":\"127.0.0.1:");
    }
  }

  @Test
  void it_follows_another_replica_when_its_own_is_lost() throws Exception {
    try (LocalCluster cluster = new LocalCluster(3, this::kept);
        SynodLearner learner = learner(cluster, new SumService(), null);
        SynodClient client = client(cluster, learner)) {
      for (int round = 1; round <= 4; round++) {
        client.execute(SumService.number(1));
        assertThat(SumService.number(client.executeQuery(SUM, Consistency.QUORUM)))
            .isEqualTo(round);
        cluster.restart(source(cluster, learner));
      }
    }
  }

  @Test
  void it_leaves_the_leader_alone_while_another_can_be_followed() throws Exception {
    try (LocalCluster cluster = new LocalCluster(3, this::kept)) {
      int leader = cluster.leader();
      for (int count = 0; count < 8; count++) {
        try (SynodLearner learner = learner(cluster, new SumService(), null)) {
          Pause.until(() -> learner.statusJson().contains("\"source\":\"127.0.0.1:"));
          int source = source(cluster, learner);
          assertThat(source != leader || cluster.leader() != leader).isTrue();
        }
      }
      cluster.replica((leader + 1) % 3).close();
      cluster.replica((leader + 2) % 3).close();
      try (SynodLearner learner = learner(cluster, new SumService(), null)) {
        Pause.until(() -> learner.statusJson().contains("\"source\":\"127.0.0.1:"));
        assertThat(source(cluster, learner)).isEqualTo(leader);
      }
    }
  }

  @Test
  void it_goes_on_from_its_newest_snapshot() throws Exception {
    Path own = directory.resolve("learner");
    try (LocalCluster cluster =
            new LocalCluster(1, config -> config.set("snapshot.log-slots", "10"));
        SynodClient client = cluster.client()) {
      SynodLearner first = learner(cluster, new SumService(), own);
      for (int number = 1; number <= 50; number++) {
        client.execute(SumService.number(1));
      }
      Pause.until(() -> !first.statusJson().contains("\"snapshotEnd\":0,"));
      first.close();
      client.execute(SumService.number(1));
      SumService service = new SumService();
      try (SynodLearner again = learner(cluster, service, own)) {
        assertThat(service.executed()).isPositive();
        Pause.until(() -> service.sum() == 51);
        assertThat(again.closed()).isNotDone();
      }
    }
  }

  @Test
  void it_goes_on_where_its_source_s_buffer_is_smaller_than_its_credit() throws Exception {
    byte[] request = ByteBuffer.allocate(8 << 10).putLong(0, 1).array();
    try (LocalCluster cluster =
            new LocalCluster(
                1,
                config ->
                    config.set("network.client-buffer", "64KiB").set("batch.max-bytes", "16KiB"));
        SynodClient client = cluster.client()) {
      SumService service = new SumService();
      try (SynodLearner learner = learner(cluster, service, null)) {
        for (int count = 0; count < 200; count++) {
          client.execute(request);
        }
        Pause.until(() -> service.sum() == 200);
        assertThat(learner.closed()).isNotDone();
      }
    }
  }

  @Test
  void it_fetches_a_snapshot_where_no_replica_keeps_the_beginning() throws Exception {
    byte[] request = ByteBuffer.allocate(4 << 10).putLong(0, 1).array();
    try (LocalCluster cluster = new LocalCluster(3, SynodLogTest::forgetsSoon);
        SynodClient client = cluster.client()) {
      for (int count = 0; count < 200; count++) {
        client.execute(request);
      }
      SumService service = new SumService();
      try (SynodLearner learner = learner(cluster, service, null)) {
        Pause.until(() -> service.sum() == 200);
        client.execute(request);
        Pause.until(() -> service.sum() == 201);
        assertThat(learner.executed()).isGreaterThan(200);
      }
    }
  }

  @Test
  void promoted_it_is_the_replica_whose_directory_was_lost() throws Exception {
    Path own = directory.resolve("learner");
    try (LocalCluster cluster =
            new LocalCluster(3, config -> kept(config).set("snapshot.log-slots", "10"));
        SynodClient client = cluster.client()) {
      SynodLearner learner = learner(cluster, new SumService(), own);
      for (int number = 1; number <= 40; number++) {
        client.execute(SumService.number(1));
      }
      Pause.until(
          () -> learner.executed() > 40 && !learner.statusJson().contains("\"snapshotEnd\":0,"));
      SynodConfig config = cluster.config();
      assertThatThrownBy(() -> LearnerPromotion.promote(config, 2, own))
          .hasMessageContaining("is not empty");
      learner.close();
      cluster.replica(2).close();
      LocalCluster.delete(config.storage().directoryOf(2));

      long end = LearnerPromotion.promote(config, 2, own);

      assertThat(end).isPositive();
      cluster.restart(2);
      Pause.until(() -> cluster.replica(2).statusJson().contains("\"incarnation\":2"));
      // From here on its vote is needed.
      cluster.replica((cluster.leader() == 0) ? 1 : 0).close();
      client.execute(SumService.number(1));
      Pause.until(() -> cluster.service(2).sum() == 41);
      assertThat(cluster.replica(2).statusJson())
          .contains("\"snapshotsFetched\":0", "\"incarnation\":2");
    }
  }

  @Test
  void promoted_with_a_damaged_snapshot_it_begins_with_the_older_one() throws Exception {
    Path own = directory.resolve("learner");
    try (LocalCluster cluster =
            new LocalCluster(3, config -> kept(config).set("snapshot.log-slots", "10"));
        SynodClient client = cluster.client()) {
      SynodLearner learner = learner(cluster, new SumService(), own);
      while (snapshots(own).size() < 2) {
        client.execute(SumService.number(1));
      }
      learner.close();
      cluster.replica(2).close();
      SynodConfig config = cluster.config();
      LocalCluster.delete(config.storage().directoryOf(2));
      List<Path> kept = snapshots(own);
      Path newest = kept.get(kept.size() - 1);
      byte[] bytes = Files.readAllBytes(newest);
      bytes[bytes.length / 2] ^= 1;
      Files.write(newest, bytes);

      long end = LearnerPromotion.promote(config, 2, own);

      assertThat(kept.get(kept.size() - 2).getFileName())
          .hasToString("%016d.snapshot".formatted(end));
    }
  }

  /** The files of the learner's snapshots, the newest one last. */
  private static List<Path> snapshots(Path learner) throws IOException {
    Path all = learner.resolve("snapshots");
    if (!Files.isDirectory(all)) {
      return List.of();
    }
    try (Stream<Path> files = Files.list(all)) {
      return files.filter(file -> file.toString().endsWith(".snapshot")).sorted().toList();
    }
  }

  @Test
  void without_its_source_it_refuses_reads_that_must_be_fresh() throws Exception {
    LocalCluster cluster = new LocalCluster(1, config -> config);
    try (SynodLearner learner = learner(cluster, new SumService(), null);
        SynodClient client = client(cluster, learner, Duration.ofSeconds(4))) {
      client.execute(SumService.number(5));
      assertThat(SumService.number(client.executeQuery(SUM, Consistency.QUORUM))).isEqualTo(5);
      cluster.close();
      assertThat(SumService.number(client.executeQuery(SUM, Consistency.STALE))).isEqualTo(5);
      assertThatThrownBy(() -> client.executeQuery(SUM, Consistency.QUORUM))
          .isInstanceOf(RequestFailedException.class);
      assertThat(SumService.number(client.executeQuery(SUM, LONG_AGO))).isEqualTo(5);
    }
  }

  @Test
  void another_clusters_directory_is_refused_and_a_directory_serves_one() throws Exception {
    Path own = directory.resolve("learner");
    try (LocalCluster cluster = new LocalCluster(1, config -> config);
        SynodLearner learner = learner(cluster, new SumService(), own)) {
      assertThat(learner.closed()).isNotDone();
      assertThatThrownBy(() -> learner(cluster, new SumService(), own))
          .isInstanceOf(ReplicaException.class)
          .hasMessageContaining("in use");
      SynodConfig other = cluster.config().toBuilder().clusterName("other").build();
      assertThatThrownBy(() -> LearnerPromotion.promote(other, 0, own))
          .isInstanceOf(ReplicaException.class);
    }
  }

  @Test
  void a_request_at_which_the_service_throws_stops_no_learner_either() throws Exception {
    SumService service = new SumService();
    try (LocalCluster cluster = new LocalCluster(1, config -> config);
        SynodLearner learner = learner(cluster, service, null);
        SynodClient client = client(cluster, learner)) {
      assertThatThrownBy(() -> client.execute(SumService.number(-5)))
          .isInstanceOf(ServiceException.class);
      client.execute(SumService.number(3));
      Pause.until(() -> service.sum() == 3);
      assertThatThrownBy(() -> client.executeQuery(SumService.number(-1), Consistency.STALE))
          .isInstanceOf(ServiceException.class)
          .hasMessage("java.lang.IllegalStateException: a negative query");
      assertThat(learner.closed()).isNotDone();
      Pause.until(() -> learner.statusJson().endsWith("\"serviceExceptions\":2}"));
      assertThat(learner.statusJson()).contains("\"memory\":{\"plannedHeapBytes\":");
    }
  }

  @Test
  void with_another_answer_to_exceptions_than_the_replicas_it_follows_none() throws Exception {
    try (LogLines log = LogLines.silent(SOURCES);
        LocalCluster cluster = new LocalCluster(1, config -> config)) {
      SynodConfig other = cluster.config().toBuilder().serviceOnException(OnException.STOP).build();
      try (SynodLearner learner = learner(other, new SumService(), null)) {
        // On a busy machine a source may be silent first, which is another reason.
        assertThat(log.awaitWarning("service.on-exception = reply, the learner stop"))
            .contains("receives nothing new");
        assertThat(log.events())
            .filteredOn(event -> event.getLevel() == Level.WARN)
            .allMatch(event -> event.getFormattedMessage().contains("receives nothing new"));
        assertThat(learner.statusJson()).contains("\"source\":\"\"");
      }
    }
  }

  @Test
  void with_other_terms_than_the_replicas_it_follows_none_and_says_why() throws Exception {
    try (LogLines log = LogLines.silent(SOURCES);
        LocalCluster cluster = new LocalCluster(3, config -> config)) {
      SynodConfig other = cluster.config().toBuilder().set("session.max-outstanding", "77").build();
      try (SynodLearner learner = learner(other, new SumService(), null)) {
        assertThat(log.awaitWarning("session.max-outstanding = 4096, the learner 77"))
            .startsWith(
                "cannot follow any of the sources and receives nothing new; the last one tried was 127")
            .contains("give it the configuration of the replicas");
        assertThat(log.events())
            .filteredOn(event -> event.getLevel() == Level.WARN)
            .allMatch(event -> event.getFormattedMessage().contains("receives nothing new"));
        assertThat(learner.statusJson()).contains("\"source\":\"\"");
      }
    }
  }

  private SynodConfigBuilder kept(SynodConfigBuilder config) {
    return config
        .durability(Durability.SYNC)
        .journalSegmentBytes(1 << 16)
        .set("storage.directory", directory.resolve("cluster").toString());
  }

  /** Waits until there is one. */
  private static int source(LocalCluster cluster, SynodLearner learner) {
    for (int tried = 0; ; tried++) {
      int id = tried % cluster.size();
      if (learner.statusJson().contains(cluster.config().cluster().replica(id).clientText())) {
        return id;
      }
    }
  }

  @Test
  void it_ends_if_all_replicas_belong_to_another_cluster() throws Exception {
    try (LocalCluster cluster = new LocalCluster(3, config -> config)) {
      SynodConfigBuilder other = SynodConfig.builder().clusterName("other");
      for (int id = 0; id < cluster.size(); id++) {
        ReplicaAddress at = cluster.config().cluster().replica(id);
        other.replica(id, at.host(), at.peerPort(), at.clientPort());
      }
      SynodConfig config = other.durability(Durability.MEMORY).build();
      try (SynodLearner learner = learner(config, new SumService(), null)) {
        assertThatThrownBy(() -> learner.closed().get(60, TimeUnit.SECONDS))
            .cause()
            .hasMessageStartingWith("no replica of cluster 'other' answers; the last address tried")
            .hasMessageContaining("this is cluster 'test', not 'other'; check the address");
      }
    }
  }

  private static SynodLearner learner(LocalCluster cluster, SumService service, Path directory) {
    return learner(cluster.config(), service, directory);
  }

  private static SynodLearner learner(SynodConfig config, SumService service, Path directory) {
    return SynodLearner.builder()
        .config(config)
        .service(service)
        .listen(new InetSocketAddress("127.0.0.1", 0))
        .directory(directory)
        .start();
  }

  private static SynodClient client(LocalCluster cluster, SynodLearner learner) {
    return client(cluster, learner, Duration.ofSeconds(30));
  }

  private static SynodClient client(
      LocalCluster cluster, SynodLearner learner, Duration requestTimeout) {
    return SynodClient.builder()
        .cluster("test")
        .replicas(cluster.config().cluster().clientAddresses())
        .learners("127.0.0.1:" + learner.address().getPort())
        .requestTimeout(requestTimeout)
        .build();
  }
}
