package io.synod.simulation.fault;

import io.synod.core.cluster.ReplicaSet;
import io.synod.simulation.network.Wire;
import io.synod.simulation.node.SimulatedNode;
import io.synod.simulation.scheduler.Scheduler;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/** Begins one fault of each kind and returns how to end it. */
final class Faults {
  private static final long SLOW_NANOS = 40_000_000;
  private static final Runnable NOTHING = () -> {};

  private final FaultTarget target;
  private final Scheduler scheduler;
  private final SplittableRandom random;
  private final long lengthNanos;
  private final Surroundings surroundings;

  /**
   * @param plan limits the length of a fault
   */
  Faults(FaultTarget target, Scheduler scheduler, SplittableRandom random, FaultPlan plan) {
    this.target = target;
    this.scheduler = scheduler;
    this.random = random;
    lengthNanos = plan.lengthNanos();
    surroundings = new Surroundings(scheduler, random, plan);
  }

  /** Begins a fault; returns the action that ends it. */
  Runnable begin(FaultKind kind, int replica) {
    SimulatedNode node = target.node(replica);
    return switch (kind) {
      case ONE_WAY_CUT -> cut(oneWay(replica, other(replica)));
      case PARTIAL_PARTITION -> cut(bothWays(replica, other(replica)));
      case SPLIT -> cut(split());
      case ISOLATION, LEADER_ISOLATION -> cut(around(replica, true));
      case LEADER_DEAF -> cut(around(replica, false));
      case LEADER_DISOWNED -> disown(replica);
      case LEADER_DUEL -> duel(replica);
      case LATE_VOTES -> LateMessages.ofVotes(target, random, replica)::end;
      case LATE_PROMISES -> LateMessages.ofPromises(target, random, replica)::end;
      case MAZE -> maze();
      case HICCUP -> hiccup();
      case STORM -> storm(bothWays(replica, other(replica)));
      case CLIENTS_CUT -> cutClients(replica);
      case PAUSE, LEADER_PAUSE -> pause(replica);
      case DISK_STALL -> node.stallDisk();
      case SLOW_SERVICE, LEADER_SLOW_SERVICE -> slow(node);
      case DISK_FULL, LEADER_DISK_FULL -> fill(node);
      case NOISE -> surroundings.noise(bothWays(replica, other(replica)));
      case FLAPPING ->
          surroundings.flap(
              random.nextBoolean() ? around(replica, true) : oneWay(replica, other(replica)));
      case SLOW_DISK -> surroundings.slowDisk(node);
      case CLOCK_JUMP -> surroundings.setClock(node);
      default -> throw new IllegalArgumentException(kind.toString());
    };
  }

  private int other(int replica) {
    int replicas = target.count();
    return replicas == 1
        ? replica
        : target.nodes().after(replica, 1 + random.nextInt(replicas - 1));
  }

  private List<Wire> oneWay(int from, int to) {
    return from == to ? List.of() : List.of(target.peers().wire(from, to));
  }

  private List<Wire> bothWays(int one, int other) {
    List<Wire> wires = new ArrayList<>(oneWay(one, other));
    wires.addAll(oneWay(other, one));
    return wires;
  }

  private List<Wire> around(int replica, boolean outgoing) {
    List<Wire> wires = new ArrayList<>();
    for (int peer : target.replicas()) {
      wires.addAll(outgoing ? bothWays(replica, peer) : oneWay(peer, replica));
    }
    return wires;
  }

  private List<Wire> split() {
    ReplicaSet group = target.some(random);
    List<Wire> wires = new ArrayList<>();
    for (int one : target.replicas()) {
      for (int other : target.replicas().subList(0, target.replicas().indexOf(one))) {
        if (group.contains(one) != group.contains(other)) {
          wires.addAll(bothWays(one, other));
        }
      }
    }
    return wires;
  }

  private Runnable cut(List<Wire> wires) {
    wires.forEach(Wire::cut);
    if (random.nextBoolean()) {
      breakConnections();
    }
    return () -> wires.forEach(Wire::mend);
  }

  /** A hint that may be wrong: some replica learns that some connection has broken. */
  private void breakConnections() {
    int replica = target.any(random);
    int peer = other(replica);
    if (peer != replica) {
      target.node(replica).disconnected(peer);
      target.node(peer).disconnected(replica);
    }
  }

  private Runnable duel(int leader) {
    Duel duel = new Duel(target, random, leader);
    for (int times = random.nextInt(6); times > 0; times--) {
      scheduler.after(random.nextLong(1 + lengthNanos / 3), duel::notifyOthers);
    }
    if (random.nextInt(3) == 0) {
      duel.whisper(scheduler, 1 + lengthNanos / 4);
    }
    scheduler.after(random.nextLong(lengthNanos), duel::leak);
    return duel::end;
  }

  private Runnable pause(int replica) {
    Runnable resume = target.node(replica).pause();
    if (random.nextInt(3) == 0) {
      target.disconnect(replica);
    }
    return resume;
  }

  private Runnable maze() {
    double share = random.nextDouble();
    List<Wire> wires = new ArrayList<>();
    for (int from : target.replicas()) {
      for (int to : target.replicas()) {
        if (from != to && random.nextDouble() < share) {
          wires.add(target.peers().wire(from, to));
        }
      }
    }
    hiccup();
    return cut(wires);
  }

  private Runnable hiccup() {
    for (int count = random.nextInt(1, 1 + target.count()); count > 0; count--) {
      breakConnections();
    }
    return NOTHING;
  }

  private Runnable disown(int replica) {
    boolean all = random.nextBoolean();
    ReplicaSet reached = random.nextBoolean() ? ReplicaSet.EMPTY : target.some(random);
    List<Wire> wires = new ArrayList<>();
    for (int peer : target.replicas()) {
      if (peer != replica && (all || random.nextInt(4) > 0)) {
        target.node(peer).disconnected(replica);
      }
      if (!reached.contains(peer)) {
        wires.addAll(random.nextInt(8) > 0 ? bothWays(replica, peer) : oneWay(replica, peer));
      }
    }
    wires.forEach(Wire::cut);
    return () -> wires.forEach(Wire::mend);
  }

  private static Runnable storm(List<Wire> wires) {
    wires.forEach(Wire::beginStorm);
    return () -> wires.forEach(Wire::endStorm);
  }

  private Runnable cutClients(int replica) {
    target.clients().cut(replica);
    return () -> {
      target.clients().mend(replica);
    };
  }

  private static Runnable fill(SimulatedNode node) {
    node.fill(true);
    return () -> node.fill(false);
  }

  private Runnable slow(SimulatedNode node) {
    node.slowDown(random.nextLong(SLOW_NANOS));
    return () -> node.slowDown(0);
  }
}
