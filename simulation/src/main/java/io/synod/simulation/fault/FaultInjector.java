package io.synod.simulation.fault;

import io.synod.simulation.scheduler.Scheduler;
import io.synod.simulation.scheduler.Seeds;
import io.synod.simulation.scheduler.Trace;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/** Begins and ends faults at random until the plan is over, then ends all that last. */
public final class FaultInjector {
  private final FaultPlan plan;
  private final FaultTarget target;
  private final Scheduler scheduler;
  private final Trace trace;
  private final SplittableRandom random;
  private final Faults faults;
  private final List<Ongoing> ongoing = new ArrayList<>();
  private boolean over;
  private int crashes;

  private static final class Ongoing {
    private final Runnable mend;
    private boolean ended;

    Ongoing(Runnable mend) {
      this.mend = mend;
    }

    void end() {
      if (!ended) {
        ended = true;
        mend.run();
      }
    }
  }

  public FaultInjector(
      FaultPlan plan, FaultTarget target, Scheduler scheduler, Trace trace, Seeds seeds) {
    this.plan = plan;
    this.target = target;
    this.scheduler = scheduler;
    this.trace = trace;
    random = seeds.random("faults");
    faults = new Faults(target, scheduler, random, plan.lengthNanos());
  }

  public void start() {
    next();
    scheduler.at(plan.durationNanos(), this::heal);
  }

  /** Whether all faults are over. */
  public boolean isOver() {
    return over;
  }

  private void next() {
    scheduler.after(1 + random.nextLong(2 * plan.intervalNanos()), this::strike);
  }

  private void strike() {
    if (over) {
      return;
    }
    FaultKind[] kinds = random.nextDouble() < plan.duels() ? FaultKind.OF_DUELS : FaultKind.ALL;
    FaultKind kind = kinds[random.nextInt(kinds.length)];
    int replica = random.nextInt(target.replicas());
    begin(kind, kind.ofLeader ? target.leader(replica) : replica);
    next();
  }

  private void begin(FaultKind kind, int replica) {
    trace.event(replica, "fault", kind);
    if (kind == FaultKind.CRASH || kind == FaultKind.LEADER_CRASH) {
      crash(replica);
      return;
    }
    Ongoing fault = new Ongoing(faults.begin(kind, replica));
    ongoing.add(fault);
    scheduler.after(1 + random.nextLong(plan.lengthNanos()), fault::end);
  }

  private void crash(int replica) {
    if (crashes == plan.crashes() || !target.node(replica).isAlive()) {
      return;
    }
    crashes++;
    target.node(replica).kill();
    for (int peer = 0; peer < target.replicas(); peer++) {
      // Some hear of it at once, others find out by themselves.
      if (peer != replica && random.nextBoolean()) {
        target.node(peer).disconnected(replica);
      }
    }
  }

  private void heal() {
    trace.event(-1, "all faults end", "");
    over = true;
    ongoing.forEach(Ongoing::end);
    target.peers().calm();
    target.clients().calm();
  }
}
