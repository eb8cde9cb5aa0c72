package io.synod.replica;

import static org.assertj.core.api.Assertions.assertThat;

import io.synod.client.SynodClient;
import io.synod.client.SynodClientBuilder;
import io.synod.core.settings.Durability;
import io.synod.replica.config.FreePorts;
import io.synod.replica.config.SynodConfig;
import io.synod.replica.config.SynodConfigBuilder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;

/** Replicas of a {@link SumService} in this JVM, on free ports of the loopback interface. */
public final class LocalCluster implements AutoCloseable {
  private final SynodConfig config;
  private final List<SynodReplica> replicas = new ArrayList<>();
  private final List<SumService> services = new ArrayList<>();

  LocalCluster(int size, UnaryOperator<SynodConfigBuilder> settings) {
    config = settings.apply(addresses(size)).build();
    for (int id = 0; id < size; id++) {
      SumService service = new SumService();
      services.add(service);
      replicas.add(SynodReplica.builder().config(config).id(id).service(service).start());
    }
  }

  public static SynodConfigBuilder addresses(int size) {
    SynodConfigBuilder builder =
        SynodConfig.builder().clusterName("test").durability(Durability.MEMORY);
    List<Integer> ports = FreePorts.find(2 * size);
    for (int id = 0; id < size; id++) {
      builder.replica(id, "127.0.0.1", ports.get(2 * id), ports.get(2 * id + 1));
    }
    return builder;
  }

  /** Ends the replica if it has not ended, and starts it with a new service. */
  void restart(int id) {
    restart(id, config);
  }

  /** As {@link #restart(int)}, with settings of its own. */
  void restart(int id, SynodConfig own) {
    replicas.get(id).close();
    SumService service = new SumService();
    services.set(id, service);
    replicas.set(id, SynodReplica.builder().config(own).id(id).service(service).start());
  }

  SynodConfig config() {
    return config;
  }

  SynodReplica replica(int id) {
    return replicas.get(id);
  }

  SumService service(int id) {
    return services.get(id);
  }

  int size() {
    return replicas.size();
  }

  SynodClient client() {
    return client(Duration.ofSeconds(30));
  }

  SynodClient client(Duration requestTimeout) {
    return clientBuilder(config).requestTimeout(requestTimeout).build();
  }

  /** Of any cluster. */
  static SynodClient client(SynodConfig config) {
    return clientBuilder(config).build();
  }

  static SynodClientBuilder clientBuilder(SynodConfig config) {
    return SynodClient.builder()
        .cluster(config.cluster().name())
        .replicas(config.cluster().clientAddresses());
  }

  /**
   * The replica that says it leads; waits for one, until the test's time-out. At the start two may
   * lead one after the other, so it first waits a while until all that run follow the same one.
   */
  int leader() {
    long patienceNanos = Duration.ofSeconds(2).toNanos();
    // From the first leader on: with a long election timeout there is none for longer.
    long begin = 0;
    while (true) {
      for (int id = 0; id < replicas.size(); id++) {
        if (isLeader(id)) {
          begin = begin == 0 ? System.nanoTime() : begin;
          if (System.nanoTime() - begin > patienceNanos || isFollowedByAll(id)) {
            return id;
          }
        }
      }
      Pause.once();
    }
  }

  boolean isLeader(int id) {
    SynodReplica replica = replicas.get(id);
    return !replica.closed().isDone() && replica.statusJson().contains("\"role\":\"leader\"");
  }

  /** Has a replica lead. Each leader is asked for it, until it does. */
  void lead(int to) throws Exception {
    for (int from = leader(); from != to; from = leader()) {
      askToTransfer(replicas.get(from), to);
    }
  }

  /**
   * Asks a leader to transfer its leadership. On a slow machine it may refuse, because the other
   * replica is silent for a moment, or lead no more.
   */
  static void askToTransfer(SynodReplica leader, int to) throws Exception {
    try {
      leader.transferLeadership(to).get(60, TimeUnit.SECONDS);
    } catch (ExecutionException refused) {
      assertThat(refused).hasCauseInstanceOf(ReplicaException.class);
      Pause.once();
    }
  }

  /** A directory and all that is in it. */
  static void delete(Path directory) throws IOException {
    try (Stream<Path> all = Files.walk(directory)) {
      for (Path path : all.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(path);
      }
    }
  }

  private boolean isFollowedByAll(int leader) {
    return replicas.stream()
        .allMatch(replica -> replica.closed().isDone() || replica.state().leader() == leader);
  }

  @Override
  public void close() {
    // A test that has failed may have left them waiting, and their threads could not end.
    services.forEach(SumService::releaseQueries);
    replicas.forEach(SynodReplica::close);
  }
}
