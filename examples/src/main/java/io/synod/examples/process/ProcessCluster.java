package io.synod.examples.process;

import io.synod.client.ReplicaStatus;
import io.synod.client.SynodClient;
import io.synod.client.SynodClientBuilder;
import io.synod.process.Child;
import io.synod.process.Children;
import io.synod.process.ProcessFailure;
import io.synod.process.Program;
import io.synod.replica.config.ConfigException;
import io.synod.replica.config.FreePorts;
import io.synod.replica.config.SynodConfig;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/**
 * A cluster of replica processes on this machine. Configuration, logs and the replicas' files are
 * in a temporary directory. Thread-safe; methods that wait block the caller.
 */
public final class ProcessCluster implements AutoCloseable {
  private static final String NAME = "processes";
  private static final String HOST = "127.0.0.1";
  private static final String DATA = "data";
  private static final int PORTS_PER_REPLICA = 3;
  private static final Duration STATUS_TIMEOUT = Duration.ofSeconds(2);
  private static final long POLL_MILLIS = 20;
  private static final int MIXED_EACH = 3;

  private final Path directory;
  private final Program program;
  private final int members;
  private final PeerWiring wiring;
  private final List<String> settings;
  private final List<Integer> peerPorts = new ArrayList<>();
  private final List<InetSocketAddress> clientAddresses = new ArrayList<>();

  // Where clients and the other replicas believe the client ports to be.
  private final List<InetSocketAddress> wiredAddresses = new ArrayList<>();
  private final List<Integer> furtherPorts = new ArrayList<>();
  private final Children children;

  // The latest process of each replica, null before the first; guarded by this.
  private final Child[] replicas;

  // Null if all run one build; guarded by this, as the counts.
  private Program other;
  private int others;
  private int starts;

  private ProcessCluster(
      Path directory,
      Program program,
      int members,
      int spares,
      PeerWiring wiring,
      List<String> settings) {
    this.directory = directory;
    this.program = program;
    this.members = members;
    this.wiring = wiring;
    this.settings = settings;
    replicas = new Child[members + spares];
    children = Children.in(directory);
  }

  /**
   * Chooses ports and writes the configuration; no replica runs yet.
   *
   * @param program takes the configuration file, the replica's number and a port for its own use
   * @param settings lines of the configuration beside addresses and directory; a later one
   *     overrides an earlier one with the same key
   * @throws ConfigException if they are invalid
   */
  public static ProcessCluster create(Program program, int replicas, String... settings)
      throws IOException {
    return create(program, replicas, 0, PeerWiring.DIRECT, settings);
  }

  /**
   * Creates a cluster that is connected by {@code wiring}.
   *
   * @param spares replicas that begin as standbys; they have the numbers behind the members
   */
  public static ProcessCluster create(
      Program program, int members, int spares, PeerWiring wiring, String... settings)
      throws IOException {
    Path directory = Files.createTempDirectory("synod-processes-");
    ProcessCluster cluster =
        new ProcessCluster(directory, program, members, spares, wiring, List.of(settings));
    int replicas = members + spares;
    cluster.choosePorts(replicas);
    for (int id = 0; id < replicas; id++) {
      int port = wiring.clientPort(id, cluster.clientAddress(id).getPort());
      cluster.wiredAddresses.add(InetSocketAddress.createUnresolved(HOST, port));
    }
    for (int id = 0; id < replicas; id++) {
      boolean joins = id >= members;
      cluster.writeConfig(id, joins, joins ? replicas : members);
    }
    try {
      SynodConfig.load(cluster.config(0));
    } catch (ConfigException unusable) {
      Children.deleteAll(directory);
      throw unusable;
    }
    return cluster;
  }

  private void choosePorts(int replicas) throws IOException {
    List<Integer> ports = FreePorts.find(replicas * PORTS_PER_REPLICA);
    for (int id = 0; id < replicas; id++) {
      int first = id * PORTS_PER_REPLICA;
      peerPorts.add(ports.get(first));
      clientAddresses.add(InetSocketAddress.createUnresolved(HOST, ports.get(first + 1)));
      furtherPorts.add(ports.get(first + 2));
    }
  }

