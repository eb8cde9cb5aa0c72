package io.synod.benchmarks.process;

import com.fasterxml.jackson.jr.ob.JSON;
import io.synod.benchmarks.load.Target;
import io.synod.client.ReplicaStatus;
import io.synod.replica.config.FreePorts;
import io.synod.replica.config.ReplicaAddress;
import io.synod.replica.config.SynodConfig;
import io.synod.replica.config.SynodConfigBuilder;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/** A cluster of the {@link NullService}, one process for each replica, on loopback. */
public final class ReplicaServers implements ChildServers {
  private static final String HOST = "127.0.0.1";
  private static final Duration STATUS_PATIENCE = Duration.ofSeconds(5);
  private static final long POLL_MILLIS = 50;

  private final Children children;
  private final SynodConfig config;
  private final Target target;
  private final ServiceSizes sizes;
  private final List<Child> replicas = new ArrayList<>();

  private ReplicaServers(Children children, SynodConfig config, ServiceSizes sizes) {
    this.sizes = sizes;
    this.children = children;
    this.config = config;
    List<String> addresses =
        config.cluster().replicas().stream().map(ReplicaAddress::clientText).toList();
    this.target =
        new Target(config.cluster().name(), String.join(",", addresses), sizes.answerBytes());
  }

  /**
   * Starts all replicas and waits until they listen.
   *
   * @param settings with everything but the replicas' addresses, which are chosen here
   */
  public static ReplicaServers start(
      Children children, SynodConfigBuilder settings, int replicas, ServiceSizes sizes)
      throws InterruptedException {
    List<Integer> ports = FreePorts.find(2 * replicas);
    for (int id = 0; id < replicas; id++) {
      settings.replica(id, HOST, ports.get(2 * id), ports.get(2 * id + 1));
    }
    // What an earlier cluster has left would be recovered, and its snapshots taken.
    Path data = children.folderIn(children.file("").getParent());
    ReplicaServers servers =
        new ReplicaServers(children, settings.storageDirectory(data).build(), sizes);
    servers.startAll(replicas);
    return servers;
  }

  private void startAll(int count) throws InterruptedException {
    Path file = children.file("cluster.properties");
    try {
      Files.writeString(file, config.toProperties());
    } catch (IOException noRoom) {
      throw new UncheckedIOException("cannot write the cluster's configuration", noRoom);
    }
    for (int id = 0; id < count; id++) {
      List<String> arguments =
          List.of(
              file.toString(),
              String.valueOf(id),
              String.valueOf(sizes.answerBytes()),
              String.valueOf(sizes.stateBytes()));
      replicas.add(children.start("replica " + id, ReplicaProcess.class, arguments));
    }
    for (Child replica : replicas) {
      replica.awaitReady(START_PATIENCE);
    }
  }

  @Override
  public Target target() {
    return target;
  }

  @Override
  public List<Child> processes() {
    return List.copyOf(replicas);
  }

  @Override
  public Child leader() throws InterruptedException {
    long end = System.nanoTime() + START_PATIENCE.toNanos();
    while (System.nanoTime() < end) {
      for (int id = 0; id < replicas.size(); id++) {
        replicas.get(id).checkAlive();
        if ("leader".equals(status(id).get("role"))) {
          return replicas.get(id);
        }
      }
      TimeUnit.MILLISECONDS.sleep(POLL_MILLIS);
    }
    throw new ProcessFailure("no replica leads after " + START_PATIENCE.toSeconds() + " s");
  }

  @Override
  public long busy() throws InterruptedException {
    long sum = 0;
    for (int id = 0; id < replicas.size(); id++) {
      sum += ((Number) status(id).get("busy")).longValue();
    }
    return sum;
  }

  @Override
  public JournalUse journal() throws InterruptedException {
    Map<?, ?> storage = (Map<?, ?>) status(replicas.indexOf(leader())).get("storage");
    return new JournalUse(
        ((Number) storage.get("journalSyncs")).longValue(),
        ((Number) storage.get("journalBytes")).longValue());
  }

  /** Stops a replica from running at all, or lets it run again (SIGSTOP, SIGCONT). */
  public void signal(int id, boolean run) throws InterruptedException {
    replicas.get(id).signal(run ? "CONT" : "STOP");
  }

  /** What replica {@code id} tells of itself. */
  public Map<String, Object> status(int id) throws InterruptedException {
    try {
      String json = ReplicaStatus.fetch(config.cluster().replica(id).client(), STATUS_PATIENCE);
      return JSON.std.mapFrom(json);
    } catch (IOException silent) {
      replicas.get(id).checkAlive();
      throw new ProcessFailure("replica %d tells no status".formatted(id), silent);
    }
  }

  @Override
  public void close() {
    children.end(replicas);
    children.delete(config.storage().directory());
  }
}
