package io.synod.simulation.fault;

import io.synod.simulation.scheduler.Scheduler;
import java.util.SplittableRandom;

/** Begins faults in which what is left of a view or a life meets those who came after it. */
final class Remains {
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

  /** The action that ends it. */
  Runnable begin(FaultKind kind, int leader) {
    return switch (kind) {
      case FORGOTTEN_PROMISE -> {
        ForgottenPromise promise = new ForgottenPromise(target, restarts, scheduler, random, plan);
        promise.begin(leader);
        yield promise::end;
      }
      case MISLED_JOINER -> {
        MisledJoiner joiner = new MisledJoiner(target, restarts, scheduler, random, plan);
        joiner.begin(leader);
        yield joiner::end;
      }
      case LATE_CONFIRMATION -> {
        LateConfirmation confirmation = new LateConfirmation(target, scheduler, random, plan);
        confirmation.begin(leader);
        yield confirmation::end;
      }
      default -> throw new IllegalArgumentException(kind.toString());
    };
  }
}
