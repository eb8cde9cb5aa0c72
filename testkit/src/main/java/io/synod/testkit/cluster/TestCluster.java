package io.synod.testkit.cluster;

import io.synod.client.SynodClient;
import io.synod.client.SynodClientBuilder;
import io.synod.core.check.Range;
import io.synod.core.cluster.Quorums;
import io.synod.link.LinkMesh;
import io.synod.network.transport.NettyCheck;
import io.synod.replica.ReplicaException;
import io.synod.replica.ReplicaState;
import io.synod.replica.assembly.Assembly;
import io.synod.replica.assembly.StartFailure;
import io.synod.replica.config.FreePorts;
import io.synod.replica.config.SynodConfig;
import io.synod.replica.config.SynodConfigBuilder;
import io.synod.replica.stage.SharedStatus;
import io.synod.service.Role;
import io.synod.service.Service;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.BooleanSupplier;
import java.util.function.IntConsumer;
import java.util.function.Supplier;
import java.util.stream.IntStream;

/**
 * A cluster of real replicas in this JVM, which talk over loopback. Its durability is {@code
 * memory} by default. Its files are in a temporary folder, which {@link #close} deletes, unless
 * {@code storage.directory} is set. Used by one thread at a time; only its clients are used by any.
 * A replica's number that the cluster does not have throws IllegalArgumentException.
 *
 * <pre>
 *   try (TestCluster cluster = TestCluster.of(LockService::new).start()) {
 *     cluster.client().execute(request);
 *     cluster.kill(cluster.leader());
 *     cluster.client().execute(another);
 *   }
 * </pre>
 */
public final class TestCluster implements AutoCloseable {
  private static final String NAME = "test";
  private static final Duration PATIENCE = Duration.ofSeconds(60);
  private static final long POLL_MILLIS = 2;
  private static final String NEW_EACH_TIME =
      "; each call must make a new service, as TestCluster.of(LockService::new) does";

  private final Supplier<? extends Service> services;
  private final List<SynodConfig> configs = new ArrayList<>();
  private final List<Node> nodes = new ArrayList<>();
  private final LinkMesh links;
  private final TemporaryFolder folder = new TemporaryFolder();
  private final List<SynodClient> clients = new ArrayList<>();

  // Pairs that a partition holds apart, also while one of them is down.
  private final Set<Pair> apart = new HashSet<>();

  // The one that client() returns; null before.
  private SynodClient client;

  /** One direction between two replicas. */
  private record Pair(int from, int to) {}

  /** One replica with its latest process. */
  private static final class Node {
    private Service service;
    private PausableMachine machine;

    // Null while it is down.
    private Assembly replica;
  }

  private TestCluster(Builder builder) {
    services = builder.services;
    links = new LinkMesh(builder.replicas, 1);
  }

  private void start(Builder builder) {
    List<Integer> ports = FreePorts.find(2 * builder.replicas);
    for (int id = 0; id < builder.replicas; id++) {
      configs.add(config(builder, id, ports));
      nodes.add(new Node());
    }
    for (int id = 0; id < size(); id++) {
      run(id);
    }
    leader();
  }

  /** Each replica reaches the others by way of links that can be cut. */
  private SynodConfig config(Builder builder, int self, List<Integer> ports) {
    SynodConfigBuilder config = SynodConfig.builder().clusterName(NAME).set("durability", "memory");
    config.set("storage.directory", folder.path().toString());
    builder.settings.forEach(config::set);
    for (int id = 0; id < builder.replicas; id++) {
      int port = ports.get(id);
      int reached = id == self ? port : links.listen(self, id, port);
      config.replica(id, "127.0.0.1", reached, ports.get(builder.replicas + id));
    }
    return config.build();
  }

  /**
   * A cluster of three replicas, unless the builder sets another number.
   *
   * @param services makes a new service for each process of a replica, also for one that is started
   *     again
   */
  public static Builder of(Supplier<? extends Service> services) {
    return new Builder(Objects.requireNonNull(services, "services"));
  }

  /** Collects what a cluster is made of. */
  public static final class Builder {
    private final Supplier<? extends Service> services;
    private final Map<String, String> settings = new LinkedHashMap<>();
    private int replicas = 3;

    private Builder(Supplier<? extends Service> services) {
      this.services = services;
    }

    /**
     * The number of replicas, from 1 to 25. Default: 3.
     *
     * @throws IllegalArgumentException if it is another one
     */
    public Builder replicas(int count) {
      Range.within(1, Quorums.REPLICAS_MAX, count, "replicas of a cluster");
      replicas = count;
      return this;
    }

    /** Sets a key of the replicas' properties files, as in {@code set("durability", "sync")}. */
    public Builder set(String key, String value) {
      settings.put(key, value);
      return this;
    }

