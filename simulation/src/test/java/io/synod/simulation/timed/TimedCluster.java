package io.synod.simulation.timed;

import io.synod.core.settings.BatchLimits;
import io.synod.replica.config.AutopilotConfig;
import io.synod.replica.config.SynodConfig;
import io.synod.replica.config.SynodConfigBuilder;
import io.synod.simulation.host.DiskPace;
import io.synod.simulation.host.LinkPace;
import io.synod.simulation.host.Path;
import io.synod.simulation.host.Processors;
import io.synod.simulation.host.SimulatedHost;
import io.synod.simulation.host.SimulatedNet;
import io.synod.simulation.host.SimulatedSockets;
import io.synod.simulation.host.Threads;
import io.synod.simulation.scheduler.Scheduler;
import io.synod.simulation.scheduler.Seeds;
import io.synod.simulation.scheduler.SkewedClock;
import io.synod.simulation.storage.ReplicaDisks;
import io.synod.tuning.autopilot.Bounds;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** Three production replicas and their clients, in virtual time in which their work takes time. */
final class TimedCluster {
  static final int REPLICAS = 3;

  private static final int CLIENTS = 2;
  private static final int CLIENTS_MANY = 10;
  private static final double WARM_SECONDS = 1.5;
  private static final double MEASURED_SECONDS = 2.5;
  private static final double NANOS = 1e9;
  private static final long CLIENT_DELAY_NANOS = 50_000;
  private static final long WAKE_UP_NANOS = 2_000;
  private static final int PEER_PORT = 7_000;
  private static final int CLIENT_PORT = 8_000;
  private static final long EPOCH_MILLIS = 1_700_000_000_000L;

  private final Scheduler scheduler = new Scheduler();
  private final Seeds seeds;
  private final SynodConfig config;
  private final Bounds bounds;
  private final Threads threads;
  private final SimulatedNet net;
  private final LinkPace links;
  private final List<Processors> machines = new ArrayList<>();
  private final List<ReplicaDisks> disks = new ArrayList<>();
  private final DiskPace pace = new DiskPace(0);
  private final List<TimedReplica> replicas = new ArrayList<>();
  private final List<LoadClient> clients = new ArrayList<>();
  private final int clientsMax;
  private final boolean hints;
  private Conditions conditions;
  private long changedNanos;
  private Throwable failure;
  private boolean isOver;

  /**
   * @param batch and {@code window}: what the replicas are configured with, fixed or ranges
   */
  TimedCluster(Seeds seeds, Conditions conditions, String batch, String window) {
    this(seeds, conditions, config(seeds, conditions, batch, window).build(), false);
  }

  /** Of replicas with fixed timeouts, and many clients that keep connections for hints. */
  static TimedCluster ofHinted(
      Seeds seeds, Conditions conditions, String window, String electionTimeout) {
    SynodConfigBuilder config =
        config(seeds, conditions, "1KiB", window).set("election.timeout", electionTimeout);
    return new TimedCluster(seeds, conditions, config.build(), true);
  }

  private TimedCluster(Seeds seeds, Conditions conditions, SynodConfig config, boolean hints) {
    this.seeds = seeds;
    this.conditions = conditions;
    this.config = config;
    this.hints = hints;
    clientsMax = hints ? CLIENTS_MANY : CLIENTS;
    AutopilotConfig autopilot = config.autopilot();
    bounds =
        new Bounds(
            autopilot.least(),
            autopilot.most(),
            autopilot.windowBytesMax(),
            autopilot.queueNanosMax());
    threads = new Threads(scheduler, WAKE_UP_NANOS, this::fails);
    net = new SimulatedNet(scheduler, seeds.random("net"), CLIENT_DELAY_NANOS);
    net.calm();
    links = new LinkPace(conditions.delayNanos(), conditions.bytesPerSecond());
    pace.slow(conditions.forceNanos());
    Processors shared = processors();
    for (int id = 0; id < REPLICAS; id++) {
      machines.add(conditions.isOneMachine() ? shared : processors());
      disks.add(
          new ReplicaDisks(
              "replica " + id, config.storage().segmentBytes(), seeds.random("disk", id)));
      replicas.add(null);
      for (int to = 0; to < REPLICAS; to++) {
        if (to != id) {
          net.path(address(id), address(to)).pace(links);
        }
      }
    }
  }

  private Processors processors() {
    return new Processors(scheduler, conditions.processors(), conditions.costs());
  }

  private static SynodConfigBuilder config(
      Seeds seeds, Conditions conditions, String batch, String window) {
    String[] layouts = {"staged", "split", "merged"};
    SynodConfigBuilder builder =
        SynodConfig.builder()
            .clusterName("timed")
            .set("durability", conditions.forceNanos() > 0 ? "sync" : "memory")
            .set("threads.layout", layouts[seeds.random("layout").nextInt(layouts.length)])
            .set("batch.max-bytes", batch)
            .set("pipeline.window", window)
            .set("instrumentation", "off")
            .set("storage.reserve", "0B")
            .set("journal.segment-bytes", "1MiB")
            .set("catch-up.max-bytes", "96KiB")
            .set("snapshot.log-bytes", "4MiB");
    for (int id = 0; id < REPLICAS; id++) {
      builder.replica(id, address(id), PEER_PORT, CLIENT_PORT);
    }
    return builder;
  }

  private static String address(int replica) {
    return "10.0.0." + (1 + replica);
  }

