package io.synod.simulation.fault;

import io.synod.simulation.scheduler.Scheduler;
import java.util.SplittableRandom;

/** Begins faults in which remains of an old view, process or write appear later. */
record Remains(
    FaultTarget target,
    Restarts restarts,
    Scheduler scheduler,
    SplittableRandom random,
    FaultPlan plan) {
  private static final Runnable NOTHING = () -> {};

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
