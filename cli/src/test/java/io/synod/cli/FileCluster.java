package io.synod.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.synod.client.SynodAdmin;
import io.synod.client.SynodClient;
import io.synod.replica.SynodLearner;
import io.synod.replica.SynodReplica;
import io.synod.replica.config.SynodConfig;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/** Three replicas in this JVM that keep their state below a folder. */
final class FileCluster implements AutoCloseable {
  static final int REPLICAS = 3;
  private static final Duration LONG = Duration.ofSeconds(60);
  private static final String SETTINGS =
      """
      durability = sync
      storage.reserve = 1MiB
      journal.segment-bytes = 64KiB
      election.heartbeat = 25ms
      election.timeout = 150ms
      """;

  // Null of one that was given its settings.
  final Path file;
  final SynodConfig config;
  private final SynodReplica[] replicas = new SynodReplica[REPLICAS];
  private final ChainService[] services = new ChainService[REPLICAS];
  private final List<SynodLearner> learners = new ArrayList<>();
  private SynodClient client;
  private int newest = 1;

  FileCluster(SynodConfig config) {
    file = null;
    this.config = config;
  }

  /**
   * With a properties file. Starts nothing.
   *
   * @param more lines of the properties file
   */
  FileCluster(Path folder, String name, String more) throws IOException {
    String storage = "storage.directory = " + folder.resolve(name) + "\n";
    file = ClusterFile.write(folder, name, storage + SETTINGS + more, REPLICAS);
    config = SynodConfig.load(file, List.of());
  }

  /** Services of replicas that are started from now on know the versions up to this one. */
  FileCluster knowing(int newestVersion) {
    newest = newestVersion;
    return this;
  }

  SynodAdmin admin() {
    return SynodAdmin.of(config.cluster().name(), config.cluster().clientAddresses());
  }

  FileCluster start() {
    return startFirst(REPLICAS);
  }

  FileCluster startFirst(int count) {
    try {
      for (int id = 0; id < count; id++) {
        start(id);
      }
      return this;
    } catch (RuntimeException | Error refused) {
      close();
      throw refused;
    }
  }

  SynodReplica start(int id) {
    services[id] = new ChainService(newest);
    replicas[id] = SynodReplica.builder().config(config).id(id).service(services[id]).start();
    return replicas[id];
  }

  SynodReplica replica(int id) {
    return replicas[id];
  }

  Path directory(int id) {
    return config.storage().directoryOf(id);
  }

  /** Where a client asks replica {@code id}. */
  String address(int id) {
    return config.cluster().replica(id).clientText();
  }

  /** A learner that has executed all that was decided. */
  String learn() {
    SynodLearner learner =
        SynodLearner.builder()
            .config(config)
            .service(new ChainService())
            .listen(new InetSocketAddress("127.0.0.1", 0))
            .start();
    learners.add(learner);
    long end = replicas[0].state().executed();
    await("the learner", () -> learner.executed() >= end);
    return "127.0.0.1:" + learner.address().getPort();
  }

  /** Waits until the learners have executed every slot before {@code end}. */
  void awaitLearners(long end) {
    await("the learners", () -> learners.stream().allMatch(each -> each.executed() >= end));
  }

  SynodClient client() {
    if (client == null) {
      client =
          SynodClient.builder()
              .cluster(config.cluster().name())
              .replicas(config.cluster().clientAddresses())
              .requestTimeout(LONG)
              .build();
    }
    return client;
  }

  /** Executes so many requests, one after the other. */
  void execute(String text, int count) throws Exception {
    for (int request = 0; request < count; request++) {
      client().execute((text + " " + request).getBytes());
    }
  }

  /** What the service holds, by a query that sees all that was answered. */
  ChainService.State state() throws Exception {
    ByteBuffer state = ByteBuffer.wrap(client().query(new byte[0]).get(60, TimeUnit.SECONDS));
    return new ChainService.State(state.getLong(), state.getLong());
  }

  /** Waits until every replica holds this and nothing else. */
  void await(ChainService.State expected) {
    for (int id = 0; id < REPLICAS; id++) {
      SynodReplica replica = replicas[id];
      ChainService service = services[id];
      await(
          "replica " + id,
          () -> replica.closed().isDone() || service.state().count() >= expected.count());
      assertThat(service.state()).as("replica %d", id).isEqualTo(expected);
    }
  }

  /** Waits until all replicas have executed the same slots, and returns their end. */
  long awaitEqual() {
    await(
        "the same slots",
        () ->
            replicas[0].state().executed() > 0
                && replicas[0].state().executed() == replicas[1].state().executed()
                && replicas[0].state().executed() == replicas[2].state().executed());
    return replicas[0].state().executed();
  }

  /** Has every replica keep a snapshot of all that it has executed. */
  void takeSnapshots() {
    for (int id = 0; id < REPLICAS; id++) {
      CommandRun taken =
          CommandRun.of("snapshot", "now", "--config", file.toString(), "--id", String.valueOf(id));
      assertThat(taken.err()).isEmpty();
    }
  }

  interface Condition {
    boolean holds();
  }

  static void await(String what, Condition condition) {
    long deadline = System.nanoTime() + LONG.toNanos();
    while (!condition.holds()) {
      assertThat(System.nanoTime()).as(what).isLessThan(deadline);
      LockSupport.parkNanos(10_000_000);
    }
  }

  void closeReplicas() {
    for (SynodReplica replica : replicas) {
      if (replica != null) {
        replica.close();
      }
    }
  }

  @Override
  public void close() {
    if (client != null) {
      client.close();
    }
    learners.forEach(SynodLearner::close);
    closeReplicas();
  }
}