    /**
     * Starts all replicas and waits until one leads.
     *
     * @throws io.synod.replica.config.ConfigException if the settings make no configuration
     * @throws ReplicaException if a directory or a port cannot be used
     * @throws IllegalStateException if no replica leads after a minute, or two replicas are given
     *     the same service
     */
    public TestCluster start() {
      NettyCheck.pass();
      TestCluster cluster = new TestCluster(this);
      try {
        cluster.start(this);
        return cluster;
      } catch (RuntimeException | Error failure) {
        try {
          cluster.close();
        } catch (RuntimeException alsoFailed) {
          failure.addSuppressed(alsoFailed);
        }
        throw failure;
      }
    }
  }

  private void run(int id) {
    Node node = node(id);
    node.service = newService(id);
    node.machine = new PausableMachine();
    try {
      Assembly replica = new Assembly(node.machine, configs.get(id), id, node.service);
      replica.start();
      node.replica = replica;
    } catch (StartFailure failure) {
      throw new ReplicaException(failure.getMessage(), failure.getCause());
    }
  }

  private Service newService(int id) {
    Service made = services.get();
    if (made == null) {
      throw new IllegalStateException(
          "replica %d was given no service: the supplier returned null%s"
              .formatted(id, NEW_EACH_TIME));
    }
    if (nodes.stream().anyMatch(other -> other.service == made)) {
      throw new IllegalStateException(
          "replica %d was given the service of another process: their states would be one%s"
              .formatted(id, NEW_EACH_TIME));
    }
    return made;
  }

  /** The number of replicas. */
  public int size() {
    return nodes.size();
  }

  /** A client that lives as long as the cluster; the same at each call. */
  public SynodClient client() {
    if (client == null) {
      client = client(clientBuilder());
    }
    return client;
  }

  /** Builds a client that lives as long as the cluster, if it is not closed before. */
  public SynodClient client(SynodClientBuilder builder) {
    SynodClient built = builder.build();
    clients.add(built);
    return built;
  }

  /** For clients with settings of their own. */
  public SynodClientBuilder clientBuilder() {
    List<InetSocketAddress> addresses =
        configs.get(0).cluster().replicas().stream().map(replica -> replica.client()).toList();
    return SynodClient.builder().cluster(NAME).replicas(addresses);
  }

  /**
   * The replica that a majority of all replicas follows; waits until there is one.
   *
   * @throws IllegalStateException if there is none after a minute
   */
  public int leader() {
    int[] found = {-1};
    await(
        "no replica leads",
        () -> {
          found[0] = leaderNow();
          return found[0] >= 0;
        });
    return found[0];
  }

  private int leaderNow() {
    for (int id = 0; id < size(); id++) {
      int candidate = id;
      long followers =
          nodes.stream()
              .filter(node -> node.replica != null)
              .filter(node -> node.replica.shared().leader() == candidate)
              .count();
      if (isUp(id) && state(id).role() == Role.LEADER && 2 * followers > size()) {
        return id;
      }
    }
    return -1;
  }

  /**
   * Whether this replica was started and not killed since; also while it is paused, and after it
   * has ended by itself.
   */
  public boolean isUp(int id) {
    return node(id).replica != null;
  }

  /**
   * What the replica does now.
   *
   * @throws IllegalStateException if it is down
   */
  public ReplicaState state(int id) {
    Assembly replica = running(id);
    SharedStatus shared = replica.shared();
    return new ReplicaState(
        id,
        shared.leader(),
        shared.decided(),
        replica.service().executed(),
        replica.service().timers(),
        shared.obstacle());
  }

  /** The instance of the service that the latest process of the replica executes. */
  public Service service(int id) {
    return node(id).service;
  }

  /**
   * Ends the replica's process without a word to the others. At {@code memory} its state is gone.
   *
   * @throws IllegalStateException if it is down
   */
  public void kill(int id) {
    Assembly replica = running(id);
    forEachOther(
        id,
        other -> {
          links.sever(id, other);
          links.sever(other, id);
        });
    // Only now: a process that is paused sends nothing more.
    resume(id);
    replica.close();
    node(id).replica = null;
  }

  /**
   * Starts a process of a replica that was killed. Returns before the replica has caught up. A
   * partition that was made before still holds it apart.
   *
   * @throws IllegalStateException if it is not down
   * @throws ReplicaException if its directory or a port cannot be used
   */
  public void restart(int id) {
    if (isUp(id)) {
      throw new IllegalStateException("replica " + id + " is not down: kill it first");
    }
    run(id);
    link(id);
  }

  /**
   * Stops the replica's network threads, as a long pause of its process does; returns when they
   * stand still.
   *
   * @throws IllegalStateException if it is down
   */
  public void pause(int id) throws InterruptedException {
    running(id);
    node(id).machine.pause();
  }

  /** Lets a replica that is paused go on. */
  public void resume(int id) {
    running(id);
    node(id).machine.resume();
  }

