package io.synod.examples.kv;

import io.synod.client.SynodClient;
import io.synod.core.settings.Consistency;
import io.synod.examples.kv.command.Limits;
import io.synod.examples.kv.redis.RedisEndpoint;
import io.synod.examples.kv.redis.RedisSettings;
import io.synod.replica.SynodReplica;
import io.synod.replica.config.SynodConfig;
import io.synod.service.Service;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.UnaryOperator;

/**
 * One replica of the key-value service with its Redis endpoint, and the endpoint's client. Methods
 * may be called from any thread.
 */
public final class KvNode implements AutoCloseable {
  private static final Duration REQUEST_TIMEOUT = Duration.ofSeconds(5);

  /** Outstanding requests of all Redis connections together; the cluster may grant fewer. */
  private static final int OUTSTANDING_MAX = 4096;

  private final KvService service;
  private final SynodReplica replica;
  private final SynodClient client;
  private final RedisEndpoint endpoint;

  private KvNode(
      SynodConfig config, int id, int redisPort, Consistency reads, UnaryOperator<Service> around)
      throws IOException {
    String host = config.cluster().replica(id).host();
    service = new KvService();
    client = client(config);
    AtomicReference<SynodReplica> started = new AtomicReference<>();
    ClusterBackend backend = new ClusterBackend(client, reads, started::get, service);
    // First, so that a process that cannot listen never disturbs the cluster.
    endpoint = listen(host, redisPort, backend);
    replica = start(config, id, around.apply(service));
    started.set(replica);
  }

  private SynodReplica start(SynodConfig config, int id, Service executed) {
    try {
      return SynodReplica.builder().config(config).id(id).service(executed).start();
    } catch (RuntimeException cannotStart) {
      endpoint.close();
      client.close();
      throw cannotStart;
    }
  }

  /**
   * Starts all parts; returns before a leader is elected.
   *
   * @param redisPort 0 for any free one
   * @param reads the consistency of reads through Redis
   * @throws IOException if the Redis port cannot be opened
   * @throws io.synod.replica.ReplicaException if the replica cannot be started
   * @throws IllegalArgumentException if the configuration does not fit
   */
  public static KvNode start(SynodConfig config, int id, int redisPort, Consistency reads)
      throws IOException {
    return start(config, id, redisPort, reads, UnaryOperator.identity());
  }

  /** Starts a replica with a service that wraps the key-value service. */
  static KvNode start(
      SynodConfig config, int id, int redisPort, Consistency reads, UnaryOperator<Service> around)
      throws IOException {
    check("network.max-frame", config.network().frameBytes(), Limits.FRAME_BYTES);
    int answerBytes = config.session().answers().largestBytes();
    check("session.max-answer-bytes", answerBytes, Limits.WRITE_ANSWER_BYTES_MAX);
    return new KvNode(config, id, redisPort, reads, around);
  }

  private static void check(String setting, int bytes, int bytesMin) {
    if (bytes < bytesMin) {
      throw new IllegalArgumentException(
          "%s is %d bytes, the key-value service needs %d".formatted(setting, bytes, bytesMin));
    }
  }

  private static SynodClient client(SynodConfig config) {
    return SynodClient.builder()
        .cluster(config.cluster().name())
        .replicas(config.cluster().clientAddresses())
        .requestTimeout(REQUEST_TIMEOUT)
        .maxOutstanding(OUTSTANDING_MAX)
        .build();
  }

  private RedisEndpoint listen(String host, int port, ClusterBackend backend) throws IOException {
    try {
      return RedisEndpoint.start(RedisSettings.on(host, port), backend);
    } catch (IOException e) {
      client.close();
      throw e;
    }
  }

  /** The port of the Redis endpoint. */
  public int redisPort() {
    return endpoint.port();
  }

  /**
   * As the replica's future: completes normally after {@link #close}, exceptionally if it stopped
   * by itself.
   */
  public CompletableFuture<Void> closed() {
    return replica.closed();
  }

  /** Ends all parts, each before the parts that it uses. */
  @Override
  public void close() {
    endpoint.close();
    client.close();
    replica.close();
  }
}
