package io.synod.simulation.fault;

import io.synod.core.cluster.ReplicaSet;
import io.synod.simulation.node.SimulatedNode;
import io.synod.simulation.scheduler.Scheduler;
import io.synod.simulation.storage.ReplicaDisks;
import java.util.SplittableRandom;

/**
 * Kills replicas, damages their disks and restarts them. No more replicas lack their state at a
 * time than the others can make up for. While the members change, a replica that has joined again
 * counts still: it may have to join once more in the next membership.
 */
final class Restarts {
  private static final int TRAP_COUNT_MAX = 12;
  private static final int WRITES_MAX = 3;

  private final FaultTarget target;
  private final Scheduler scheduler;
  private final SplittableRandom random;
  private final FaultPlan plan;
  private final SplittableRandom stops;
  private ReplicaSet deadForGood = ReplicaSet.EMPTY;

  // Those that a lasting fault has cut off.
  private ReplicaSet cutOff = ReplicaSet.EMPTY;

  // Since the members were last settled.
  private ReplicaSet forgot = ReplicaSet.EMPTY;
  private boolean doomed;
  private boolean over;

  /**
   * @param stops draws which processes end in order
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
    for (int replica : target.replicas()) {
      target.node(replica).onReplaced(() -> startSoon(replica));
    }
  }

  /** Whether more replicas have lost their state than the others can make up for. */
  boolean isDoomed() {
    return doomed;
  }

  /** Kills {@code replica} for good, if the plan allows it. */
  void crash(int replica) {
    // A cluster that has not formed needs all replicas.
    boolean mayDie = deadForGood.size() < plan.crashes() && allHaveFormed() && mayLose(replica);
    if (mayDie && die(replica)) {
      deadForGood = deadForGood.with(replica);
    }
  }

  /**
   * From now on the others must do without {@code replica}; unless that is not allowed.
   *
   * @param kills whether it dies; otherwise it counts as lost
   */
  boolean takeAway(int replica, boolean kills) {
    if (deadForGood.contains(replica) || !allHaveFormed() || !mayLose(replica)) {
      return false;
    }
    if (!kills) {
      cutOff = cutOff.with(replica);
      return true;
    }
    boolean dies = die(replica);
    deadForGood = dies ? deadForGood.with(replica) : deadForGood;
    return dies;
  }

  void begin(FaultKind kind, int replica) {
    switch (kind) {
      case RESTART, LEADER_RESTART, POWER_CUT -> {
        if (!stop(replica)) {
          strike(replica);
        }
      }
      case MAJORITY_POWER_CUT -> strikeSome(target.count() / 2 + 1);
      case WHOLE_POWER_CUT -> strikeSome(target.count());
      case DEATH_ON_WRITING, LEADER_DEATH_ON_WRITING -> trap(replica);
      case JOINER_RESTART -> strikeJoiners();
      case LOST_DIRECTORY -> strike(replica, SimulatedNode::lose);
      case LOST_RECORD -> strike(replica, node -> node.damage(ReplicaDisks.Part.RECORD));
      case LOST_VOTE -> strike(replica, node -> node.damage(ReplicaDisks.Part.VOTE));
      case LOST_SNAPSHOT -> strike(replica, node -> node.damage(ReplicaDisks.Part.SNAPSHOT));
      case DISK_FAILURE -> fail(replica);
      default -> throw new IllegalArgumentException(kind.toString());
    }
  }

  /** Restarts all replicas that are not dead for good, and kills none any more. */
  void heal() {
    over = true;
    for (int replica : target.replicas()) {
      target.node(replica).trap().disarm();
      target.node(replica).mendDisk();
      start(replica);
    }
  }

  /** Takes the state of more replicas than the others can make up for. */
  void loseTooMany() {
    int least = plan.restarts().losable() + 1;
    int most = Math.max(least, target.count() - 1);
    if (!recognizesLoss() || !allHaveFormed() || countUnfit(-1) > 0) {
      return;
    }
    doomed = true;
    target.expectStops();
    int left = random.nextInt(least, most + 1);
    int first = target.any(random);
    for (int step = 0; left > 0; step++, left--) {
      int replica = target.nodes().after(first, step);
      if (target.node(replica).isAlive()) {
        die(replica);
      }
      if (target.node(replica).keepsVotes()) {
        target.node(replica).lose();
      }
      startSoon(replica);
    }
  }

