package io.synod.simulation.learner;

import io.synod.replica.assembly.LearnerAssembly;
import io.synod.replica.config.SynodConfig;
import io.synod.simulation.host.DiskPace;
import io.synod.simulation.host.ProcessKilled;
import io.synod.simulation.host.SimulatedHost;
import io.synod.simulation.host.SimulatedMachine;
import io.synod.simulation.host.SimulatedSockets;
import io.synod.simulation.node.CheckedService;
import io.synod.simulation.node.Deployment;
import io.synod.simulation.node.World;
import io.synod.simulation.scheduler.SkewedClock;
import io.synod.simulation.storage.ReplicaDisks;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.util.SplittableRandom;

/** A production learner with all its processes, on a simulated machine. */
public final class SimulatedLearner {
  private static final int PORT = 7300;
  private static final Path DIRECTORY = Path.of("learner");

  private final int number;
  private final int self;
  private final Settings settings;
  private final World world;
  private final Deployment deployment;
  private final SplittableRandom random;
  private final ReplicaDisks disks;
  private final DiskPace pace;
  private final ReplicaAddresses addresses;
  private SimulatedHost host;
  private LearnerWatch watch;
  private CheckedService service;
  private int pauses;

  /**
   * The settings of one learner.
   *
   * @param isKept whether it has a directory
   * @param diskNanos the longest duration of a write to it
   * @param startNanos when its first process starts
   */
  public record Settings(SkewedClock clock, boolean isKept, long diskNanos, long startNanos) {}

  SimulatedLearner(
      int number, Settings settings, World world, Deployment deployment, SplittableRandom random) {
    this.number = number;
    this.settings = settings;
    this.world = world;
    this.deployment = deployment;
    this.random = random;
    self = world.checks().learners().self(number);
    disks =
        new ReplicaDisks(
            "learner " + number, deployment.config().storage().segmentBytes(), random.split());
    pace = new DiskPace(settings.diskNanos());
    addresses = new ReplicaAddresses(deployment);
  }

  /** The machine on which learner {@code number} runs. */
  static String address(int number) {
    return "10.0.2." + (1 + number);
  }

  /** The address for clients. */
  InetSocketAddress port() {
    return InetSocketAddress.createUnresolved(address(number), PORT);
  }

  /** Starts a process; none may be running. */
  void start() {
    world.trace().event(self, "starts", settings);
    world.checks().executions().begins(self);
    if (!settings.isKept()) {
      disks.lose();
    }
    SynodConfig config = deployment.config();
    host = deployment.threads().process(settings.clock(), random.split());
    service = new CheckedService(self, world, host);
    watch =
        new LearnerWatch(
            number,
            LearnerAssembly.creditBytes(config),
            world.checks(),
            world.trace(),
            host,
            service);
    SimulatedSockets sockets = new SimulatedSockets(host, deployment.net(), address(number));
    SimulatedMachine machine = new SimulatedMachine(host, sockets, disks, pace, watch);
    LearnerAssembly learner =
        new LearnerAssembly(machine, config, service, port(), settings.isKept() ? DIRECTORY : null);
    try {
      learner.start();
    } catch (ProcessKilled meanwhile) {
      world.trace().event(self, "has died while it started", "");
    }
  }

  /**
   * Ends its process, or its machine.
   *
   * @param keeps whether its directory is kept
   */
  void kill(boolean keeps) {
    boolean isPowerCut = random.nextBoolean();
    world.trace().event(self, isPowerCut ? "loses its power" : "is killed", "");
    host.kill();
    if (isPowerCut) {
      disks.powerCut();
    } else {
      disks.killed();
    }
    if (!keeps) {
      world.trace().event(self, "loses its directory", "");
      disks.lose();
    }
  }

  /** Pauses the process until the returned action is run. */
  Runnable pause() {
    world.trace().event(self, "is paused", "");
    SimulatedHost paused = host;
    pauses++;
    paused.pause();
    return () -> {
      world.trace().event(self, "is resumed", "");
      pauses--;
      paused.resume();
    };
  }

  /** Each request takes this much longer from now on. */
  void slowDown(long nanos) {
    service.slowDown(nanos);
  }

  /** Whether each request takes longer. */
  boolean isSlow() {
    return service.isSlow();
  }

  boolean isAlive() {
    return host != null && host.isAlive();
  }

  /**
   * The replica that it follows and receives messages from; -1 if there is none, or it is paused.
   */
  int followed() {
    if (!isAlive() || pauses > 0) {
      return -1;
    }
    return addresses.replicaAt(watch.source());
  }

  /** Whether it waits for parts of a snapshot. */
  boolean isFetching() {
    return isAlive() && watch.isFetching();
  }

  long executed() {
    return isAlive() ? watch.executedEnd() : -1;
  }

  /** A digest of the snapshot that it would take now. */
  long snapshotDigest() {
    return watch.snapshotDigest();
  }

  int number() {
    return number;
  }

  @Override
  public String toString() {
    return "learner %d: %s, executed %d"
        .formatted(number, !isAlive() ? "dead" : "follows " + followed(), executed());
  }
}
