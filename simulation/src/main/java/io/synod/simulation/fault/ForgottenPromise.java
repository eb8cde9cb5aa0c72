package io.synod.simulation.fault;

import io.synod.simulation.node.Moment;
import io.synod.simulation.scheduler.Scheduler;
import java.util.List;
import java.util.SplittableRandom;

/**
 * A promise arrives after its sender has forgotten it and has joined anew. Meanwhile the candidate
 * receives no other promises, so the replicas that help the sender to join have not promised its
 * view. Then the candidate receives so many promises that it would lead if the old one counted.
 */
final class ForgottenPromise {
  private static final int TELLS = 4;

  private final FaultTarget target;
  private final Restarts restarts;
  private final Scheduler scheduler;
  private final SplittableRandom random;
  private final FaultPlan plan;
  private final Cuts cuts;
  private int candidate = -1;
  private int forgetful;
  private List<Integer> others;
  private int unheard;
  private boolean over;

  ForgottenPromise(
      FaultTarget target,
      Restarts restarts,
      Scheduler scheduler,
      SplittableRandom random,
      FaultPlan plan) {
    this.target = target;
    this.restarts = restarts;
    this.scheduler = scheduler;
    this.random = random;
    this.plan = plan;
    cuts = new Cuts(target.peers());
  }

  /** The first of the others that prepares a view becomes the candidate. */
  void begin(int leader) {
    for (int replica : target.others(leader, leader, random)) {
      int asking = replica;
      target.node(asking).trap().at(Moment.PREPARING, () -> prepares(asking, leader));
    }
    for (int times = 0; times < TELLS; times++) {
      scheduler.after(1 + random.nextLong(plan.lengthNanos()), () -> disconnect(leader));
    }
  }

  /**
   * Enough replicas lose the leader to elect another one, until they receive its heartbeats again.
   */
  private void disconnect(int leader) {
    if (!over && candidate < 0) {
      target.disconnect(leader);
    }
  }

  private void prepares(int asking, int leader) {
    if (over || candidate >= 0 || !target.node(leader).leads()) {
      return;
    }
    others = target.others(asking, leader, random);
    if (others.size() <= lacking()) {
      return;
    }
    candidate = asking;
    forgetful = others.remove(0);
    cuts.cutBothWays(candidate, leader);
    others.forEach(other -> cuts.cutBothWays(candidate, other));
    cuts.hold(forgetful, candidate);
    target.node(forgetful).trap().at(Moment.PROMISING, () -> scheduler.after(1, this::forgets));
  }

  /** How many promises the candidate lacks beside its own and the delayed one. */
  private int lacking() {
    return target.count() - plan.restarts().losable() - 2;
  }

  private void forgets() {
    if (!over && restarts.forget(forgetful)) {
      // The candidate must learn of its new epoch from others.
      cuts.cutBothWays(candidate, forgetful);
      target.node(forgetful).trap().at(Moment.JOINING, this::joins);
    }
  }

  private void joins() {
    if (over) {
      return;
    }
    boolean early = random.nextInt(4) > 0;
    if (early) {
      scheduler.after(1, cuts::release);
    }
    unheard = lacking();
    for (int other : others.subList(0, lacking())) {
      cuts.mendBothWays(candidate, other);
      if (!early) {
        target.node(other).trap().at(Moment.PROMISING, this::promises);
      }
    }
  }

  /** Called when a replica promises; acts at the last promise that the candidate lacked. */
  private void promises() {
    unheard--;
    if (unheard == 0) {
      scheduler.after(1 + random.nextLong(plan.lengthNanos() / 4), cuts::release);
    }
  }

  void end() {
    over = true;
    cuts.end();
  }
}