  /**
   * Holds everything that these replicas and the others send each other, until {@link #heal}.
   * Clients still reach all replicas.
   */
  public void partition(int... ids) {
    List<Integer> group = IntStream.of(ids).boxed().toList();
    for (int id : group) {
      forEachOther(
          id,
          other -> {
            if (!group.contains(other)) {
              apart.add(new Pair(id, other));
              apart.add(new Pair(other, id));
            }
          });
    }
    linkAll();
  }

  /** Ends all partitions. */
  public void heal() {
    apart.clear();
    linkAll();
  }

  private void linkAll() {
    for (int id = 0; id < size(); id++) {
      if (isUp(id)) {
        link(id);
      }
    }
  }

  /** Opens or holds the links of a replica that is up. */
  private void link(int id) {
    forEachOther(
        id,
        other -> {
          if (isUp(other)) {
            link(id, other);
            link(other, id);
          }
        });
  }

  private void link(int from, int to) {
    if (apart.contains(new Pair(from, to))) {
      links.stall(from, to);
    } else {
      links.restore(from, to);
    }
  }

  private void forEachOther(int id, IntConsumer action) {
    node(id);
    for (int other = 0; other < size(); other++) {
      if (other != id) {
        action.accept(other);
      }
    }
  }

  /**
   * Waits until all replicas that are up have executed the same slots. If they are a majority of
   * all replicas, one of them has to lead, and they have executed every decided slot, including one
   * that only a killed leader had executed. So it does not end while the service has halted.
   *
   * @throws IllegalStateException if they have not after a minute, or one has failed
   */
  public void awaitAgreement() {
    await("the replicas have not executed the same slots", this::agree);
  }

  private boolean agree() {
    Set<Long> ends = new HashSet<>();
    int leader = leaderNow();
    boolean knowsAll = leader >= 0 && running(leader).shared().openSlots() == 0;
    if (knowsAll) {
      ends.add(running(leader).shared().decided());
    }
    int up = 0;
    for (Node node : nodes) {
      if (node.replica != null) {
        ends.add(node.replica.service().executed());
        up++;
      }
    }
    return ends.size() == 1 && (knowsAll || 2 * up <= size());
  }

  private void await(String otherwise, BooleanSupplier condition) {
    long begin = System.nanoTime();
    checkNoneHasFailed();
    while (!condition.getAsBoolean()) {
      checkNoneHasFailed();
      if (System.nanoTime() - begin > PATIENCE.toNanos()) {
        throw new IllegalStateException(
            "%s after %d s: %s".formatted(otherwise, PATIENCE.toSeconds(), states()));
      }
      try {
        Thread.sleep(POLL_MILLIS);
      } catch (InterruptedException interrupted) {
        Thread.currentThread().interrupt();
        throw new IllegalStateException(otherwise + " when the thread was interrupted");
      }
    }
  }

  private String states() {
    StringBuilder text = new StringBuilder();
    for (int id = 0; id < size(); id++) {
      text.append("%n  replica %d: %s".formatted(id, isUp(id) ? state(id) : "down"));
    }
    return text.toString();
  }

  /**
   * @throws IllegalStateException if a replica has stopped by itself; its cause says why
   */
  private void checkNoneHasFailed() {
    for (Node node : nodes) {
      if (node.replica != null && node.replica.closed().isCompletedExceptionally()) {
        Throwable reason = node.replica.closed().handle((ok, failure) -> failure).join().getCause();
        throw new IllegalStateException(
            "replica %d has stopped by itself: %s"
                .formatted(node.replica.id(), reason.getMessage()),
            reason);
      }
    }
  }

  /**
   * @throws IllegalArgumentException if the cluster has no such replica
   */
  private Node node(int id) {
    Range.within(0, size() - 1, id, "a replica's number");
    return nodes.get(id);
  }

  private Assembly running(int id) {
    Assembly replica = node(id).replica;
    if (replica == null) {
      throw new IllegalStateException("replica " + id + " is down");
    }
    return replica;
  }

  /**
   * Ends all clients, replicas and links.
   *
   * @throws IllegalStateException if a replica has stopped by itself before; its cause says why
   */
  @Override
  public void close() {
    List<Runnable> ends = new ArrayList<>();
    for (Node node : nodes) {
      if (node.replica != null) {
        ends.add(node.machine::resume);
      }
    }
    ends.add(this::checkNoneHasFailed);
    clients.forEach(one -> ends.add(one::close));
    for (Node node : nodes) {
      if (node.replica != null) {
        ends.add(node.replica::close);
        ends.add(() -> node.replica = null);
      }
    }
    ends.add(links::close);
    ends.add(folder::close);
    runAll(ends);
  }

  /**
   * @throws RuntimeException the first one, with the others, when all have run
   */
  private static void runAll(List<Runnable> ends) {
    RuntimeException first = null;
    for (Runnable end : ends) {
      try {
        end.run();
      } catch (RuntimeException failure) {
        if (first == null) {
          first = failure;
        } else {
          first.addSuppressed(failure);
        }
      }
    }
    if (first != null) {
      throw first;
    }
  }
}
