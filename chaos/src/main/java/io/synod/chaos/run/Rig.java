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

/** The cluster, its links and its clients. Confined to the thread that drives. */
final class Rig {
  static final String QUOTA = "storage.max-bytes";
  static final long QUOTA_BYTES = 64L << 20;

  // Small enough that a full disk is soon felt, and that every restart meets several segments and
  // a snapshot.
  private static final List<String> SETTINGS =
      List.of(
          "durability=sync",
          QUOTA + "=" + QUOTA_BYTES + "B",
          "storage.reserve=1MiB",
          "journal.segment-bytes=64KiB",
          "snapshot.log-slots=2000",
          "log.margin-bytes=0B");

  private static final Duration PATIENCE = Duration.ofSeconds(10);

  // So short that requests end as unknown in every fault that is felt.
  private static final Duration IMPATIENCE = Duration.ofMillis(300);

  final LinkMesh links;
  final ProcessCluster cluster;
  private final List<SynodClient> connections = new ArrayList<>();
  private final List<RegisterClient> clients = new ArrayList<>();

  /** Nothing runs yet. */
  Rig(ChaosOptions options) throws IOException {
    links = new LinkMesh(options.replicas(), options.faults().seed());
    List<String> settings = new ArrayList<>(SETTINGS);
    settings.addAll(options.settings());
    try {
      cluster =
          KvReplicas.quick(options.replicas(), links::listen, settings.toArray(String[]::new));
    } catch (IOException | RuntimeException failure) {
      links.close();
      throw failure;
    }
  }

  /** Connects so many clients, half of which wait long for their answers. */
  void startClients(int count, Registers registers, Random random) {
    for (int id = 0; id < count; id++) {
      Duration timeout = id % 2 == 0 ? PATIENCE : IMPATIENCE;
      SynodClient connection = cluster.clientBuilder().requestTimeout(timeout).build();
      connections.add(connection);
      clients.add(new RegisterClient(id + 1, connection, registers, random.nextLong()));
    }
    clients.forEach(RegisterClient::start);
  }

  /** Waits for the end of each client's last call, and reads everything back. */
  void stopClients() throws Exception {
    clients.forEach(RegisterClient::halt);
    for (RegisterClient client : clients) {
      client.stop();
    }
    clients.get(0).readAll();
  }

  /** Ends the calls of clients, if any, the processes and the links; the files stay. */
  void close() {
    clients.forEach(RegisterClient::halt);
    connections.forEach(SynodClient::close);
    cluster.close();
    links.close();
  }
}
