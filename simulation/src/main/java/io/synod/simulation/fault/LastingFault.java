package io.synod.simulation.fault;

import io.synod.simulation.node.SimulatedNode;
import io.synod.simulation.scheduler.Scheduler;
import io.synod.simulation.scheduler.Trace;
import java.util.SplittableRandom;

/**
 * One fault of one replica that begins among the others and lasts to the end. The others must reach
 * their end without that replica, or with a slow one.
 */
final class LastingFault {
  private static final int NOBODY = -1;
  private static final long SERVICE_NANOS = 10_000_000;
  private static final long DISK_NANOS = 20_000_000;

  private final LastingKind kind;
  private final FaultTarget target;
  private final Restarts restarts;
  private final Scheduler scheduler;
  private final Trace trace;
  private final SplittableRandom random;
  private final FaultPlan plan;
  private int stricken = NOBODY;

  LastingFault(
      FaultPlan plan,
      FaultTarget target,
      Restarts restarts,
      Scheduler scheduler,
      Trace trace,
      SplittableRandom random) {
    kind = plan.lasting();
    this.plan = plan;
    this.target = target;
    this.restarts = restarts;
    this.scheduler = scheduler;
    this.trace = trace;
    this.random = random;
  }

  /** It begins as soon as the others can do without a replica after a random moment. */
  void start() {
    scheduler.after(1 + random.nextLong(plan.durationNanos()), this::strike);
  }

  /** Whether it has begun. */
  boolean hasBegun() {
    return stricken != NOBODY;
  }

  /** Whether the others must do without {@code replica}. */
  boolean hasTaken(int replica) {
    return kind.takesAway() && replica == stricken;
  }

  private void strike() {
    if (scheduler.now() >= plan.durationNanos()) {
      return;
    }
    int replica = random.nextBoolean() ? target.any(random) : target.leader(target.any(random));
    if (kind.takesAway() && !restarts.takeAway(replica, kind == LastingKind.CRASH)) {
      scheduler.after(1 + random.nextLong(plan.intervalNanos()), this::strike);
      return;
    }
    stricken = replica;
    trace.event(replica, "has to the end", kind);
    begin(target.node(replica));
  }

  private void begin(SimulatedNode node) {
    switch (kind) {
      case SLOW_SERVICE -> node.slowForGood(1 + random.nextLong(SERVICE_NANOS));
      case SLOW_DISK -> node.slowDisk(1 + random.nextLong(DISK_NANOS));
      case CRASH -> {}
      case DEAF -> cut(true, false, random.nextBoolean());
      case MUTE -> cut(false, true, true);
      case ISOLATED -> cut(true, true, random.nextBoolean());
    }
  }

  private void cut(boolean incoming, boolean outgoing, boolean ofClients) {
    for (int peer : target.replicas()) {
      if (peer != stricken && incoming) {
        target.peers().wire(peer, stricken).cut();
      }
      if (peer != stricken && outgoing) {
        target.peers().wire(stricken, peer).cut();
      }
    }
    if (ofClients) {
      target.clients().cut(stricken);
    }
  }
}
