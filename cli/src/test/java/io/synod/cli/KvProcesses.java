package io.synod.cli;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;

import io.synod.core.settings.Consistency;
import io.synod.examples.kv.KvNode;
import io.synod.examples.kv.cluster.LocalState;
import io.synod.replica.config.FreePorts;
import io.synod.replica.config.SynodConfig;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.Socket;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.IntStream;

/** Three replicas of the key-value service, and load on one of their Redis ports. */
final class KvProcesses implements AutoCloseable {
  static final int REPLICAS = 3;
  private static final long SECONDS_MAX = 60;

  // Not as many requests as come, for the sake of the processors.
  private static final long BETWEEN_REQUESTS_NANOS = 2_000_000;

  final Path file;
  private final List<Integer> redisPorts;
  private final List<ReplicaProcess> processes = new ArrayList<>();
  private final List<KvNode> nodes = new ArrayList<>();
  private Thread load;
  private volatile boolean loaded;

  KvProcesses(Path folder, String name) throws IOException {
    redisPorts = FreePorts.find(REPLICAS);
    String storage = "storage.directory = " + folder.resolve(name) + "\n";
    String small = "storage.reserve = 1MiB\njournal.segment-bytes = 1MiB\n";
    file = ClusterFile.write(folder, name, storage + small, REPLICAS);
  }

  /** Each in a process of its own. */
  void start() throws IOException {
    for (int id = 0; id < REPLICAS; id++) {
      processes.add(
          ReplicaProcess.start(
              List.of(
                  "kv",
                  "--config",
                  file.toString(),
                  "--id",
                  String.valueOf(id),
                  "--redis-port",
                  String.valueOf(redisPorts.get(id)))));
    }
  }

  /** All of them in this JVM. */
  void startHere() throws IOException {
    for (int id = 0; id < REPLICAS; id++) {
      nodes.add(KvNode.start(config(), id, redisPorts.get(id), Consistency.LEADER));
    }
  }

  private SynodConfig config() {
    return SynodConfig.load(file, List.of());
  }

  /** The directory of each replica. */
  List<Path> directories() {
    return IntStream.range(0, REPLICAS).mapToObj(config().storage()::directoryOf).toList();
  }

  /** As {@code kill -9} does, all processes. */
  void kill() throws InterruptedException {
    for (ReplicaProcess process : processes) {
      process.close();
      process.exitCode();
    }
  }

  /** Sets keys, again and again, until {@link #stopLoad}. */
  void startLoad(String value) {
    loaded = true;
    load = new Thread(() -> setKeys(value));
    load.start();
  }

  void stopLoad() throws InterruptedException {
    loaded = false;
    load.join();
  }

  private void setKeys(String value) {
    for (int number = 0; loaded; ) {
      try (Socket redis = new Socket("127.0.0.1", redisPorts.get(0));
          BufferedReader in =
              new BufferedReader(new InputStreamReader(redis.getInputStream(), US_ASCII))) {
        String answer = "";
        while (loaded && answer != null) {
          String command = "SET key-%d %s-%d\r\n".formatted(number++ % 500, value, number);
          redis.getOutputStream().write(command.getBytes(US_ASCII));
          answer = in.readLine();
          LockSupport.parkNanos(BETWEEN_REQUESTS_NANOS);
        }
      } catch (IOException notYet) {
        LockSupport.parkNanos(20_000_000);
      }
    }
  }

  /**
   * Waits until a replica has executed a request in a slot behind {@code slot}; returns its slot.
   */
  long awaitSlot(long slot) {
    FileCluster.await(
        "slot " + slot, () -> states().stream().anyMatch(state -> state.slot() > slot));
    return states().stream().mapToLong(LocalState::slot).max().orElseThrow();
  }

  /** Waits until all replicas have the same state, behind {@code slot}, and returns it. */
  LocalState awaitState(long slot) {
    long deadline = System.nanoTime() + SECONDS_MAX * 1_000_000_000;
    while (true) {
      List<LocalState> states = states();
      if (states.size() == REPLICAS
          && states.stream().distinct().count() == 1
          && states.get(0).slot() >= slot) {
        return states.get(0);
      }
      assertThat(System.nanoTime()).as("%s", states).isLessThan(deadline);
      LockSupport.parkNanos(20_000_000);
    }
  }

  private List<LocalState> states() {
    List<LocalState> states = new ArrayList<>();
    for (int port : redisPorts) {
      try {
        states.add(LocalState.ask(port));
      } catch (IOException notYet) {
        // It is starting.
      }
    }
    return states;
  }

  @Override
  public void close() {
    loaded = false;
    processes.forEach(ReplicaProcess::close);
    nodes.forEach(KvNode::close);
  }
}
