package io.synod.chaos.hostile;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import com.fasterxml.jackson.jr.ob.JSON;
import io.synod.chaos.hostile.attack.Targets;
import io.synod.client.ReplicaStatus;
import io.synod.examples.process.ProcessCluster;
import io.synod.process.Program;
import io.synod.replica.config.FreePorts;
import io.synod.replica.config.SharedSettings;
import io.synod.replica.config.SynodConfig;
import java.io.IOException;
import java.net.HttpURLConnection;
import java.net.InetSocketAddress;
import java.net.URL;
import java.nio.file.Files;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** The replica processes that are attacked. Confined to the thread that drives the run. */
final class HostileCluster implements AutoCloseable {
  static final int REPLICAS = 3;
  private static final long HEAP_BYTES_MAX = 256L << 20;

  /** For an answer of a replica that is attacked. */
  static final Duration ATTACKED_MAX = Duration.ofSeconds(5);

  /** For one that is not, on a machine that may be busy with other things. */
  static final Duration CALM_MAX = Duration.ofSeconds(30);

  private static final int FRAME_BYTES_MAX = 6 << 20;

  // Replicas derive their memory bounds from their 256 MiB of heap.
  private static final List<String> SETTINGS =
      List.of(
          "durability=sync",
          "storage.reserve=1MiB",
          "journal.segment-bytes=8MiB",
          "snapshot.log-slots=2000",
          "network.max-frame=" + FRAME_BYTES_MAX + "B");

  // Without ExitOnOutOfMemoryError a replica could continue in a broken state and look healthy.
  private static final Program PROGRAM =
      new Program(
          MeasuredReplica.class,
          List.of(
              "-Xmx" + HEAP_BYTES_MAX,
              "-XX:+UseSerialGC",
              "-XX:TieredStopAtLevel=1",
              "-XX:+ExitOnOutOfMemoryError",
              "-Dsynod.log=info"),
          false);

  final ProcessCluster processes;
  private final Targets targets;

  /** Creates the cluster; no replica runs yet. */
  HostileCluster(List<String> settings) throws IOException {
    int metricsPort = consecutivePorts();
    List<String> all = new ArrayList<>(SETTINGS);
    all.add("metrics.port=" + metricsPort);
    all.addAll(settings);
    processes = ProcessCluster.create(PROGRAM, REPLICAS, all.toArray(String[]::new));
    List<InetSocketAddress> clients = new ArrayList<>();
    List<InetSocketAddress> peers = new ArrayList<>();
    List<InetSocketAddress> metrics = new ArrayList<>();
    for (int id = 0; id < REPLICAS; id++) {
      clients.add(resolved(processes.clientAddress(id)));
      peers.add(resolved(processes.peerAddress(id)));
      String host = processes.clientAddress(id).getHostString();
      metrics.add(new InetSocketAddress(host, metricsPort + id));
    }
    String terms = SharedSettings.of(SynodConfig.load(processes.config(0), List.of()));
    targets = new Targets(processes.name(), terms, clients, peers, metrics, FRAME_BYTES_MAX);
  }

  private static InetSocketAddress resolved(InetSocketAddress address) {
    return new InetSocketAddress(address.getHostString(), address.getPort());
  }

  /** The first of as many free ports as there are replicas. */
  private static int consecutivePorts() {
    while (true) {
      List<Integer> ports = FreePorts.find(REPLICAS);
      int first = ports.get(0);
      if (ports.get(REPLICAS - 1) == first + REPLICAS - 1) {
        return first;
      }
    }
  }

  Targets targets() {
    return targets;
  }

  /**
   * A value of the replica's status, by its path of names.
   *
   * @throws IOException if the replica does not answer, or its status has no such value
   */
  long statusFigure(int id, String... path) throws IOException, InterruptedException {
    Object figure = JSON.std.mapFrom(ReplicaStatus.fetch(processes.clientAddress(id), CALM_MAX));
    for (String name : path) {
      figure = figure instanceof Map<?, ?> group ? group.get(name) : null;
    }
    if (figure instanceof Number number) {
      return number.longValue();
    }
    throw new IOException(
        "the status of replica %d has no %s".formatted(id, String.join(".", path)));
  }

  /**
   * Requests the replica's status and its metrics.
   *
   * @throws IOException if one of them is not answered
   */
  void checkAnswers(int id, Duration patience) throws IOException, InterruptedException {
    ReplicaStatus.fetch(processes.clientAddress(id), patience);
    InetSocketAddress address = targets.metrics().get(id);
    URL url = new URL("http", address.getHostString(), address.getPort(), "/metrics");
    HttpURLConnection connection = (HttpURLConnection) url.openConnection();
    connection.setConnectTimeout((int) patience.toMillis());
    connection.setReadTimeout((int) patience.toMillis());
    try {
      if (connection.getResponseCode() != HttpURLConnection.HTTP_OK) {
        throw new IOException("the metrics' answer is " + connection.getResponseCode());
      }
    } catch (IOException failure) {
      throw new IOException("%s: %s".formatted(url, failure.getMessage()), failure);
    } finally {
      connection.disconnect();
    }
  }

  ProcessFigures figures(int id) throws IOException {
    return ProcessFigures.of(processes.process(id).pid());
  }

  MemoryFigures memory(int id) throws IOException {
    return MemoryFigures.read(MemoryFigures.file(processes.config(id)));
  }

  /** Whether the replica has logged that its service threw; needs no answer of it. */
  boolean hasThrown(int id) throws IOException {
    return Files.readString(processes.log(id), ISO_8859_1).contains("the service threw");
  }

  ReplicaLog log(int id) throws IOException {
    return ReplicaLog.read(processes.log(id));
  }

  @Override
  public void close() {
    processes.close();
  }
}
