package io.synod.simulation.fault;

import io.synod.simulation.scheduler.Scheduler;
import java.util.SplittableRandom;

/** Begins faults in which remains of an old view, process or write appear later. */
final class Remains {
  private static final Runnable NOTHING = () -> {};

  private final FaultTarget target;
  private final Restarts restarts;
  private final Scheduler scheduler;
  private final SplittableRandom random;
  private final FaultPlan plan;

  Remains(
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
  }

  /** Begins a fault; returns the action that ends it. */
  Runnable begin(FaultKind kind, int replica) {
    return switch (kind) {
      case FORGOTTEN_PROMISE -> {
        ForgottenPromise promise = new ForgottenPromise(target, restarts, scheduler, random, plan);
        promise.begin(replica);
        yield promise::end;
      }
      case MISLED_JOINER -> {
        MisledJoiner joiner = new MisledJoiner(target, restarts, scheduler, random, plan);
        joiner.begin(replica);
        yield joiner::end;
      }
      case LATE_CONFIRMATION -> {
        LateConfirmation confirmation = new LateConfirmation(target, scheduler, random, plan);
        confirmation.begin(replica);
        yield confirmation::end;
      }
      case FAILED_FORCE -> {
        restarts.failForce(replica);
        yield NOTHING;
      }
      case TORN_WRITE -> restarts.tearWrite(replica);
      default -> throw new IllegalArgumentException(kind.toString());
    };
  }
}
