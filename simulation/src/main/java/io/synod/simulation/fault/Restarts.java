package io.synod.simulation.fault;

import io.synod.simulation.node.SimulatedNode;
import io.synod.simulation.scheduler.Scheduler;
import io.synod.simulation.storage.Fragile;
import java.util.SplittableRandom;

/**
 * Kills replicas, takes from their disks and starts them again, but never so that more memories are
 * missing at a time than the others can make up for.
 */
final class Restarts {
  private static final int TRAP_COUNT_MAX = 12;
  private static final int WRITES_MAX = 3;

  private final FaultTarget target;
  private final Scheduler scheduler;
  private final SplittableRandom random;
  private final FaultPlan plan;
  private final SplittableRandom stops;
  private final boolean[] deadForGood;
  private boolean doomed;
  private boolean over;

  /**
   * @param stops says which processes end in order
   */
  Restarts(
      FaultTarget target,
      Scheduler scheduler,
      SplittableRandom random,
      FaultPlan plan,
      SplittableRandom stops) {
    this.stops = stops;
    this.target = target;
    this.scheduler = scheduler;
    this.random = random;
    this.plan = plan;
    deadForGood = new boolean[target.replicas()];
    for (int replica = 0; replica < target.replicas(); replica++) {
      int replaced = replica;
      target.node(replica).onReplaced(() -> startSoon(replaced));
    }
  }

  /** Whether more memories were lost than the others can make up for. */
  boolean isDoomed() {
    return doomed;
  }

  /** Kills {@code replica} for good, if that many may be. */
  void crash(int replica) {
    int dead = 0;
    for (boolean one : deadForGood) {
      dead += one ? 1 : 0;
    }
    // A cluster that has not formed needs everybody.
    if (dead < plan.crashes() && allHaveFormed() && mayLose(replica) && die(replica)) {
      deadForGood[replica] = true;
    }
  }

  void begin(FaultKind kind, int replica) {
    switch (kind) {
      case RESTART, LEADER_RESTART, POWER_CUT -> {
        if (!stop(replica)) {
          strike(replica);
        }
      }
      case MAJORITY_POWER_CUT -> strikeSome(target.replicas() / 2 + 1);
      case WHOLE_POWER_CUT -> strikeSome(target.replicas());
      case DEATH_ON_WRITING, LEADER_DEATH_ON_WRITING -> trap(replica);
      case JOINER_RESTART -> strikeJoiners();
      case LOST_DIRECTORY -> strike(replica, SimulatedNode::lose);
      case LOST_RECORD -> strike(replica, node -> node.damage(Fragile.Part.RECORD));
      case LOST_VOTE -> strike(replica, node -> node.damage(Fragile.Part.VOTE));
      case LOST_SNAPSHOT -> strike(replica, node -> node.damage(Fragile.Part.SNAPSHOT));
      case DISK_FAILURE -> fail(replica);
      default -> throw new IllegalArgumentException(kind.toString());
    }
  }

  /** Everybody comes back who is not dead for good, and nobody dies any more. */
  void heal() {
    over = true;
    for (int replica = 0; replica < target.replicas(); replica++) {
      target.node(replica).trap().disarm();
      target.node(replica).mendDisk();
      start(replica);
    }
  }

  /** Loses more memories than the others can make up for. */
  void loseTooMany() {
    int least = plan.restarts().losable() + 1;
    int most = Math.max(least, target.replicas() - 1);
    if (!canTellLoss() || !allHaveFormed() || countUnfit(-1) > 0) {
      return;
    }
    doomed = true;
    target.expectStops();
    int left = random.nextInt(least, most + 1);
    int first = random.nextInt(target.replicas());
    for (int step = 0; left > 0; step++, left--) {
      int replica = (first + step) % target.replicas();
      if (target.node(replica).isAlive()) {
        die(replica);
      }
      if (target.node(replica).keepsVotes()) {
        target.node(replica).lose();
      }
      startSoon(replica);
    }
  }

  /** Alone, nobody but its own disk tells a replica that it has forgotten something. */
  private boolean canTellLoss() {
    SimulatedNode node = target.node(0);
    return target.replicas() > 1 || node.keepsIncarnations() && !node.keepsVotes();
  }

  private interface Damage {
    void on(SimulatedNode node);
  }

  private void strike(int replica) {
    if (mayForget(replica) && die(replica)) {
      startSoon(replica);
    }
  }

  /** Some are asked to end, and are given a while for it. */
  private boolean stop(int replica) {
    SimulatedNode node = target.node(replica);
    if (stops.nextInt(4) > 0 || over || !node.hasFormed() || !mayForget(replica)) {
      return false;
    }
    node.stop(() -> startSoon(replica));
    return true;
  }

