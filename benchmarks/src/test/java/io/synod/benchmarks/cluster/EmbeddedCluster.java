package io.synod.benchmarks.cluster;

import com.fasterxml.jackson.jr.ob.JSON;
import io.synod.benchmarks.load.Target;
import io.synod.benchmarks.process.NullService;
import io.synod.replica.SynodReplica;
import io.synod.replica.config.FreePorts;
import io.synod.replica.config.SynodConfig;
import io.synod.replica.config.SynodConfigBuilder;
import io.synod.service.Service;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;

/** Three replicas in this JVM, of a service that answers eight bytes. */
final class EmbeddedCluster implements AutoCloseable {
  private static final int REPLICAS = 3;
  private static final int ANSWER_BYTES = 8;

  private final SynodConfig config;
  private final List<SynodReplica> replicas = new ArrayList<>();

  private EmbeddedCluster(SynodConfig config) {
    this.config = config;
  }

  /**
   * @param queueBytes of the requests that wait at the leader, and of the largest frame
   */
  static EmbeddedCluster start(int queueBytes) throws IOException {
    return start(queueBytes, NullService::new);
  }

  static EmbeddedCluster start(int queueBytes, Supplier<Service> service) throws IOException {
    SynodConfigBuilder settings =
        SynodConfig.builder()
            .clusterName("overload")
            .set("durability", "memory")
            .queueMaxBytes(queueBytes)
            .networkMaxFrame(queueBytes)
            .catchUpMaxBytes(queueBytes / 4)
            .snapshotPartBytes(queueBytes / 4)
            .batchMaxBytes(queueBytes / 4);
    List<Integer> ports = FreePorts.find(2 * REPLICAS);
    for (int id = 0; id < REPLICAS; id++) {
      settings.replica(id, "127.0.0.1", ports.get(2 * id), ports.get(2 * id + 1));
    }
    EmbeddedCluster cluster = new EmbeddedCluster(settings.build());
    for (int id = 0; id < REPLICAS; id++) {
      cluster.replicas.add(
          SynodReplica.builder().config(cluster.config).id(id).service(service.get()).start());
    }
    return cluster;
  }

  SynodConfig config() {
    return config;
  }

  Target target() {
    List<String> addresses = new ArrayList<>();
    config.cluster().replicas().forEach(replica -> addresses.add(replica.clientText()));
    return new Target(config.cluster().name(), String.join(",", addresses), ANSWER_BYTES);
  }

  /** Requests refused with BUSY so far. */
  long refused() {
    long sum = 0;
    for (SynodReplica replica : replicas) {
      sum += ((Number) status(replica).get("busy")).longValue();
    }
    return sum;
  }

  /** Ends a replica that does not lead. */
  void endFollower() {
    for (SynodReplica replica : replicas) {
      if (!"leader".equals(status(replica).get("role"))) {
        replica.close();
        return;
      }
    }
  }

  private static Map<String, Object> status(SynodReplica replica) {
    try {
      return JSON.std.mapFrom(replica.statusJson());
    } catch (IOException bug) {
      throw new UncheckedIOException("a status that is no JSON", bug);
    }
  }

  @Override
  public void close() {
    replicas.forEach(SynodReplica::close);
  }
}
