package io.synod.testkit;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.synod.client.SynodClient;
import io.synod.replica.ReplicaException;
import io.synod.replica.config.ConfigException;
import io.synod.testkit.cluster.SynodCluster;
import io.synod.testkit.cluster.TestCluster;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A cluster in the JVM of a test: what breaks in it, and what goes on. */
@Timeout(300)
@SynodCluster(service = Ledger.class)
class TestClusterTest {

  /** A client with more time than users have by default, for a slow machine. */
  private static SynodClient patient(TestCluster cluster) {
    return cluster.client(cluster.clientBuilder().requestTimeout(Duration.ofMinutes(1)));
  }

  private static String deposit(SynodClient client) throws Exception {
    return new String(client.execute("deposit a 1".getBytes(UTF_8)), UTF_8);
  }

  @Test
  void a_killed_leader_is_replaced_and_catches_up(TestCluster cluster) throws Exception {
    SynodClient client = patient(cluster);
    assertThat(cluster.size()).isEqualTo(3);
    assertThat(deposit(client)).isEqualTo("1 of 1 deposits");
    int killed = cluster.leader();
    cluster.kill(killed);
    assertThat(cluster.isUp(killed)).isFalse();
    assertThatThrownBy(() -> cluster.state(killed)).hasMessage("replica %d is down", killed);
    assertThatThrownBy(() -> cluster.kill(killed)).hasMessage("replica %d is down", killed);
    assertThat(deposit(client)).isEqualTo("2 of 2 deposits");
    assertThat(cluster.leader()).isNotEqualTo(killed);
    cluster.restart(killed);
    assertThatThrownBy(() -> cluster.restart(killed)).hasMessageContaining("kill it first");
    assertThat(deposit(client)).isEqualTo("3 of 3 deposits");
    cluster.awaitAgreement();
    assertThat(((Ledger) cluster.service(killed)).deposits).isEqualTo(3);
  }

  /** One of the others has voted for it, and would learn of the decision with a heartbeat. */
  @Test
  @SynodCluster(
      service = Ledger.class,
      settings = {"election.heartbeat = 1s", "election.timeout = 2s"})
  void agreement_includes_what_only_a_killed_leader_has_executed(TestCluster cluster)
      throws Exception {
    SynodClient client = patient(cluster);
    deposit(client);
    cluster.awaitAgreement();
    int killed = cluster.leader();
    int voted = (killed + 1) % 3;
    int paused = (killed + 2) % 3;
    cluster.pause(paused);
    deposit(client);
    cluster.kill(killed);
    cluster.resume(paused);
    cluster.awaitAgreement();
    assertThat(((Ledger) cluster.service(voted)).deposits).isEqualTo(2);
    assertThat(((Ledger) cluster.service(paused)).deposits).isEqualTo(2);
  }

  @Test
  void a_leader_that_is_cut_off_is_replaced(TestCluster cluster) throws Exception {
    SynodClient client = patient(cluster);
    deposit(client);
    int old = cluster.leader();
    cluster.partition(old);
    assertThat(deposit(client)).isEqualTo("2 of 2 deposits");
    assertThat(cluster.leader()).isNotEqualTo(old);
    cluster.heal();
    cluster.awaitAgreement();
    assertThat(((Ledger) cluster.service(old)).deposits).isEqualTo(2);
  }

  @Test
  void a_partition_outlives_a_restart(TestCluster cluster) throws Exception {
    SynodClient client = patient(cluster);
    deposit(client);
    int apart = cluster.leader();
    cluster.partition(apart);
    deposit(client);
    cluster.kill(apart);
    cluster.restart(apart);
    long begin = System.nanoTime();
    while (System.nanoTime() - begin < TimeUnit.SECONDS.toNanos(2)) {
      deposit(client);
      assertThat(cluster.state(apart).executed()).isZero();
    }
    cluster.heal();
    cluster.awaitAgreement();
    assertThat(cluster.state(apart).executed()).isPositive();
  }

  @Nested
  class Durable {

    @RepeatedTest(2)
    @SynodCluster(service = Ledger.class, settings = "durability = sync")
    void each_test_has_files_of_its_own(TestCluster cluster, SynodClient client) throws Exception {
      assertThat(client).isSameAs(cluster.client());
      assertThat(deposit(patient(cluster))).isEqualTo("1 of 1 deposits");
      assertThat(Path.of("data")).doesNotExist();
    }

    @Test
    void a_nested_class_has_the_cluster_of_the_outer_one(TestCluster cluster) throws Exception {
      assertThat(deposit(patient(cluster))).isEqualTo("1 of 1 deposits");
    }
  }

  @Test
  void a_leader_that_is_paused_is_replaced(TestCluster cluster) throws Exception {
    SynodClient client = patient(cluster);
    deposit(client);
    int old = cluster.leader();
    cluster.pause(old);
    cluster.pause(old);
    assertThat(deposit(client)).isEqualTo("2 of 2 deposits");
    cluster.resume(old);
    cluster.resume(old);
    cluster.awaitAgreement();
    assertThat(((Ledger) cluster.service(old)).deposits).isEqualTo(2);
  }

