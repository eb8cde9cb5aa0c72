package io.synod.simulation.fault;

import io.synod.simulation.node.Moment;
import io.synod.simulation.scheduler.Scheduler;
import java.util.SplittableRandom;

/**
 * A leader is cut off and superseded. One of the voters for its successor forgets that. When it
 * comes back, or when it is about to join, it finds only the old leader, which still leads until it
 * misses the others.
 */
final class MisledJoiner {
  private final FaultTarget target;
  private final Restarts restarts;
  private final Scheduler scheduler;
  private final SplittableRandom random;
  private final long lengthNanos;
  private final Cuts cuts;
  private int leader;
  private int forgetful = -1;
  private boolean over;

  MisledJoiner(
      FaultTarget target,
      Restarts restarts,
      Scheduler scheduler,
      SplittableRandom random,
      FaultPlan plan) {
    this.target = target;
    this.restarts = restarts;
    this.scheduler = scheduler;
    this.random = random;
    lengthNanos = plan.lengthNanos();
    cuts = new Cuts(target.peers());
  }

  void begin(int superseded) {
    leader = superseded;
    for (int other : target.others(leader, leader, random)) {
      cuts.cutBothWays(leader, other);
      target.node(other).trap().at(Moment.LEADING, this::superseded);
    }
    target.disconnect(leader);
  }

  private void superseded() {
    if (over || forgetful >= 0 || target.count() < 3) {
      return;
    }
    forgetful = target.others(leader, leader, random).get(0);
    scheduler.after(1 + random.nextLong(1 + lengthNanos / 8), this::forgets);
  }

  private void forgets() {
    if (over || !restarts.forget(forgetful)) {
      return;
    }
    cuts.mendBothWays(leader, forgetful);
    if (random.nextBoolean()) {
      hearsOnlyLeader();
    } else {
      target.node(forgetful).trap().at(Moment.ANNOUNCING, this::hearsOnlyLeader);
    }
  }

  private void hearsOnlyLeader() {
    if (!over) {
      target.others(leader, forgetful, random).forEach(other -> cuts.cutBothWays(forgetful, other));
    }
  }

  void end() {
    over = true;
    cuts.end();
  }
}
