package io.synod.simulation.node;

import io.synod.simulation.scheduler.Scheduler;
import java.util.SplittableRandom;

/** A queue from one thread of a replica to another: keeps the order, takes a moment. */
final class HandOver {
  private final Scheduler scheduler;
  private final SimulatedProcess process;
  private final SplittableRandom random;
  private final long delayNanosMax;
  private long lastArrival;

  HandOver(
      Scheduler scheduler, SimulatedProcess process, SplittableRandom random, long delayNanosMax) {
    this.scheduler = scheduler;
    this.process = process;
    this.random = random;
    this.delayNanosMax = delayNanosMax;
  }

  void pass(Runnable action) {
    long at = scheduler.now() + random.nextLong(1 + delayNanosMax);
    lastArrival = Math.max(lastArrival, at);
    process.at(lastArrival, action);
  }
}