  @Test
  void without_a_majority_requests_wait(TestCluster cluster) throws Exception {
    SynodClient client = patient(cluster);
    deposit(client);
    cluster.partition(0, 1);
    cluster.partition(1);
    CompletableFuture<byte[]> waiting = client.send("deposit a 1".getBytes(UTF_8));
    assertThatThrownBy(() -> waiting.get(300, TimeUnit.MILLISECONDS))
        .isInstanceOf(TimeoutException.class);
    cluster.heal();
    assertThat(new String(waiting.get(), UTF_8)).isEqualTo("2 of 2 deposits");
  }

  @Test
  @SynodCluster(
      service = Ledger.class,
      replicas = 5,
      settings = {"service.digest-slots = 1", "threads.layout=merged"})
  void a_test_may_describe_its_own_cluster(TestCluster cluster) throws Exception {
    assertThat(cluster.size()).isEqualTo(5);
    cluster.kill(0);
    cluster.kill(1);
    assertThat(deposit(patient(cluster))).isEqualTo("1 of 1 deposits");
  }

  @Test
  void all_may_restart_where_votes_are_kept(@TempDir Path folder) throws Exception {
    try (TestCluster durable =
        TestCluster.of(Ledger::new)
            .set("durability", "sync")
            .set("storage.directory", folder.toString())
            .start()) {
      SynodClient client = patient(durable);
      deposit(client);
      for (int id = 0; id < 3; id++) {
        durable.kill(id);
      }
      for (int id = 0; id < 3; id++) {
        durable.restart(id);
      }
      assertThat(deposit(client)).isEqualTo("2 of 2 deposits");
    }
  }

  @Test
  void a_wrong_setting_is_refused_and_leaves_no_thread() throws Exception {
    assertThatThrownBy(() -> TestCluster.of(Ledger::new).set("durabilty", "sync").start())
        .isInstanceOf(ConfigException.class)
        .hasMessageContaining("durabilty");
    // A loop completes its end just before its thread ends.
    while (hasLinkThread()) {
      Thread.sleep(1);
    }
  }

  private static boolean hasLinkThread() {
    return Thread.getAllStackTraces().keySet().stream()
        .anyMatch(thread -> thread.getName().startsWith("links"));
  }

  @Test
  void a_directory_that_cannot_be_used_is_refused_as_by_a_replica(@TempDir Path folder)
      throws IOException {
    Path file = Files.createFile(folder.resolve("file"));
    assertThatThrownBy(
            () ->
                TestCluster.of(Ledger::new)
                    .set("durability", "sync")
                    .set("storage.directory", file.toString())
                    .start())
        .isInstanceOf(ReplicaException.class)
        .hasMessageContaining(file + " is not a directory");
  }

  @Test
  void each_process_of_a_replica_needs_a_service_of_its_own() {
    Ledger shared = new Ledger();
    assertThatThrownBy(() -> TestCluster.of(() -> shared).start())
        .isInstanceOf(IllegalStateException.class)
        .hasMessageStartingWith("replica 1 was given the service of another process");
    assertThatThrownBy(() -> TestCluster.of(() -> null).start())
        .isInstanceOf(IllegalStateException.class)
        .hasMessageStartingWith("replica 0 was given no service");
    try (TestCluster one = TestCluster.of(() -> shared).replicas(1).start()) {
      one.kill(0);
      assertThatThrownBy(() -> one.restart(0))
          .isInstanceOf(IllegalStateException.class)
          .hasMessageStartingWith("replica 0 was given the service of another process");
    }
    assertThatThrownBy(() -> TestCluster.of(null)).hasMessage("services");
  }

  @Test
  void a_replica_that_stops_by_itself_fails_the_test() {
    TestCluster cluster =
        TestCluster.of(
                () ->
                    new Ledger() {
                      @Override
                      byte[] deposit(String account, long amount) {
                        throw new AssertionError("on purpose");
                      }
                    })
            .start();
    cluster.client().send("deposit a 1".getBytes(UTF_8));
    assertThatThrownBy(
            () -> {
              for (int times = 0; times < 6000; times++) {
                cluster.awaitAgreement();
                Thread.sleep(10);
              }
            })
        .hasMessageContaining("has stopped by itself: the service failed in slot ")
        .hasRootCauseMessage("on purpose");
    assertThatThrownBy(cluster::close).hasMessageContaining("has stopped by itself");
  }

  @Test
  void numbers_out_of_range_are_refused(TestCluster cluster) {
    for (int count : new int[] {-1, 0, 26}) {
      assertThatThrownBy(() -> TestCluster.of(Ledger::new).replicas(count))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessage("replicas of a cluster: %d is not between 1 and 25", count);
    }
    assertThatThrownBy(() -> cluster.kill(9))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("a replica's number: 9 is not between 0 and 2");
    assertThatThrownBy(() -> cluster.partition(9)).isInstanceOf(IllegalArgumentException.class);
  }
}