  private static String clientAddress(int client) {
    return "10.0.1." + (1 + client);
  }

  /** Nothing gets from {@code replica} to any other machine, or back, until it is mended. */
  void cut(TimedReplica replica) {
    pathsOf(replica).forEach(Path::cut);
  }

  void mend(TimedReplica replica) {
    pathsOf(replica).forEach(Path::mend);
  }

  private List<Path> pathsOf(TimedReplica replica) {
    String its = address(replicas.indexOf(replica));
    List<String> others = new ArrayList<>();
    for (int id = 0; id < REPLICAS; id++) {
      others.add(address(id));
    }
    for (int client = 0; client < clientsMax; client++) {
      others.add(clientAddress(client));
    }
    others.remove(its);
    List<Path> paths = new ArrayList<>();
    for (String other : others) {
      paths.add(net.path(its, other));
      paths.add(net.path(other, its));
    }
    return paths;
  }

  List<LoadClient> clients() {
    return clients;
  }

  private void fails(Throwable reason) {
    failure = failure == null ? reason : failure;
  }

  /** What a leader may choose. */
  boolean allows(BatchLimits limits) {
    return bounds.contain(limits);
  }

  /** The limits that a first leader begins with. */
  BatchLimits start() {
    return config.autopilot().start();
  }

  /** Calls {@code action} at that time of the run. */
  void at(double seconds, Runnable action) {
    scheduler.at((long) (seconds * NANOS), action);
  }

  /** Calls {@code action} each {@code seconds}. */
  void each(double seconds, Runnable action) {
    scheduler.after(
        (long) (seconds * NANOS),
        () -> {
          action.run();
          each(seconds, action);
        });
  }

  /**
   * Runs from the start to that time, once.
   *
   * @throws IllegalStateException if a thread has failed
   */
  void run(double seconds) {
    scheduler.at(0, this::begin);
    at(seconds, () -> isOver = true);
    threads.run(
        () -> {
          scheduler.runNext();
          if (failure != null) {
            throw new IllegalStateException("a thread has failed: " + failure, failure);
          }
          return !isOver;
        });
  }

  private void begin() {
    for (int id = 0; id < REPLICAS; id++) {
      start(id);
    }
    for (int client = 0; client < clientsMax; client++) {
      SimulatedHost host =
          threads.process(new SkewedClock(0, 0, 0), seeds.random("client", client));
      clients.add(
          new LoadClient(scheduler, host, net, clientAddress(client), config, hints, this::fails));
    }
    become(conditions);
  }

  private void start(int id) {
    SimulatedHost host =
        threads.process(
            new SkewedClock(0, 0, EPOCH_MILLIS), seeds.random("process", id), machines.get(id));
    SimulatedSockets sockets = new SimulatedSockets(host, net, address(id));
    replicas.set(
        id,
        new TimedReplica(
            host, sockets, disks.get(id), pace, config, id, conditions.requestNanos()));
  }

  /** Links, disks and load change; processors stay. */
  void become(Conditions other) {
    links.set(other.delayNanos(), other.bytesPerSecond());
    pace.slow(other.forceNanos() - conditions.forceNanos());
    conditions = other;
    changedNanos = scheduler.now();
    clients.forEach(client -> client.become(other.load(), clientsMax));
  }

  /** When the conditions changed last. */
  long changedNanos() {
    return changedNanos;
  }

  Conditions conditions() {
    return conditions;
  }

  /** The leader of the latest view, for a paused one still believes to lead; null if none. */
  TimedReplica leader() {
    return replicas.stream()
        .filter(replica -> replica != null && replica.leads())
        .max(Comparator.comparing(TimedReplica::view))
        .orElse(null);
  }

  List<TimedReplica> replicas() {
    return replicas;
  }

  Scheduler scheduler() {
    return scheduler;
  }

  /** Requests answered so far. */
  long answered() {
    return clients.stream().mapToLong(LoadClient::answered).sum();
  }

  /** What these took, in nanoseconds, all together. */
  private double answerNanos() {
    return clients.stream().mapToDouble(LoadClient::nanos).sum();
  }

  /**
   * Runs a cluster with fixed limits.
   *
   * @return requests answered in a second, and the time of one in nanoseconds, once it is warm
   */
  static Measured fixed(Seeds seeds, Conditions conditions, BatchLimits limits) {
    TimedCluster cluster =
        new TimedCluster(
            seeds, conditions, limits.maxBytes() + "B", String.valueOf(limits.window()));
    Meter meter = cluster.new Meter();
    cluster.at(WARM_SECONDS, meter::begin);
    cluster.run(WARM_SECONDS + MEASURED_SECONDS);
    return meter.measured();
  }

  /**
   * What clients have seen.
   *
   * @param perSecond requests answered in a second
   * @param nanos mean time from sending a request to its answer
   */
  record Measured(double perSecond, double nanos) {}

  /** Measures what clients see from a time on. */
  final class Meter {
    private long beganNanos;
    private long answeredBefore;
    private double nanosBefore;

    void begin() {
      beganNanos = scheduler.now();
      answeredBefore = answered();
      nanosBefore = answerNanos();
    }

    Measured measured() {
      long answered = answered() - answeredBefore;
      double seconds = (scheduler.now() - beganNanos) / NANOS;
      return new Measured(
          answered / seconds, (answerNanos() - nanosBefore) / Math.max(1, answered));
    }
  }
}