  /**
   * @param known replicas that it reads of: a directory that was written by a first member wants
   *     the same ones, until a change of the members has reached it
   */
  private void writeConfig(int id, boolean joins, int known) throws IOException {
    Map<String, String> byKey = new LinkedHashMap<>();
    settings.forEach(line -> byKey.put(line.substring(0, line.indexOf('=')).strip(), line));
    List<String> lines = new ArrayList<>(byKey.values());
    lines.add("cluster.name = " + NAME);
    // In a properties file a backslash begins an escape.
    String data = directory.resolve(DATA).toString();
    lines.add("storage.directory = " + data.replace("\\", "\\\\"));
    if (joins) {
      lines.add("cluster.begin = join");
    }
    for (int to = 0; to < known; to++) {
      int peerPort = to == id ? peerPorts.get(to) : wiring.port(id, to, peerPorts.get(to));
      int clientPort = (to == id ? clientAddresses : wiredAddresses).get(to).getPort();
      lines.add("replica.%d = %s:%d:%d".formatted(to, HOST, peerPort, clientPort));
    }
    Files.write(config(id), lines);
  }

  public int size() {
    return clientAddresses.size();
  }

  /**
   * Whether the votes of a process outlast it.
   *
   * @throws IOException if the configuration cannot be read
   */
  public boolean keepsVotes() throws IOException {
    return SynodConfig.load(config(0)).durability().keepsVotes();
  }

  /** The directory of all the cluster's files. */
  public Path directory() {
    return directory;
  }

  /** The configuration file of the replica. */
  public Path config(int id) {
    return directory.resolve("replica-" + id + ".properties");
  }

  /** The replica's directory, once it was started. */
  public Path data(int id) {
    return directory.resolve(DATA).resolve("replica-" + id);
  }

  /** The standard output and error of all the replica's processes. */
  public Path log(int id) {
    return children.log(child(id));
  }

  /** The cluster's name for clients. */
  public String name() {
    return NAME;
  }

  /** The replica's address for clients; not resolved. */
  public InetSocketAddress clientAddress(int id) {
    return clientAddresses.get(id);
  }

  /** The replica's address for the other replicas; not resolved. */
  public InetSocketAddress peerAddress(int id) {
    return InetSocketAddress.createUnresolved(HOST, peerPorts.get(id));
  }

  /** The replica's port for the program's own use. */
  public int furtherPort(int id) {
    return furtherPorts.get(id);
  }

  /** Starts all replicas; returns before a leader is elected. */
  public void start() throws IOException {
    for (int id = 0; id < size(); id++) {
      start(id);
    }
  }

  private static String child(int id) {
    return "replica " + id;
  }

  /**
   * From now on every third process runs {@code another} program, of another build: so replicas are
   * upgraded and go back.
   */
  public synchronized void mixWith(Program another) {
    other = another;
  }

  /** Processes that have run the other program. */
  public synchronized int others() {
    return others;
  }

  /** Processes that were started. */
  public synchronized int starts() {
    return starts;
  }

  private Program next() {
    starts++;
    if (other == null || starts % MIXED_EACH > 0) {
      return program;
    }
    others++;
    return other;
  }

  /** Starts one replica, for the first time or after a kill; returns before it answers. */
  public synchronized void start(int id) throws IOException {
    if (replicas[id] != null) {
      if (replicas[id].isAlive() && !replicas[id].isKilled()) {
        throw new IOException("replica %d still runs: kill it first".formatted(id));
      }
      children.end(List.of(replicas[id]));
    }
    List<String> arguments =
        List.of(config(id).toString(), Integer.toString(id), Integer.toString(furtherPort(id)));
    try {
      replicas[id] = children.start(child(id), next(), arguments);
    } catch (ProcessFailure refused) {
      throw new IOException(refused.getMessage(), refused);
    }
  }

  /** Kills the replica (SIGKILL). */
  public void kill(int id) {
    process(id).kill();
  }

  /** Stops the replica's process (SIGSTOP) until {@link #resume}. */
  public void pause(int id) throws InterruptedException {
    process(id).signal("STOP");
  }

  /** Lets a paused replica run again. */
  public void resume(int id) throws InterruptedException {
    process(id).signal("CONT");
  }

  /** The replica's current process; null before the first. */
  public synchronized Child process(int id) {
    return replicas[id];
  }

  public boolean isAlive(int id) {
    Child replica = process(id);
    return replica != null && replica.isAlive();
  }

