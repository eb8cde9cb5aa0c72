package io.synod.chaos.run;

import io.synod.chaos.register.RegisterClient;
import io.synod.chaos.register.Registers;
import io.synod.client.SynodClient;
import io.synod.examples.kv.cluster.KvReplicas;
import io.synod.examples.process.ProcessCluster;
import io.synod.link.LinkMesh;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/** The cluster, its links and its clients. Confined to the thread that drives the run. */
final class Rig {
  static final String QUOTA = "storage.max-bytes";
  static final long QUOTA_BYTES = 64L << 20;

  // Small, so that a full disk matters soon, and every restart reads several segments
  // and a snapshot.
  private static final List<String> SETTINGS =
      List.of(
          "durability=sync",
          QUOTA + "=" + QUOTA_BYTES + "B",
          "storage.reserve=1MiB",
          "journal.segment-bytes=64KiB",
          "snapshot.log-slots=2000",
          "log.margin-bytes=0B",
          "member.linger=24h");

  private static final Duration READ_MAX = Duration.ofSeconds(180);
  private static final Duration LONG_TIMEOUT = Duration.ofSeconds(10);

  // Short, so that requests end with an unknown outcome in every fault that delays them.
  private static final Duration SHORT_TIMEOUT = Duration.ofMillis(300);

  final LinkMesh links;
  final ProcessCluster cluster;
  private final List<SynodClient> connections = new ArrayList<>();
  private final List<RegisterClient> clients = new ArrayList<>();

  /** Creates the parts; nothing runs yet. */
  Rig(ChaosOptions options) throws IOException {
    links = new LinkMesh(options.processes(), options.faults().seed());
    List<String> settings = new ArrayList<>(SETTINGS);
    settings.addAll(options.settings());
    try {
      cluster =
          KvReplicas.quick(
              options.replicas(),
              options.operator().spares(),
              links::listen,
              settings.toArray(String[]::new));
      if (options.operator().otherBuild() != null) {
        cluster.mixWith(KvReplicas.quickOf(options.operator().otherBuild()));
      }
    } catch (IOException | RuntimeException failure) {
      links.close();
      throw failure;
    }
  }

  /**
   * Connects {@code count} clients, half of them with a long timeout.
   *
   * @param between the beginnings of two calls of a client, at least
   */
  void startClients(int count, Duration between, Registers registers, Random random) {
    for (int id = 0; id < count; id++) {
      Duration timeout = id % 2 == 0 ? LONG_TIMEOUT : SHORT_TIMEOUT;
      SynodClient connection = cluster.clientBuilder().requestTimeout(timeout).build();
      connections.add(connection);
      clients.add(new RegisterClient(id + 1, connection, registers, random.nextLong(), between));
    }
    clients.forEach(RegisterClient::start);
  }

  /** Waits for the end of each client's last call, and reads every register. */
  void stopClients() throws Exception {
    clients.forEach(RegisterClient::halt);
    for (RegisterClient client : clients) {
      client.stop();
    }
    clients.get(0).readAll(READ_MAX);
  }

  /** Ends the clients' calls, the processes and the links; the files stay. */
  void close() {
    clients.forEach(RegisterClient::halt);
    connections.forEach(SynodClient::close);
    cluster.close();
    links.close();
  }
}
