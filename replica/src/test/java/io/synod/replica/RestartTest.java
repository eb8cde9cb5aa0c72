package io.synod.replica;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.synod.client.SynodClient;
import io.synod.core.settings.Durability;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Replicas that end and come back, with real files. */
@Timeout(120)
class RestartTest {
  @TempDir Path directory;

  private LocalCluster cluster(Durability level) {
    return new LocalCluster(
        3,
        config ->
            config
                .durability(level)
                .storageDirectory(directory)
                .journalSegmentBytes(1 << 16)
                .snapshotLogSlots(40)
                .storageRepairTimeout(Duration.ofSeconds(2)));
  }

  @ParameterizedTest
  @EnumSource(Durability.class)
  void one_replica_comes_back_with_everything(Durability level) throws Exception {
    try (LocalCluster cluster = cluster(level);
        SynodClient client = cluster.client()) {
      add(client, 100);
      for (int id = 0; id < 3; id++) {
        cluster.restart(id);
        add(client, 20);
        awaitSum(cluster, id, 100 + 20 * (id + 1));
        awaitMember(cluster, id);
      }
    }
  }

  /** As an executor does that is shut down at once. */
  @Test
  void an_interrupted_thread_closes_a_replica_as_well_as_any_other() throws Exception {
    try (LocalCluster cluster = cluster(Durability.SYNC);
        SynodClient client = cluster.client()) {
      add(client, 10);
      for (int id = 0; id < 3; id++) {
        Thread.currentThread().interrupt();
        cluster.replica(id).close();
        assertThat(Thread.interrupted()).as("still interrupted").isTrue();
        assertThat(cluster.replica(id).closed()).isCompleted();
      }
    } finally {
      Thread.interrupted();
    }
  }

  @Test
  void all_replicas_at_once_come_back_with_everything_that_was_acknowledged() throws Exception {
    try (LocalCluster cluster = cluster(Durability.SYNC)) {
      for (int round = 1; round <= 3; round++) {
        try (SynodClient client = cluster.client()) {
          add(client, 50);
        }
        for (int id = 0; id < 3; id++) {
          cluster.replica(id).close();
        }
        for (int id = 0; id < 3; id++) {
          cluster.restart(id);
        }
        for (int id = 0; id < 3; id++) {
          awaitSum(cluster, id, 50 * round);
        }
      }
    }
  }

  @ParameterizedTest
  @EnumSource(names = {"VIEW", "EPOCH", "MEMORY"})
  void without_durable_votes_the_loss_of_a_majority_is_reported(Durability level) throws Exception {
    try (LocalCluster cluster = cluster(level);
        SynodClient client = cluster.client()) {
      add(client, 10);
      cluster.replica(0).close();
      cluster.replica(1).close();
      cluster.restart(0);
      cluster.restart(1);
      assertThatThrownBy(() -> cluster.replica(0).closed().get(60, TimeUnit.SECONDS))
          .isInstanceOf(ExecutionException.class)
          .hasMessageContaining("too few other members still have theirs");
    }
  }

  @Test
  void an_emptied_directory_is_recognised_and_filled_again() throws Exception {
    try (LocalCluster cluster = cluster(Durability.SYNC);
        SynodClient client = cluster.client()) {
      add(client, 100);
      cluster.replica(1).close();
      LocalCluster.delete(directory.resolve("replica-1"));
      cluster.restart(1);
      awaitSum(cluster, 1, 100);
      awaitMember(cluster, 1);
      assertThat(cluster.replica(1).statusJson()).contains("\"incarnation\":2");
    }
  }

  @Test
  void a_directory_in_whose_place_another_has_joined_does_not_count_and_joins_anew()
      throws Exception {
    Path place = directory.resolve("replica-1");
    Path away = directory.resolve("away");
    try (LocalCluster cluster = cluster(Durability.SYNC);
        SynodClient client = cluster.client()) {
      add(client, 20);
      awaitSum(cluster, 1, 20);
      cluster.replica(1).close();
      Files.move(place, away);
      cluster.restart(1);
      awaitMember(cluster, 1);
      add(client, 20);
      cluster.replica(1).close();
      LocalCluster.delete(place);
      Files.move(away, place);
      cluster.restart(1);
      int leader = cluster.leader();
      // The next leader finds out by its promise, so it must be asked for one.
      awaitStatus(cluster, 1, "\"connections\":{\"peers\":2,");
      awaitStatus(cluster, 2 - leader, "\"connections\":{\"peers\":2,");
      cluster.replica(leader).close();
      assertThatThrownBy(() -> cluster.replica(1).closed().get(60, TimeUnit.SECONDS))
          .isInstanceOf(ExecutionException.class)
          .hasMessageContaining("another process has become a member");
      cluster.restart(1);
      cluster.restart(leader);
      add(client, 20);
      awaitSum(cluster, 1, 60);
      awaitMember(cluster, 1);
      assertThat(cluster.replica(1).statusJson()).contains("\"incarnation\":3");
    }
  }

  @Test
  void a_second_replica_on_the_same_directory_is_refused() {
    try (LocalCluster cluster = cluster(Durability.SYNC)) {
      assertThatThrownBy(
              () ->
                  SynodReplica.builder()
                      .config(cluster.config())
                      .id(1)
                      .service(new SumService())
                      .start())
          .isInstanceOf(ReplicaException.class)
          .hasMessageContaining("replica-1");
    }
  }

  private static void add(SynodClient client, int requests) throws Exception {
    for (int request = 0; request < requests; request++) {
      client.execute(SumService.number(1));
    }
  }

  private static void awaitSum(LocalCluster cluster, int id, long sum) {
    long deadline = System.nanoTime() + Duration.ofSeconds(30).toNanos();
    while (cluster.service(id).sum() != sum) {
      assertThat(System.nanoTime())
          .as(
              "%d, to become %d: %s",
              cluster.service(id).sum(), sum, cluster.replica(id).statusJson())
          .isLessThan(deadline);
      LockSupport.parkNanos(1_000_000);
    }
  }

  /** Until then one more that loses its memory may be one too many. */
  private static void awaitMember(LocalCluster cluster, int id) {
    long deadline = System.nanoTime() + Duration.ofSeconds(30).toNanos();
    while (cluster.replica(id).statusJson().contains("\"incarnation\":0")) {
      assertThat(System.nanoTime()).as(cluster.replica(id).statusJson()).isLessThan(deadline);
      LockSupport.parkNanos(1_000_000);
    }
  }

  private static void awaitStatus(LocalCluster cluster, int id, String part) {
    long deadline = System.nanoTime() + Duration.ofSeconds(30).toNanos();
    while (!cluster.replica(id).statusJson().contains(part)) {
      assertThat(System.nanoTime()).as(cluster.replica(id).statusJson()).isLessThan(deadline);
      LockSupport.parkNanos(1_000_000);
    }
  }
}