  private void strike(int replica, Damage damage) {
    if (mayLose(replica) && die(replica, false)) {
      damage.on(target.node(replica));
      startSoon(replica);
    }
  }

  /** {@code replica} dies, forgets what it has told, and is back at once; unless it may not. */
  boolean forget(int replica) {
    if (!mayLose(replica) || !die(replica, false)) {
      return false;
    }
    if (target.node(replica).keepsVotes()) {
      target.node(replica).lose();
    }
    scheduler.after(1, () -> start(replica));
    return true;
  }

  private void strikeSome(int count) {
    int first = random.nextInt(target.replicas());
    for (int step = 0; step < count; step++) {
      strike((first + step) % target.replicas());
    }
  }

  private void strikeJoiners() {
    for (int replica = 0; replica < target.replicas(); replica++) {
      if (!target.node(replica).takesPart()) {
        strike(replica);
      }
    }
  }

  private void trap(int replica) {
    int count = 1 + random.nextInt(TRAP_COUNT_MAX);
    if (random.nextBoolean()) {
      target.node(replica).trap().atPersist(count, () -> strike(replica));
    } else {
      target.node(replica).trap().atDurable(count, () -> strike(replica));
    }
  }

  /** A disk fails soon, and its replica ends itself, if that would be the time for it. */
  private void fail(int replica) {
    SimulatedNode node = target.node(replica);
    if (node.isAlive() && mayLose(replica)) {
      node.failDisk(() -> startSoon(replica));
      scheduler.after(1 + random.nextLong(plan.lengthNanos()), node::mendDisk);
      // Whatever it made of the failure, a power cut shows what its disk has kept.
      scheduler.after(1 + random.nextLong(plan.lengthNanos()), () -> strike(replica));
    }
  }

  /** A wait for the disk fails; whoever goes on all the same loses its power soon. */
  void failForce(int replica) {
    SimulatedNode node = target.node(replica);
    if (node.isAlive() && mayLose(replica)) {
      node.failForce(() -> startSoon(replica));
      node.trap().atDurable(1 + random.nextInt(WRITES_MAX), () -> cutPower(replica));
      scheduler.after(1 + random.nextLong(plan.lengthNanos()), node::mendDisk);
    }
  }

  /** The power goes while much is being written; returns what ends the write if it does not. */
  Runnable tearWrite(int replica) {
    Runnable goOn = target.node(replica).stallDisk();
    scheduler.after(1 + random.nextLong(plan.lengthNanos() / 4), () -> cutPower(replica));
    return goOn;
  }

  private void cutPower(int replica) {
    if (mayForget(replica) && die(replica, !target.node(replica).isSuspect())) {
      startSoon(replica);
    }
  }

  private boolean die(int replica) {
    // Nobody can tell what was lost from what was never there once how much that was is lost too.
    return die(replica, random.nextBoolean() && !target.node(replica).isSuspect());
  }

  private boolean die(int replica, boolean losesPower) {
    SimulatedNode node = target.node(replica);
    if (!node.isAlive() || over) {
      return false;
    }
    if (losesPower) {
      node.powerCut();
    } else {
      node.kill();
    }
    for (int peer = 0; peer < target.replicas(); peer++) {
      // Some hear of it at once, others find out by themselves. Later, for this may be mid-step.
      int told = peer;
      if (peer != replica && random.nextBoolean()) {
        scheduler.after(1, () -> target.node(told).disconnected(replica));
      }
    }
    return true;
  }

  private void startSoon(int replica) {
    long most = random.nextInt(3) == 0 ? plan.lengthNanos() / 20 : plan.lengthNanos();
    scheduler.after(1 + random.nextLong(most), () -> start(replica));
  }

  private void start(int replica) {
    if (!deadForGood[replica] && !target.node(replica).isAlive() && !target.hasStopped(replica)) {
      target.node(replica).start();
    }
  }

  /** Whether {@code replica} may die: what it forgets then, the others must make up for. */
  private boolean mayForget(int replica) {
    return target.node(replica).keepsVotes() || mayLose(replica);
  }

  private boolean mayLose(int replica) {
    return countUnfit(replica) < plan.restarts().losable();
  }

  private int countUnfit(int without) {
    int unfit = 0;
    for (int replica = 0; replica < target.replicas(); replica++) {
      boolean lost = deadForGood[replica] || target.node(replica).isUnfit();
      unfit += replica != without && lost ? 1 : 0;
    }
    return unfit;
  }

  private boolean allHaveFormed() {
    for (int replica = 0; replica < target.replicas(); replica++) {
      if (!target.node(replica).hasFormed()) {
        return false;
      }
    }
    return true;
  }
}
