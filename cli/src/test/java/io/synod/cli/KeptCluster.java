package io.synod.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.synod.client.SynodClient;
import io.synod.core.settings.Durability;
import io.synod.replica.SynodReplica;
import io.synod.replica.config.FreePorts;
import io.synod.replica.config.SynodConfig;
import io.synod.replica.config.SynodConfigBuilder;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.LockSupport;

/** Three replicas in this JVM whose directories were there before and are there afterwards. */
final class KeptCluster implements AutoCloseable {
  static final int REPLICAS = 3;
  static final String NAME = "kept";
  private static final Duration LONG = Duration.ofSeconds(30);

  private final SynodConfig config;
  private final List<SynodReplica> replicas = new ArrayList<>();
  private final List<ChainService> services = new ArrayList<>();

  private KeptCluster(SynodConfig config) {
    this.config = config;
  }

  /**
   * Settings that differ from the defaults: quick elections, and no patience with a disk that has
   * lost something.
   */
  static SynodConfigBuilder settings(Path storage, List<Integer> ports) {
    SynodConfigBuilder settings =
        SynodConfig.builder()
            .clusterName(NAME)
            .durability(Durability.SYNC)
            .storageDirectory(storage)
            .storageReserve(1 << 20)
            .journalSegmentBytes(1 << 16)
            .electionHeartbeat(Duration.ofMillis(25))
            .electionTimeout(Duration.ofMillis(150));
    for (int id = 0; id < REPLICAS; id++) {
      settings.replica(id, "127.0.0.1", ports.get(2 * id), ports.get(2 * id + 1));
    }
    return settings;
  }

  static List<Integer> freePorts() {
    return FreePorts.find(2 * REPLICAS);
  }

  /** Starts the first {@code count} of them. */
  static KeptCluster start(SynodConfig config, int count) {
    KeptCluster cluster = new KeptCluster(config);
    try {
      for (int id = 0; id < count; id++) {
        ChainService service = new ChainService();
        cluster.services.add(service);
        cluster.replicas.add(SynodReplica.builder().config(config).id(id).service(service).start());
      }
      return cluster;
    } catch (RuntimeException | Error refused) {
      cluster.close();
      throw refused;
    }
  }

  SynodReplica replica(int id) {
    return replicas.get(id);
  }

  ChainService.State state(int id) {
    return services.get(id).state();
  }

  SynodClient client() {
    return SynodClient.builder()
        .cluster(NAME)
        .replicas(config.cluster().clientAddresses())
        .requestTimeout(LONG)
        .build();
  }

  /** Waits until every replica has executed so much, and nothing else. */
  void await(ChainService.State expected) {
    long deadline = System.nanoTime() + LONG.toNanos();
    for (int id = 0; id < replicas.size(); id++) {
      while (state(id).count() < expected.count()) {
        assertThat(replica(id).closed()).as("replica %d", id).isNotDone();
        assertThat(System.nanoTime()).as(replica(id).statusJson()).isLessThan(deadline);
        LockSupport.parkNanos(1_000_000);
      }
      assertThat(state(id)).as("replica %d", id).isEqualTo(expected);
    }
  }

  @Override
  public void close() {
    replicas.forEach(SynodReplica::close);
  }
}
