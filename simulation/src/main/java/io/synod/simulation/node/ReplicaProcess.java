package io.synod.simulation.node;

import io.synod.core.cluster.ReplicaSet;
import io.synod.core.execution.Execution;
import io.synod.core.execution.Halt;
import io.synod.core.execution.UnknownVersion;
import io.synod.core.message.Message;
import io.synod.core.replica.Replica;
import io.synod.core.session.SessionLimits;
import io.synod.replica.assembly.Assembly;
import io.synod.replica.assembly.StartFailure;
import io.synod.simulation.check.Violation;
import io.synod.simulation.host.DiskPace;
import io.synod.simulation.host.ProcessKilled;
import io.synod.simulation.host.SimulatedHost;
import io.synod.simulation.host.SimulatedMachine;
import io.synod.simulation.host.SimulatedSockets;
import io.synod.simulation.host.SimulatedThread;
import io.synod.simulation.storage.JournalWitness;
import io.synod.simulation.storage.ReplicaDisks;
import java.io.IOException;

/** One process of a production replica, on a simulated machine. */
final class ReplicaProcess {
  private final SimulatedNode node;
  private final Deployment deployment;
  private final SimulatedHost host;
  private final CheckedService service;
  private final NodeWatch watch;

  // Null if it could not be assembled.
  private Assembly replica;
  private boolean stops;

  ReplicaProcess(SimulatedNode node, Deployment deployment) {
    this.node = node;
    this.deployment = deployment;
    host = deployment.threads().process(node.settings().clock(), node.random().split());
    service = new CheckedService(node.self(), node.world(), host);
    if (!node.hasFormed()) {
      node.world().builds().mayForm(node.self());
    }
    watch = new NodeWatch(node, host, deployment, service);
  }

  void start(ReplicaDisks disks, DiskPace pace, long clockSetMillis) {
    host.setClock(clockSetMillis);
    SimulatedSockets sockets =
        new SimulatedSockets(host, deployment.net(), deployment.address(node.self()));
    SimulatedMachine machine = new SimulatedMachine(host, sockets, disks, pace, watch);
    Survivors survivors = new Survivors(node.world().checks(), node.self());
    String cluster = deployment.config().cluster().name();
    Runnable found = JournalWitness.read(disks, cluster, node.self(), survivors);
    try {
      replica =
          new Assembly(machine, deployment.ofReplica().apply(node.self()), node.self(), service);
    } catch (StartFailure failure) {
      if (failure.getCause() instanceof UnknownVersion old) {
        node.tooOld(old);
      } else {
        node.failed(failure);
      }
      return;
    }
    found.run();
    watch.begins(survivors);
    try {
      replica.start();
    } catch (ProcessKilled meanwhile) {
      node.world().trace().event(node.self(), "has died while it started", "");
    }
  }

  boolean isAlive() {
    return host.isAlive();
  }

  /** Whether the core has taken its first step. */
  boolean hasBegun() {
    return host.isAlive() && watch.hasBegun();
  }

  Replica replica() {
    return watch.replica();
  }

  CheckedService service() {
    return service;
  }

  Execution execution() {
    return watch.execution();
  }

  /** The replicas to which it has a connection. */
  ReplicaSet connectedPeers() {
    return hasBegun() ? replica.connectedPeers() : ReplicaSet.EMPTY;
  }

  /** Whether a record has not become durable for {@code nanos}. Is asked often. */
  boolean waitsForDisk(long nanos) {
    return host.isAlive() && watch.waitsForDisk(nanos);
  }

  /** The request at which the service waits; null if it goes on. */
  Halt halt() {
    return hasBegun() ? replica.service().halt() : null;
  }

  /** The limits of sessions behind what was executed; null if it has not begun. */
  SessionLimits limits() {
    return hasBegun() ? execution().limits() : null;
  }

  /** A message of a peer arrives outside of its connections; ignored once they are being closed. */
  void receive(int from, Message message) {
    if (host.isAlive() && !stops) {
      watch.receive(from, message);
    }
  }

  void disconnected(int peer) {
    if (host.isAlive() && !stops) {
      watch.disconnected(peer);
    }
  }

  /**
   * As SIGTERM: closes its parts and ends its process.
   *
   * @param ended run then, unless it dies before
   */
  void stop(Runnable ended) {
    if (!stops && host.isAlive()) {
      stops = true;
      new SimulatedThread(host, "main")
          .soon(
              () -> {
                replica.close();
                ended.run();
              });
    }
  }

  /** Whether it was asked to end. */
  boolean isStopping() {
    return stops;
  }

  void die() {
    if (host.isAlive()) {
      host.kill();
    }
    watch.dies();
  }

  /** The replica is about to stop because of {@code reason}: its disk, or its build. */
  void fails(Throwable reason) {
    if (reason instanceof Violation) {
      host.fails(reason);
    } else if (reason instanceof UnknownVersion old) {
      node.tooOld(old);
    } else if (!isOfDisk(reason)) {
      host.fails(new Violation("replica %d fails: %s", node.self(), reason));
    } else {
      node.failed(reason);
    }
  }

  private static boolean isOfDisk(Throwable reason) {
    boolean isOne = false;
    for (Throwable cause = reason; cause != null; cause = cause.getCause()) {
      isOne |= cause instanceof IOException;
    }
    return isOne;
  }

  /** Pauses the process until the returned action is run. */
  Runnable pause() {
    host.pause();
    return host::resume;
  }

  void setClock(long setMillis) {
    host.setClock(setMillis);
  }
}
