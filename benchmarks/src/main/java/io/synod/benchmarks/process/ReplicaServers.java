package io.synod.benchmarks.process;

import io.synod.benchmarks.load.Target;
import io.synod.link.LinkShape;
import io.synod.process.Child;
import io.synod.process.Children;
import io.synod.process.ProcessFailure;
import io.synod.replica.config.FreePorts;
import io.synod.replica.config.ReplicaAddress;
import io.synod.replica.config.Setting;
import io.synod.replica.config.SynodConfig;
import io.synod.replica.config.SynodConfigBuilder;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;

/** A cluster of one {@link HostedService}, one process for each replica, on loopback. */
public final class ReplicaServers implements ChildServers {
  private static final String HOST = "127.0.0.1";
  private static final long POLL_MILLIS = 50;

  private final Children children;
  private final Target target;
  private final HostedService service;
  private final Placement placement;
  private final PeerLinks links;
  private final List<Child> replicas = new ArrayList<>();
  private final BitSet crashed = new BitSet();

  // Of all replicas that were started.
  private SynodConfig config;

  private ReplicaServers(
      Children children, SynodConfig config, HostedService service, Placement placement) {
    this.service = service;
    this.placement = placement;
    links = new PeerLinks(config.cluster().size(), placement);
    this.children = children;
    this.config = config;
    List<String> addresses =
        config.cluster().replicas().stream().map(ReplicaAddress::clientText).toList();
    this.target =
        new Target(
            config.cluster().name(),
            String.join(",", addresses),
            service.answerBytes(),
            service.events() > 0);
  }

  /**
   * Starts all replicas and waits until they listen.
   *
   * @param settings with everything but the replicas' addresses, which are chosen here
   */
  public static ReplicaServers start(
      Children children,
      SynodConfigBuilder settings,
      int replicas,
      HostedService service,
      Placement placement)
      throws InterruptedException {
    List<Integer> ports = FreePorts.find(2 * replicas);
    for (int id = 0; id < replicas; id++) {
      settings.replica(id, HOST, ports.get(2 * id), ports.get(2 * id + 1));
    }
    // A replica would recover an earlier cluster's files and use its snapshots.
    settings.storageDirectory(children.folderIn(children.file("").getParent()));
    SynodConfig config = settings.build();
    ReplicaServers servers = new ReplicaServers(children, config, service, placement);
    try {
      servers.startAll(settings);
    } catch (InterruptedException | RuntimeException failure) {
      servers.close();
      throw failure;
    }
    return servers;
  }

  /**
   * The configuration of replica {@code from}: the others at its ends of the links, itself at its
   * own address.
   */
  private void writeConfig(int from, SynodConfigBuilder settings) {
    for (int to = 0; to < config.cluster().size(); to++) {
      ReplicaAddress address = config.cluster().replica(to);
      int peerPort = links.port(from, to, address.peerPort());
      settings.replica(to, HOST, peerPort, address.clientPort());
    }
    for (String setting : placement.settings(from)) {
      int equals = setting.indexOf('=');
      settings.set(setting.substring(0, equals), setting.substring(equals + 1));
    }
    write(from, settings.build());
  }

  /**
   * Starts {@code count} more replicas as standbys, and waits until they listen. They are close to
   * all others, which do not read of them.
   *
   * @return their ids
   */
  public List<Integer> startStandbys(int count) throws InterruptedException {
    int size = config.cluster().size();
    SynodConfigBuilder settings = config.toBuilder().set(Setting.CLUSTER_BEGIN.key(), "join");
    List<Integer> ports = FreePorts.find(2 * count);
    for (int more = 0; more < count; more++) {
      settings.replica(size + more, HOST, ports.get(2 * more), ports.get(2 * more + 1));
    }
    config = settings.build();
    List<Integer> ids = IntStream.range(size, size + count).boxed().toList();
    for (int id : ids) {
      write(id, config);
      start(id);
    }
    for (int id : ids) {
      replicas.get(id).awaitReady(START_PATIENCE);
    }
    return ids;
  }

  /** The last {@code count} replicas that were started. */
  public List<Integer> newest(int count) {
    return IntStream.range(replicas.size() - count, replicas.size()).boxed().toList();
  }

  private void start(int id) {
    replicas.add(
        children.start("replica " + id, ReplicaProcess.class, arguments(id, String.valueOf(id))));
  }

  private void write(int id, SynodConfig itsConfig) {
    try {
      Files.writeString(configFile(id), itsConfig.toProperties());
    } catch (IOException noRoom) {
      throw new UncheckedIOException("cannot write a replica's configuration", noRoom);
    }
  }

  private Path configFile(int id) {
    return children.file("replica-" + id + ".properties");
  }

  private List<String> arguments(int config, String id) {
    List<String> arguments = new ArrayList<>(List.of(configFile(config).toString(), id));
    arguments.addAll(service.arguments());
    return arguments;
  }

  private void startAll(SynodConfigBuilder settings) throws InterruptedException {
    for (int id = 0; id < config.cluster().size(); id++) {
      writeConfig(id, settings);
      start(id);
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
    return alive().mapToObj(replicas::get).toList();
  }

  private IntStream alive() {
    return IntStream.range(0, replicas.size()).filter(id -> !crashed.get(id));
  }

  @Override
  public Child leader() throws InterruptedException {
    long end = System.nanoTime() + START_PATIENCE.toNanos();
    while (System.nanoTime() < end) {
      for (int id : alive().toArray()) {
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
  public List<Map<String, Object>> statuses() throws InterruptedException {
    List<Map<String, Object>> statuses = new ArrayList<>();
    for (int id : alive().toArray()) {
      statuses.add(status(id));
    }
    return statuses;
  }

  /**
   * Changes an emulated link for bytes that {@code from} sends to {@code to} from now on.
   *
   * @throws IllegalArgumentException if it was straight at the start
   */
  public void shape(int from, int to, LinkShape shape) {
    links.shape(from, to, shape);
  }

  /** The frames that have passed the emulated links between replicas since the start. */
  public Crossing crossed() {
    return links.crossed();
  }

  /**
   * Starts {@code count} learners of the same service and waits until they listen. Closing these
   * replicas does not end them.
   */
  public Learners startLearners(int count) throws InterruptedException {
    // A learner needs only the settings that all replicas share.
    return Learners.start(children, arguments(0, ReplicaProcess.LEARNER), count);
  }

  /** Kills a replica for good; the others continue, and its end is no failure. */
  public void crash(int id) {
    crashed.set(id);
    children.end(List.of(replicas.get(id)));
  }

  /** The id of this replica. */
  public int id(Child replica) {
    return replicas.indexOf(replica);
  }

  /** Stops a replica's process, or lets it run again (SIGSTOP, SIGCONT). */
  public void signal(int id, boolean run) throws InterruptedException {
    replicas.get(id).signal(run ? "CONT" : "STOP");
  }

  /** The status of replica {@code id}. */
  public Map<String, Object> status(int id) throws InterruptedException {
    try {
      return new ClusterStatus(config.cluster()).of(id);
    } catch (ProcessFailure silent) {
      replicas.get(id).checkAlive();
      throw silent;
    }
  }

  @Override
  public void close() {
    children.end(replicas);
    children.delete(config.storage().directory());
    links.close();
  }
}
