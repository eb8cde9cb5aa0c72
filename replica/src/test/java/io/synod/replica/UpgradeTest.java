package io.synod.replica;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.synod.client.ClusterVersions;
import io.synod.client.SynodAdmin;
import io.synod.client.SynodClient;
import io.synod.core.execution.UnknownVersion;
import io.synod.core.settings.Durability;
import io.synod.replica.config.SynodConfig;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Three replicas whose service gets a new version while they run. */
@Timeout(120)
class UpgradeTest {
  private static final Duration LONG = Duration.ofSeconds(30);
  private static final int REPLICAS = 3;

  // Many more than are decided.
  private static final long SNAPSHOT_SLOTS = 1_000_000;

  @TempDir private Path directory;

  private final SynodReplica[] replicas = new SynodReplica[REPLICAS];
  private final ExecutorService operator = Executors.newSingleThreadExecutor();
  private SynodConfig config;
  private SynodClient client;
  private SynodAdmin admin;

  @BeforeEach
  void configure() {
    configure(SNAPSHOT_SLOTS);
  }

  private void configure(long slots) {
    config =
        LocalCluster.addresses(REPLICAS)
            .durability(Durability.SYNC)
            .storageDirectory(directory)
            .journalSegmentBytes(1 << 16)
            .snapshotLogSlots(slots)
            .serviceDigestSlots(1)
            .build();
    List<InetSocketAddress> addresses = config.cluster().clientAddresses();
    client = SynodClient.builder().cluster("test").replicas(addresses).requestTimeout(LONG).build();
    admin = SynodAdmin.of("test", addresses);
  }

  @AfterEach
  void close() {
    operator.shutdownNow();
    client.close();
    for (SynodReplica replica : replicas) {
      if (replica != null) {
        replica.close();
      }
    }
  }

  @Test
  void replicas_are_upgraded_one_by_one_and_go_back_until_the_upgrade_is_finished()
      throws Exception {
    startAll(1, 1);
    assertThat(add(1)).isEqualTo(1);
    for (int id = 0; id < REPLICAS - 1; id++) {
      restart(id, 1, 2);
      assertThat(add(1)).as("the old behaviour").isEqualTo(2 + id);
    }
    restart(1, 1, 1);
    assertThat(add(1)).isEqualTo(4);
    restart(1, 1, 2);

    awaitNewest(1, 2);
    ClusterVersions mixed = admin.finishUpgrade(LONG);
    assertThat(mixed.service()).as("replica 2 knows the first version only").isEqualTo(1);
    assertThat(add(1)).isEqualTo(5);

    restart(2, 1, 2);
    awaitNewest(2, 2);
    ClusterVersions finished = admin.finishUpgrade(LONG);
    assertThat(finished.service()).isEqualTo(2);
    assertThat(finished.isFinished()).isTrue();
    assertThat(add(1)).as("the new behaviour").isEqualTo(7);

    restart(0, 1, 1);
    assertThatThrownBy(() -> replicas[0].closed().get(60, TimeUnit.SECONDS))
        .hasCauseInstanceOf(UnknownVersion.class)
        .hasMessageContaining(
            "the cluster uses level 1 and service version 2, and this process knows")
        .hasMessageContaining("level 1 and service version 1");
    restart(0, 1, 2);
    assertThat(add(1)).isEqualTo(9);
  }

  @Test
  void an_old_build_restores_what_a_new_one_has_written_before_the_upgrade() throws Exception {
    client.close();
    configure(1);
    startAll(1, 1);
    // A log begins with the newest version that its first leader knows.
    assertThat(add(1)).isEqualTo(1);
    restart(1, 1, 2);
    assertThat(add(1)).isEqualTo(2);
    awaitSnapshot(1);
    restart(1, 1, 1);
    assertThat(add(1)).isEqualTo(3);
    awaitSnapshot(1);
    assertThat(replicas[1].closed()).isNotDone();

    for (int id = 0; id < REPLICAS; id++) {
      restart(id, 1, 2);
    }
    awaitNewest(2, 2);
    assertThat(admin.finishUpgrade(LONG).service()).isEqualTo(2);
    assertThat(add(1)).isEqualTo(5);
    awaitSnapshot(1);
    restart(1, 1, 2);
    assertThat(add(1)).as("it follows the version of its snapshot").isEqualTo(7);
    awaitSnapshot(1);
    assertThat(replicas[1].closed()).isNotDone();
  }

  @Test
  void an_upgrade_waits_for_a_member_that_is_not_connected() throws Exception {
    startAll(1, 2);
    assertThat(add(1)).as("a log begins with the newest version").isEqualTo(2);
    replicas[2].close();
    replicas[0].close();
    start(0, 1, 3);
    restart(1, 1, 3);
    assertThat(add(1)).isEqualTo(4);

    BlockingQueue<String> reasons = new LinkedBlockingQueue<>();
    Future<ClusterVersions> finished =
        operator.submit(() -> admin.withProgress(reasons::add).finishUpgrade(LONG.multipliedBy(2)));
    String missing = "replica 2 is not connected to the leader, so nobody knows what it runs";
    String reason = reasons.take();
    while (!reason.contains(missing)) {
      reason = reasons.take();
    }
    assertThat(admin.versions(LONG).missing()).containsExactly(2);
    assertThat(finished).isNotDone();
    start(2, 1, 3);
    assertThat(finished.get(60, TimeUnit.SECONDS).service()).isEqualTo(3);
    assertThat(add(1)).isEqualTo(7);
  }

  /** Waits until the leader is connected to all replicas, and replica {@code id} has this build. */
  private void awaitNewest(int id, int newest) throws Exception {
    long deadline = System.nanoTime() + LONG.toNanos();
    ClusterVersions versions = admin.versions(LONG);
    while (versions.builds().size() < REPLICAS
        || versions.builds().get(id).newestService() != newest) {
      assertThat(System.nanoTime()).as("%s", versions).isLessThan(deadline);
      LockSupport.parkNanos(1_000_000);
      versions = admin.versions(LONG);
    }
  }

  /** Waits until the newest snapshot of replica {@code id} holds all that it has executed. */
  private void awaitSnapshot(int id) {
    long deadline = System.nanoTime() + LONG.toNanos();
    while (!replicas[id]
        .statusJson()
        .contains("\"snapshotEnd\":" + replicas[id].state().executed() + ",")) {
      assertThat(System.nanoTime()).isLessThan(deadline);
      LockSupport.parkNanos(1_000_000);
    }
  }

  private long add(long value) throws Exception {
    return SumService.number(client.execute(SumService.number(value)));
  }

  private void startAll(int oldest, int newest) {
    for (int id = 0; id < REPLICAS; id++) {
      start(id, oldest, newest);
    }
  }

  private void restart(int id, int oldest, int newest) {
    replicas[id].close();
    start(id, oldest, newest);
  }

  private void start(int id, int oldest, int newest) {
    replicas[id] =
        SynodReplica.builder()
            .config(config)
            .id(id)
            .service(new VersionedSum(oldest, newest))
            .start();
  }
}
