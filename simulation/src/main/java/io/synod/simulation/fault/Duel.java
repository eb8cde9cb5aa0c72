package io.synod.simulation.fault;

import io.synod.core.cluster.ReplicaSet;
import io.synod.simulation.network.Wire;
import io.synod.simulation.node.Moment;
import io.synod.simulation.scheduler.Scheduler;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/**
 * The leader and a minority are cut off, and all others are notified at once, so that they elect a
 * new leader while the old one still leads. Later some directions of some connections work again.
 * So each side receives some messages of the other before it learns that it is superseded.
 */
final class Duel {
  private static final double LEAKS = 0.4;

  private final FaultTarget target;
  private final SplittableRandom random;
  private final int leader;
  private final ReplicaSet side;
  private final List<Wire> cut = new ArrayList<>();
  private boolean over;

  Duel(FaultTarget target, SplittableRandom random, int leader) {
    this.target = target;
    this.random = random;
    this.leader = leader;
    side = minority();
    for (int from : target.replicas()) {
      for (int to : target.replicas()) {
        if (isOnSide(from) != isOnSide(to)) {
          cut.add(target.peers().wire(from, to));
        }
      }
    }
    cut.forEach(Wire::cut);
    notifyOthers();
  }

  private ReplicaSet minority() {
    ReplicaSet members = ReplicaSet.of(leader);
    for (int more = random.nextInt(1 + (target.count() - 1) / 2); more > 1; more--) {
      members = members.with(target.any(random));
    }
    return members;
  }

  private boolean isOnSide(int replica) {
    return side.contains(replica);
  }

  /** Late heartbeats of the old leader must not make the others wait for it again. */
  void notifyOthers() {
    for (int replica : target.replicas()) {
      if (!over && !isOnSide(replica)) {
        target.node(replica).disconnected(leader);
      }
    }
  }

  /** Mends some of the cuts, and makes some of the others look for a leader again. */
  void leak() {
    if (over) {
      return;
    }
    cut.removeIf(
        wire -> {
          boolean leaks = random.nextDouble() < LEAKS;
          if (leaks) {
            wire.mend();
          }
          return leaks;
        });
    if (random.nextBoolean()) {
      int newLeader = target.leader(target.nodes().first());
      int doubting = target.any(random);
      target.node(doubting).disconnected(newLeader);
    }
  }

  /**
   * After the others have a leader and may have decided a slot, connects one replica of each side,
   * and makes that of the others a candidate: so its decided end arrives before its decisions.
   */
  void whisper(Scheduler scheduler, long nanosMax) {
    for (int there : target.replicas()) {
      if (!isOnSide(there)) {
        target
            .node(there)
            .trap()
            .at(
                Moment.LEADING,
                () -> scheduler.after(1 + random.nextLong(nanosMax), this::whisper));
      }
    }
  }

  private void whisper() {
    int newLeader = target.leader(leader);
    int here = random.nextBoolean() ? leader : target.any(random);
    int there = target.nodes().after(newLeader, 1 + random.nextInt(target.count()));
    if (!over && isOnSide(here) && !isOnSide(newLeader) && !isOnSide(there)) {
      mend(target.peers().wire(here, there));
      mend(target.peers().wire(there, here));
      target.node(there).disconnected(newLeader);
    }
  }

  private void mend(Wire wire) {
    if (cut.remove(wire)) {
      wire.mend();
    }
  }

  void end() {
    over = true;
    cut.forEach(Wire::mend);
  }
}