  /** A lone replica learns of a loss only from its own disk. */
  private boolean recognizesLoss() {
    SimulatedNode node = target.node(target.nodes().first());
    return target.count() > 1 || node.keepsIncarnations() && !node.keepsVotes();
  }

  private interface Damage {
    void on(SimulatedNode node);
  }

  private void strike(int replica) {
    if (mayForget(replica) && die(replica)) {
      startSoon(replica);
    }
  }

  /** Asks some processes to end in order, and gives them a while for it. */
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

  /** {@code replica} dies, forgets its state, and restarts at once; unless that is not allowed. */
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
    int first = target.any(random);
    for (int step = 0; step < count; step++) {
      strike(target.nodes().after(first, step));
    }
  }

  private void strikeJoiners() {
    for (int replica : target.replicas()) {
      if (!target.node(replica).isMember()) {
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

  /** A disk fails soon, and its replica ends itself, unless a failure is not allowed then. */
  private void fail(int replica) {
    SimulatedNode node = target.node(replica);
    if (node.isAlive() && mayLose(replica)) {
      node.failDisk(() -> startSoon(replica));
      scheduler.after(1 + random.nextLong(plan.lengthNanos()), node::mendDisk);
      // Whatever the replica made of the failure, a power cut shows what its disk has kept.
      scheduler.after(1 + random.nextLong(plan.lengthNanos()), () -> strike(replica));
    }
  }

  /** A force fails; a replica that continues after that loses its power soon. */
  void failForce(int replica) {
    SimulatedNode node = target.node(replica);
    if (node.isAlive() && mayLose(replica)) {
      node.failForce(() -> startSoon(replica));
      node.trap().atDurable(1 + random.nextInt(WRITES_MAX), () -> cutPower(replica));
      scheduler.after(1 + random.nextLong(plan.lengthNanos()), node::mendDisk);
    }
  }

  /** Cuts the power during a large write; returns the action that ends the write otherwise. */
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
    // If the end of the journal is lost too, nothing shows which records are lost.
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
    for (int peer : target.replicas()) {
      // Some replicas are notified at once, others find out by themselves. Later, since this may be
      // in a step.
      if (peer != replica && random.nextBoolean()) {
        scheduler.after(1, () -> target.node(peer).disconnected(replica));
      }
    }
    return true;
  }

  private void startSoon(int replica) {
    long most = random.nextInt(3) == 0 ? plan.lengthNanos() / 20 : plan.lengthNanos();
    scheduler.after(1 + random.nextLong(most), () -> start(replica));
  }

  private void start(int replica) {
    if (!deadForGood.contains(replica)
        && !target.node(replica).isAlive()
        && !target.hasStopped(replica)) {
      target.node(replica).start();
    }
  }

  /** Whether {@code replica} may die: the others must make up for the state that it forgets. */
  private boolean mayForget(int replica) {
    return target.node(replica).keepsVotes() || mayLose(replica);
  }

  private boolean mayLose(int replica) {
    boolean mayLose = countUnfit(replica) < plan.restarts().losable();
    forgot = mayLose ? forgot.with(replica) : forgot;
    return mayLose;
  }

  private int countUnfit(int without) {
    boolean membersChange = target.membersChange().getAsBoolean();
    int unfit = 0;
    for (int replica : target.replicas()) {
      boolean isUnfit = target.node(replica).isUnfit();
      if (!membersChange && !isUnfit) {
        forgot = forgot.without(ReplicaSet.of(replica));
      }
      ReplicaSet gone = deadForGood.with(cutOff).with(forgot);
      boolean lost = gone.contains(replica) || isUnfit;
      unfit += replica != without && lost ? 1 : 0;
    }
    return unfit;
  }

  private boolean allHaveFormed() {
    for (int replica : target.replicas()) {
      if (!target.node(replica).hasFormed()) {
        return false;
      }
    }
    return true;
  }
}
