package io.synod.simulation.host;

import io.netty.channel.EventLoop;
import io.synod.client.SynodClient;
import io.synod.core.recovery.Durability;
import io.synod.replica.assembly.Assembly;
import io.synod.replica.config.SynodConfig;
import io.synod.replica.config.SynodConfigBuilder;
import io.synod.replica.config.ThreadLayout;
import io.synod.simulation.scheduler.Scheduler;
import io.synod.simulation.scheduler.Seeds;
import io.synod.simulation.scheduler.SkewedClock;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;

/** Replicas and clients as they ship, on simulated machines. */
final class HostedCluster {
  private static final int PEER_PORT = 7100;
  private static final int CLIENT_PORT = 7200;
  private static final long DELAY_NANOS_MAX = 20_000;
  private static final long FORCE_NANOS_MAX = 2_000_000;
  private static final long MINUTE = 60_000_000_000L;

  final Scheduler scheduler = new Scheduler();
  final SimulatedNet net;
  final SynodConfig config;
  final List<Throwable> failures = new ArrayList<>();
  private final SimulatedHost.Running running = new SimulatedHost.Running();
  private final Seeds seeds;
  private final SplittableRandom random;
  private final SimulatedHost[] hosts;
  private final SimulatedDisks[] disks;
  private final Assembly[] replicas;
  private final Ledger[] ledgers;

  HostedCluster(long seed, int size, ThreadLayout layout) {
    seeds = new Seeds(seed);
    random = seeds.random("hosts");
    net = new SimulatedNet(scheduler, seeds.random("net"));
    SynodConfigBuilder builder =
        SynodConfig.builder()
            .clusterName("simulated")
            .durability(Durability.SYNC)
            .set("threads.layout", layout.name().toLowerCase(java.util.Locale.ROOT))
            .set("instrumentation", "off")
            .set("storage.reserve", "0B")
            .set("journal.segment-bytes", "64KiB");
    for (int id = 0; id < size; id++) {
      builder.replica(id, address(id), PEER_PORT, CLIENT_PORT);
    }
    config = builder.build();
    hosts = new SimulatedHost[size];
    disks = new SimulatedDisks[size];
    replicas = new Assembly[size];
    ledgers = new Ledger[size];
    for (int id = 0; id < size; id++) {
      disks[id] = new SimulatedDisks("replica " + id, random.split());
    }
  }

  static String address(int id) {
    return "10.0.0." + (1 + id);
  }

  private SimulatedHost host() {
    SkewedClock clock =
        new SkewedClock(random.nextLong(1L << 50), random.nextInt(-1000, 1000), 1_000_000_000_000L);
    return new SimulatedHost(
        scheduler, running, clock, random.split(), DELAY_NANOS_MAX, failures::add);
  }

  void start(int id) {
    SimulatedHost host = host();
    SimulatedSockets sockets = new SimulatedSockets(host, net, address(id));
    SimulatedMachine machine = new SimulatedMachine(host, sockets, disks[id], FORCE_NANOS_MAX);
    hosts[id] = host;
    ledgers[id] = new Ledger();
    replicas[id] = new Assembly(machine, config, id, ledgers[id]);
    replicas[id].start();
  }

  void startAll() {
    for (int id = 0; id < hosts.length; id++) {
      start(id);
    }
  }

  void kill(int id) {
    hosts[id].kill();
    disks[id].killed();
  }

  void powerCut(int id) {
    hosts[id].kill();
    disks[id].powerCut();
  }

  SimulatedHost host(int id) {
    return hosts[id];
  }

  Ledger ledger(int id) {
    return ledgers[id];
  }

  /** The replica that says it leads; -1 if none does. */
  int leader() {
    for (int id = 0; id < replicas.length; id++) {
      if (hosts[id].isAlive() && replicas[id].statusJson().contains("\"role\":\"leader\"")) {
        return id;
      }
    }
    return -1;
  }

  SynodClient client(int number) {
    SimulatedHost host = host();
    SimulatedSockets sockets = new SimulatedSockets(host, net, "10.0.1." + (1 + number));
    EventLoop loop = sockets.eventLoops(1, "client").next();
    List<InetSocketAddress> addresses = new ArrayList<>();
    for (int id = 0; id < hosts.length; id++) {
      addresses.add(new InetSocketAddress(address(id), CLIENT_PORT));
    }
    return SynodClient.builder()
        .cluster("simulated")
        .replicas(addresses)
        .requestTimeout(Duration.ofSeconds(30))
        .eventLoop(loop)
        .build();
  }

  /** Lets virtual time pass until it is done, for a minute at most. */
  <T> T await(CompletableFuture<T> future) throws Exception {
    long end = scheduler.now() + MINUTE;
    while (!future.isDone() && scheduler.now() < end && scheduler.runNext()) {
      check();
    }
    if (!future.isDone()) {
      throw new AssertionError("nothing has come of it within a virtual minute");
    }
    return future.get();
  }

  void pass(Duration time) {
    long end = scheduler.now() + time.toNanos();
    while (scheduler.isBefore(end) && scheduler.runNext()) {
      check();
    }
  }

  private void check() {
    if (!failures.isEmpty()) {
      throw new AssertionError("a thread has failed", failures.get(0));
    }
  }
}
