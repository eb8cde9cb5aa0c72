package io.synod.cli;

import io.synod.client.SynodClient;
import io.synod.replica.SynodLearner;
import io.synod.replica.SynodReplica;
import io.synod.replica.config.SynodConfig;
import io.synod.service.ExecutionContext;
import io.synod.service.Role;
import io.synod.service.Service;
import io.synod.service.Snapshot;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** Three replicas in this JVM, and a client of theirs. */
final class RunningReplicas implements AutoCloseable {
  /** With these no leader is replaced, and no transfer refused, while a machine stands still. */
  static final String STEADY = "election.heartbeat = 1s\nelection.timeout = 5s\n";

  final Path file;
  final SynodClient client;
  private final List<SynodReplica> replicas = new ArrayList<>();
  private final SynodConfig config;
  private final Execution execution;

  /** What a service without state makes of a request. */
  @FunctionalInterface
  interface Execution {
    byte[] execute(ByteBuffer request);
  }

  /** Of a service that answers nothing. */
  RunningReplicas(Path folder) throws IOException {
    this(folder, "", request -> new byte[0]);
  }

  /**
   * @param folder for their configuration
   * @param settings lines of it; durability is memory if they say nothing else
   */
  RunningReplicas(Path folder, String settings, Execution execution) throws IOException {
    String durability = settings.contains("durability") ? "" : "durability = memory\n";
    file = ClusterFile.write(folder, "running", durability + settings, 3);
    config = SynodConfig.load(file, List.of());
    this.execution = execution;
    for (int id = 0; id < 3; id++) {
      replicas.add(start(id, 1));
    }
    client =
        SynodClient.builder()
            .cluster("running")
            .replicas(config.cluster().clientAddresses())
            .requestTimeout(Duration.ofSeconds(60))
            .build();
  }

  private SynodReplica start(int id, int newestVersion) {
    Service service = new Stateless(execution, newestVersion);
    return SynodReplica.builder().config(config).id(id).service(service).start();
  }

  /** Starts a replica again, with a build whose service knows the versions up to this one. */
  void restart(int id, int newestVersion) {
    close(id);
    replicas.set(id, start(id, newestVersion));
  }

  /** Waits until a replica leads. */
  int awaitLeader() throws InterruptedException {
    if (!client.awaitReady(Duration.ofSeconds(60))) {
      throw new AssertionError("no replica leads");
    }
    return client.state().leader();
  }

  /** Waits until the leader is connected to all others. */
  void awaitConnected() throws InterruptedException {
    SynodReplica leader = replicas.get(awaitLeader());
    FileCluster.await(
        "connections", () -> leader.statusJson().split("\"software\"", -1).length == 4);
  }

  /** A learner that listens at {@code port}. */
  SynodLearner follow(int port) {
    return SynodLearner.builder()
        .config(config)
        .service(new Stateless(execution, 1))
        .listen(new InetSocketAddress("127.0.0.1", port))
        .start();
  }

  boolean leads(int id) {
    return replicas.get(id).state().role() == Role.LEADER;
  }

  void close(int id) {
    replicas.get(id).close();
  }

  @Override
  public void close() {
    client.close();
    replicas.forEach(SynodReplica::close);
  }

  private record Stateless(Execution execution, int newestVersion) implements Service {
    @Override
    public byte[] execute(ByteBuffer request, ExecutionContext context) {
      return execution.execute(request);
    }

    @Override
    public Snapshot snapshot() {
      return out -> {};
    }

    @Override
    public void restore(InputStream in) {}
  }
}
