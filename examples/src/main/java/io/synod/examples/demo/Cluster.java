package io.synod.examples.demo;

import io.synod.client.ReplicaStatus;
import io.synod.client.SynodClient;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Replica processes of the key-value service on this machine, with their configuration and logs in
 * a temporary directory. Thread-safe.
 */
final class Cluster implements AutoCloseable {
  static final String NAME = "demo";

  private static final String HOST = "127.0.0.1";
  private static final int PORTS_PER_REPLICA = 3;
  private static final Pattern LEADS = Pattern.compile("\"role\"\\s*:\\s*\"leader\"");
  private static final Pattern VIEW = Pattern.compile("\"view\"\\s*:\\s*\"(\\d+)\\.");
  private static final Duration STATUS_TIMEOUT = Duration.ofSeconds(1);
  private static final long POLL_MILLIS = 20;

  private final List<InetSocketAddress> clientAddresses = new ArrayList<>();
  private final List<Integer> redisPorts = new ArrayList<>();
  private final ReplicaProcesses processes;

  private Cluster(Path directory) {
    processes = new ReplicaProcesses(directory);
  }

  /** Chooses ports and writes the configuration; nothing runs yet. */
  static Cluster create(int replicas) throws IOException {
    Cluster cluster = new Cluster(Files.createTempDirectory("synod-demo-"));
    cluster.writeConfig(replicas);
    return cluster;
  }

  /** Starts the processes; returns before there is a leader. */
  void launch() throws IOException {
    for (int port : redisPorts) {
      processes.launch(config(), port);
    }
  }

  private Path config() {
    return processes.directory().resolve("cluster.properties");
  }

  private void writeConfig(int replicas) throws IOException {
    List<Integer> ports = FreePorts.find(replicas * PORTS_PER_REPLICA);
    StringBuilder text = new StringBuilder("cluster.name = " + NAME + "\n");
    // The killed leader does not come back, and a majority that goes on needs no disk.
    text.append("durability = memory\n");
    for (int id = 0; id < replicas; id++) {
      int first = id * PORTS_PER_REPLICA;
      text.append("replica.%d = %s:".formatted(id, HOST));
      text.append("%d:%d\n".formatted(ports.get(first), ports.get(first + 1)));
      clientAddresses.add(InetSocketAddress.createUnresolved(HOST, ports.get(first + 1)));
      redisPorts.add(ports.get(first + 2));
    }
    Files.writeString(config(), text);
  }

  int size() {
    return clientAddresses.size();
  }

  ReplicaProcesses processes() {
    return processes;
  }

  /** Where the replica speaks Redis. */
  int redisPort(int id) {
    return redisPorts.get(id);
  }

  /** A new client of the cluster. */
  SynodClient client() {
    return SynodClient.builder().cluster(NAME).replicas(clientAddresses).build();
  }

  /** The replica that leads: of several that believe so, the one of the latest view. */
  int awaitLeader(Duration timeout) throws IOException, InterruptedException {
    long deadline = System.nanoTime() + timeout.toNanos();
    do {
      int leader = leader();
      if (leader >= 0) {
        return leader;
      }
      processes.checkAlive();
      TimeUnit.MILLISECONDS.sleep(POLL_MILLIS);
    } while (System.nanoTime() < deadline);
    throw new IOException("no replica leads after " + timeout.toSeconds() + " s");
  }

  private int leader() throws InterruptedException {
    int leader = -1;
    long latestRound = -1;
    for (int id = 0; id < size(); id++) {
      long round = processes.isAlive(id) ? roundLedBy(id) : -1;
      if (round > latestRound) {
        leader = id;
        latestRound = round;
      }
    }
    return leader;
  }

  /** The round of the view that the replica says it leads, -1 if it does not. */
  private long roundLedBy(int id) throws InterruptedException {
    try {
      String status = ReplicaStatus.fetch(clientAddresses.get(id), STATUS_TIMEOUT);
      Matcher view = VIEW.matcher(status);
      return LEADS.matcher(status).find() && view.find() ? Long.parseLong(view.group(1)) : -1;
    } catch (IOException doesNotAnswer) {
      return -1;
    }
  }

  /** Kills the processes that still run; their files stay. */
  @Override
  public void close() {
    processes.close();
  }
}
