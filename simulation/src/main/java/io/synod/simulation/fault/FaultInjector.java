package io.synod.simulation.fault;

import io.synod.simulation.scheduler.Scheduler;
import io.synod.simulation.scheduler.Seeds;
import io.synod.simulation.scheduler.Trace;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;

/**
 * Begins and ends faults at random until the plan is over, then ends the remaining ones but one
 * that lasts.
 */
public final class FaultInjector {
  private final FaultPlan plan;
  private final FaultTarget target;
  private final Scheduler scheduler;
  private final Trace trace;
  private final SplittableRandom random;
  private final SplittableRandom surroundings;
  private final SplittableRandom past;
  private final Faults faults;
  private final List<Ongoing> ongoing = new ArrayList<>();
  private final Restarts restarts;
  private final Remains remains;

  // Null if there is none.
  private final LastingFault lasting;
  private final Map<FaultKind, Integer> counts = new EnumMap<>(FaultKind.class);
  private boolean over;
  private long lateUntilNanos;

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
    surroundings = seeds.random("surroundings' faults");
    past = seeds.random("past");
    faults = new Faults(target, scheduler, random, plan);
    restarts =
        new Restarts(
            target, scheduler, seeds.random("restarts"), plan, seeds.random("orderly ends"));
    remains = new Remains(target, restarts, scheduler, seeds.random("remains"), plan);
    lasting =
        plan.lasting() == null
            ? null
            : new LastingFault(
                plan, target, restarts, scheduler, trace, seeds.random("lasting fault's replica"));
  }

  public void start() {
    next();
    scheduler.at(plan.durationNanos(), this::heal);
    if (lasting != null) {
      lasting.start();
    }
    if (plan.restarts().tooMany()) {
      scheduler.at(plan.durationNanos() / 2, restarts::loseTooMany);
    }
  }

  /** Whether more replicas have lost their state than the others can make up for. */
  public boolean isDoomed() {
    return restarts.isDoomed();
  }

  /** Whether all faults are over but one that lasts. */
  public boolean isOver() {
    return over;
  }

  /** Whether the others must do without {@code replica} to the end. */
  public boolean hasTaken(int replica) {
    return lasting != null && lasting.hasTaken(replica);
  }

  /** Called after all faults: the time by which all delayed messages have arrived. */
  public long lateUntilNanos() {
    return lateUntilNanos;
  }

  private void next() {
    scheduler.after(1 + random.nextLong(2 * plan.intervalNanos()), this::strike);
  }

  private void strike() {
    if (over) {
      return;
    }
    FaultKind[] kinds = random.nextDouble() < plan.duels() ? FaultKind.OF_DUELS : FaultKind.ALL;
    kinds = random.nextDouble() < plan.restarts().share() ? FaultKind.OF_RESTARTS : kinds;
    if (surroundings.nextDouble() < plan.surroundings().share()) {
      kinds = FaultKind.OF_SURROUNDINGS;
    }
    if (past.nextDouble() < plan.remains()) {
      kinds = FaultKind.OF_REMAINS;
    }
    FaultKind kind = kinds[random.nextInt(kinds.length)];
    int replica = target.any(random);
    begin(kind, kind.ofLeader ? target.leader(replica) : replica);
    next();
  }

  /** The number of faults of each kind, by the kind's name in lower case. */
  public Map<String, Integer> counts() {
    Map<String, Integer> named = new TreeMap<>();
    counts.forEach((kind, count) -> named.put(name(kind), count));
    if (lasting != null && lasting.hasBegun()) {
      named.put("lasting " + name(plan.lasting()), 1);
    }
    return named;
  }

  private static String name(Enum<?> kind) {
    return kind.name().toLowerCase(Locale.ROOT).replace('_', ' ');
  }

  private void begin(FaultKind kind, int replica) {
    counts.merge(kind, 1, Integer::sum);
    trace.event(replica, "fault", kind);
    if (kind == FaultKind.CRASH || kind == FaultKind.LEADER_CRASH) {
      restarts.crash(replica);
      return;
    }
    if (kind.compareTo(FaultKind.RESTART) >= 0) {
      restarts.begin(kind, replica);
      return;
    }
    boolean ofRemains = kind.compareTo(FaultKind.FORGOTTEN_PROMISE) >= 0;
    Ongoing fault =
        new Ongoing(ofRemains ? remains.begin(kind, replica) : faults.begin(kind, replica));
    ongoing.add(fault);
    scheduler.after(1 + random.nextLong(kind.lengths() * plan.lengthNanos()), fault::end);
  }

  private void heal() {
    trace.event(-1, "all faults end", "");
    over = true;
    ongoing.forEach(Ongoing::end);
    restarts.heal();
    target.peers().calm();
    lateUntilNanos = target.peers().lastArrivalNanos();
  }
}