  /**
   * @throws IOException if a replica has ended that this cluster did not kill
   */
  public void checkAlive() throws IOException {
    for (int id = 0; id < size(); id++) {
      Child replica = process(id);
      if (replica != null && !replica.isAlive() && !replica.isKilled()) {
        throw new IOException(
            "replica %d has ended with exit code %d, see %s"
                .formatted(id, replica.process().exitValue(), log(id)));
      }
    }
  }

  /** From its next start on the replica is a standby wherever it is no member. */
  public void join(int id) throws IOException {
    writeConfig(id, true, Files.exists(data(id)) && id < members ? members : size());
  }

  /** Deletes the directory of the replica, which was killed, perhaps before it had made one. */
  public void forget(int id) throws IOException {
    process(id).awaitEnd();
    if (Files.exists(data(id))) {
      Children.deleteAll(data(id));
    }
  }

  /** A new client of the cluster with default settings. */
  public SynodClient client() {
    return clientBuilder().build();
  }

  /** A builder of clients with other settings. */
  public SynodClientBuilder clientBuilder() {
    return SynodClient.builder().cluster(NAME).replicas(wiredAddresses);
  }

  /** The replica's status; null if it does not answer. */
  public ReplicaReport report(int id) throws InterruptedException {
    try {
      return ReplicaReport.parse(ReplicaStatus.fetch(clientAddresses.get(id), STATUS_TIMEOUT));
    } catch (IOException doesNotAnswer) {
      return null;
    }
  }

  /** The replica's status; waits until it answers. */
  public ReplicaReport awaitReport(int id, Duration timeout)
      throws IOException, InterruptedException {
    long deadline = System.nanoTime() + timeout.toNanos();
    do {
      ReplicaReport report = report(id);
      if (report != null) {
        return report;
      }
      checkAlive();
      TimeUnit.MILLISECONDS.sleep(POLL_MILLIS);
    } while (System.nanoTime() - deadline < 0);
    throw new IOException(
        "replica %d does not report its status after %d s".formatted(id, timeout.toSeconds()));
  }

  /** The replica that leads; if several claim to lead, the one of the latest view. */
  public int awaitLeader(Duration timeout) throws IOException, InterruptedException {
    long deadline = System.nanoTime() + timeout.toNanos();
    do {
      int leader = leader();
      if (leader >= 0) {
        return leader;
      }
      checkAlive();
      TimeUnit.MILLISECONDS.sleep(POLL_MILLIS);
    } while (System.nanoTime() - deadline < 0);
    throw new IOException(
        "no replica leads after %d s; their logs are in %s"
            .formatted(timeout.toSeconds(), directory));
  }

  /** As {@link #awaitLeader}, -1 if no replica leads now. */
  private int leader() throws InterruptedException {
    int leader = -1;
    long latestRound = -1;
    for (int id = 0; id < size(); id++) {
      ReplicaReport report = isAlive(id) ? report(id) : null;
      if (report != null && report.leads() && report.round() > latestRound) {
        leader = id;
        latestRound = report.round();
      }
    }
    return leader;
  }

  /** Waits until the replica is a member and has executed as much as any other replica. */
  public void awaitCaughtUp(int id, Duration timeout) throws IOException, InterruptedException {
    long deadline = System.nanoTime() + timeout.toNanos();
    while (slotsBehind(id) != 0) {
      checkAlive();
      if (System.nanoTime() - deadline > 0) {
        throw new IOException(
            "replica %d has not caught up after %d s: %s"
                .formatted(id, timeout.toSeconds(), report(id)));
      }
      TimeUnit.MILLISECONDS.sleep(POLL_MILLIS);
    }
  }

  /**
   * The number of slots that the others reported as decided just before and that the replica has
   * not executed.
   *
   * @return -1 while it is not a member, or it or another that runs does not answer
   */
  public long slotsBehind(int id) throws InterruptedException {
    long decided = -1;
    for (int other = 0; other < size(); other++) {
      if (other != id && isAlive(other)) {
        ReplicaReport report = report(other);
        if (report == null) {
          // It may be the leader, and the only one that knows of the last decisions.
          return -1;
        }
        decided = Math.max(decided, report.decided());
      }
    }
    ReplicaReport report = report(id);
    if (decided < 0 || report == null || !report.isMember()) {
      return -1;
    }
    return Math.max(0, decided - report.executed());
  }

  /** Kills the running processes; their files stay. */
  @Override
  public void close() {
    children.close();
  }

  /** As {@link #close}, and deletes all the cluster's files. */
  public void delete() throws IOException {
    close();
    Children.deleteAll(directory);
  }
}
