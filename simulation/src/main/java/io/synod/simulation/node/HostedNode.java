package io.synod.simulation.node;

import io.synod.core.message.Message;
import io.synod.core.replica.Replica;
import io.synod.replica.assembly.Assembly;
import io.synod.replica.assembly.StartFailure;
import io.synod.replica.config.SynodConfig;
import io.synod.simulation.check.Violation;
import io.synod.simulation.host.DiskPace;
import io.synod.simulation.host.ProcessKilled;
import io.synod.simulation.host.SimulatedHost;
import io.synod.simulation.host.SimulatedMachine;
import io.synod.simulation.host.SimulatedNet;
import io.synod.simulation.host.SimulatedSockets;
import io.synod.simulation.host.Threads;
import io.synod.simulation.service.RegistersAndCounters;
import io.synod.simulation.storage.JournalWitness;
import io.synod.simulation.storage.ReplicaDisks;
import java.io.IOException;
import java.util.SplittableRandom;

/** A replica as it ships, on a simulated machine. */
public final class HostedNode extends SimulatedNode {
  private final Shared shared;
  private final SynodConfig config;
  private final ReplicaDisks disks;
  private final DiskPace pace;
  private SimulatedHost host;
  private NodeWatch watch;
  private CheckedService service;

  /** How messages get from one replica to another. */
  public interface Peers {

    /**
     * A replica sends a message.
     *
     * @return whether it goes over the connections that ship; otherwise this object delivers it
     */
    boolean send(int from, int to, Message message);
  }

  /**
   * What all replicas of one simulation share.
   *
   * @param threads of all processes
   * @param net between their machines
   */
  public record Shared(SynodConfig config, Threads threads, SimulatedNet net, Peers peers) {}

  /**
   * @param settings of {@code shared}'s configuration
   */
  public HostedNode(NodeSettings settings, World world, Shared shared, SplittableRandom random) {
    this(settings, world, shared, random, disks(settings, shared.config(), random));
  }

  private HostedNode(
      NodeSettings settings,
      World world,
      Shared shared,
      SplittableRandom random,
      ReplicaDisks disks) {
    super(settings, world, random, disks);
    this.shared = shared;
    this.disks = disks;
    config = shared.config();
    pace = new DiskPace(settings.pace().diskNanos());
  }

  private static ReplicaDisks disks(
      NodeSettings settings, SynodConfig config, SplittableRandom random) {
    String name = "replica " + settings.replica().self();
    return new ReplicaDisks(name, config.storage().segmentBytes(), random.split());
  }

  /** The machine on which it runs. */
  public String address() {
    return config.cluster().replica(self()).client().getHostString();
  }

  @Override
  public void start() {
    world().trace().event(self(), "starts", settings());
    world().checks().starts(self());
    if (!config.durability().keepsRoster()) {
      // Nothing of this level outlives its process.
      disks.lose();
    }
    host = shared.threads().process(settings().clock(), random().split());
    host.setClock(clockSetMillis());
    service = new CheckedService(self(), world(), host);
    watch = new NodeWatch(this, host, shared.peers(), service);
    SimulatedSockets sockets = new SimulatedSockets(host, shared.net(), address());
    SimulatedMachine machine = new SimulatedMachine(host, sockets, disks, pace, watch);
    Survivors survivors = new Survivors(world().checks(), self());
    Runnable found = JournalWitness.read(disks, config.cluster().name(), self(), survivors);
    begin(machine, survivors, found);
  }

  private void begin(SimulatedMachine machine, Survivors survivors, Runnable found) {
    Assembly replica;
    try {
      replica = new Assembly(machine, config, self(), service);
    } catch (StartFailure failure) {
      failed(failure);
      return;
    }
    found.run();
    watch.begins(survivors);
    try {
      replica.start();
    } catch (ProcessKilled meanwhile) {
      world().trace().event(self(), "has died while it started", "");
    }
  }

  /** What it has executed. */
  public RegistersAndCounters service() {
    return service.service();
  }

  /** Of all that a snapshot taken now would hold. */
  public long snapshotDigest() {
    return watch.snapshotDigest();
  }

  /** A message of a peer arrives, past its connections. */
  public void receive(int from, Message message) {
    if (isAlive()) {
      watch.receive(from, message);
    }
  }

  @Override
  public boolean isAlive() {
    return host != null && host.isAlive();
  }

  @Override
  boolean hasBegun() {
    return isAlive() && watch.hasBegun();
  }

  @Override
  Replica replica() {
    return watch.replica();
  }

  @Override
  public void disconnected(int peer) {
    if (isAlive()) {
      watch.disconnected(peer);
    }
  }

  @Override
  void die(boolean byItself) {
    if (host.isAlive()) {
      host.kill();
    }
    watch.dies();
  }

  /** The replica is about to stop because of {@code reason}, which only its disk may be. */
  void fails(Throwable reason) {
    if (reason instanceof Violation) {
      host.fails(reason);
    } else if (!isOfDisk(reason)) {
      host.fails(new Violation("replica %d fails: %s", self(), reason));
    } else {
      failed(reason);
    }
  }

  private static boolean isOfDisk(Throwable reason) {
    boolean isOne = false;
    for (Throwable cause = reason; cause != null; cause = cause.getCause()) {
      isOne |= cause instanceof IOException;
    }
    return isOne;
  }

  @Override
  Runnable pauseProcess() {
    SimulatedHost paused = host;
    paused.pause();
    return paused::resume;
  }

  @Override
  public void slowDisk(long moreNanos) {
    pace.slow(moreNanos);
  }

  @Override
  public Runnable stallDisk() {
    pace.stall();
    return pace::endStall;
  }

  @Override
  public void slowDown(long nanos) {
    if (isAlive()) {
      service.slowDown(nanos);
    }
  }

  /** A replica that ships notices when it next needs space. */
  @Override
  void spaceChanges() {}

  @Override
  void clockChanges() {
    if (isAlive()) {
      host.setClock(clockSetMillis());
    }
  }
}
